import { expect, test } from "bun:test";
import { archiveName } from "../../.ci/build/archive.ts";
import { targetNames, targets } from "../../.ci/build/targets.ts";
import { platforms } from "../../src/core/platforms.ts";

const downloads = targetNames.map((name) => archiveName(name, targets[name]));

test("every archive is told of in the status, once", () => {
  const told = platforms.flatMap(({ download }) => download ?? []);
  expect(told.toSorted()).toEqual(downloads.toSorted());
});

test.each(["README.md", "README.zh-CN.md"])("%s names every archive", async (page) => {
  const text = await Bun.file(page).text();
  for (const download of downloads) expect(text).toContain(`\`${download}\``);
});
