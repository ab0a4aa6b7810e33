import { afterAll, expect, test } from "bun:test";
import { chmod, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { compile } from "../../.ci/build/compile.ts";
import { runProgram } from "../support/child.ts";
import { programEnvironment } from "../support/program-environment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

// The product has no addon on this system, so this is another program, built like it.
const build = await temporaryFolder();
afterAll(() => build[Symbol.asyncDispose]());
const program = join(build.path, "addon-program");
await compile([join(import.meta.dir, "..", "support", "addon-program.ts")], program);

/** A home of the user, and where its cache and its temporary files are. */
async function startingPoint() {
  const folder = await temporaryFolder();
  const home = join(folder.path, "主目录 é");
  await mkdir(home);
  const env = programEnvironment(home);
  return {
    env,
    cache: join(`${env.XDG_CACHE_HOME}`, "gui-agent", "native"),
    temporary: join(home, "gui-agent-native"),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const run = (env: Readonly<Record<string, string>>) => runProgram([program], env);

test("the addon is written to the user's cache once, and loaded from there", async () => {
  await using start = await startingPoint();
  for (const _ of ["first", "second"]) {
    expect(await run(start.env)).toMatch(/^[1-9]\d*\n$/);
    expect(await readdir(start.cache)).toEqual([expect.stringMatching(/^koffi-[0-9a-f]{16}\.node$/)]);
  }
});

test("programs that start together each find the whole of it", async () => {
  await using start = await startingPoint();
  const all = await Promise.all(Array.from({ length: 8 }, () => run(start.env)));
  for (const printed of all) expect(printed).toMatch(/^[1-9]\d*\n$/);
  expect(await readdir(start.cache)).toHaveLength(1);
});

test("a file with another content is not loaded, but replaced", async () => {
  await using start = await startingPoint();
  await run(start.env);
  const [name = ""] = await readdir(start.cache);
  const path = join(start.cache, name);
  const whole = await Bun.file(path).bytes();
  await rm(path);
  await Bun.write(path, whole.subarray(0, 1000));
  expect(await run(start.env)).toMatch(/^[1-9]\d*\n$/);
  expect(await Bun.file(path).bytes()).toEqual(whole);
});

test("where the cache cannot be written, it is the folder for temporary files", async () => {
  await using start = await startingPoint();
  await Bun.write(`${start.env.XDG_CACHE_HOME}`, "A file where a folder should be.");
  expect(await run(start.env)).toMatch(/^[1-9]\d*\n$/);
  expect(await readdir(start.temporary)).toHaveLength(1);
});

test("a folder into which others may write is not used", async () => {
  await using start = await startingPoint();
  await mkdir(start.cache, { recursive: true });
  await chmod(start.cache, 0o777);
  expect(await run(start.env)).toMatch(/^[1-9]\d*\n$/);
  expect(await readdir(start.cache)).toEqual([]);
  expect(await readdir(start.temporary)).toHaveLength(1);
});

test("where no folder can be written, it says which, and why", async () => {
  await using start = await startingPoint();
  for (const path of [`${start.env.XDG_CACHE_HOME}`, start.temporary]) await Bun.write(path, "A file.");
  const failure = run(start.env);
  for (const words of [start.cache, start.temporary, "Make one of these folders writable"])
    await expect(failure).rejects.toThrow(words);
});
