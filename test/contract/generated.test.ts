import { expect, test } from "bun:test";
import { generatedFiles } from "../../docs/generate.ts";
import { tools } from "../../src/tools/registry.ts";

/** A changed schema changes what clients may send: it shows up here, and is accepted by `npm run docs`. */
test.each([...generatedFiles()])("%s is up to date", async (path, content) => {
  const stored = Bun.file(path);
  expect(await stored.exists()).toBe(true);
  expect(await stored.text()).toBe(content);
});

/** Clients cut longer ones. */
test.each(tools.map(({ name, description }) => [name, description] as const))(
  "the description of %s is under 2 000 characters",
  (_name, description) => {
    expect(description.length).toBeLessThan(2000);
  },
);
