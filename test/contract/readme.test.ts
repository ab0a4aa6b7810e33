import { expect, test } from "bun:test";
import { errorCodes } from "../../src/core/errors.ts";

const files = ["README.md", "README.zh-CN.md"];

test.each(files)("%s says what to do about each error", async (file) => {
  const rows = (await Bun.file(file).text()).match(/^\| `[^|]*\|[^|]*\S[^|]*\|$/gm) ?? [];
  const named = rows.flatMap((row) => row.split("|")[1]?.match(/[a-z_]+/g) ?? []);
  expect(errorCodes.filter((code) => !named.includes(code))).toEqual([]);
});
