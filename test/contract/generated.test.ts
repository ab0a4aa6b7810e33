import { expect, test } from "bun:test";
import { generatedFiles } from "../../docs/generate.ts";

/** A changed schema changes what clients may send: it shows up here, and is accepted by `npm run docs`. */
test.each([...generatedFiles()])("%s is up to date", async (path, content) => {
  const stored = Bun.file(path);
  expect(await stored.exists()).toBe(true);
  expect(await stored.text()).toBe(content);
});
