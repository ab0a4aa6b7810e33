import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { koffiAddon } from "../../.ci/build/addon.ts";
import { bundledFiles } from "../../.ci/build/compile.ts";
import { type TargetName, targetNames, targets } from "../../.ci/build/targets.ts";
import { type ArchiveEntry, embeddedFiles, unpackArchive } from "../support/archives.ts";
import { runProgram } from "../support/child.ts";
import { executableFormat } from "../support/executable-format.ts";
import { readSignature } from "../support/mach-o-signature.ts";
import { systemPath } from "../support/program-environment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const release = "dist/release";

/** What each target's users download. */
const expected = {
  "linux-x64": { archive: "gui-agent-linux-x64.tar.gz", format: "ELF x64", desktop: "x11", addon: [] },
  "linux-arm64": { archive: "gui-agent-linux-arm64.tar.gz", format: "ELF arm64", desktop: "x11", addon: [] },
  "windows-x64": {
    archive: "gui-agent-windows-x64.zip",
    format: "PE x64",
    desktop: "win32",
    addon: ["koffi-3.3.4-win32-x64.node"],
  },
  "darwin-arm64": {
    archive: "gui-agent-darwin-arm64.tar.gz",
    format: "Mach-O arm64",
    desktop: "darwin",
    addon: ["koffi-3.3.4-darwin-arm64.node"],
  },
  "darwin-x64": {
    archive: "gui-agent-darwin-x64.tar.gz",
    format: "Mach-O x64",
    desktop: "darwin",
    addon: ["koffi-3.3.4-darwin-x64.node"],
  },
} as const satisfies Record<TargetName, object>;

interface Unpacked {
  readonly entries: readonly ArchiveEntry[];
  readonly program: Uint8Array;
}

const folder = await temporaryFolder();
afterAll(() => folder[Symbol.asyncDispose]());
const unpacked = new Map<TargetName, Unpacked>();

function unpackedFor(name: TargetName): Unpacked {
  const found = unpacked.get(name);
  if (found === undefined) throw new Error(`The archive for ${name} was not unpacked.`);
  return found;
}

function countOf(part: Buffer, whole: Buffer): number {
  let count = 0;
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + part.length)) count += 1;
  return count;
}

// All are built once, by the command that releases are built by; where it is the first time, Bun is fetched for each.
beforeAll(async () => {
  await runProgram([process.execPath, "build.ts", "--all"], process.env);
  for (const name of targetNames) {
    const place = join(folder.path, name);
    const entries = await unpackArchive(join(release, expected[name].archive), place);
    unpacked.set(name, { entries, program: await Bun.file(join(place, entries[0]?.name ?? "")).bytes() });
  }
}, 600_000);

test("there is one archive for each target, and the digests of all", async () => {
  const names = targetNames.map((name) => expected[name].archive);
  expect(new Set(await readdir(release))).toEqual(new Set([...names, "SHA256SUMS"]));
  const check = ["sh", "-c", `cd ${release} && sha256sum --strict --check SHA256SUMS`];
  const printed = await runProgram(check, { PATH: systemPath });
  expect(printed).toBe(names.map((name) => `${name}: OK\n`).join(""));
});

describe.each([...targetNames])("the archive for %s", (name) => {
  const { format, desktop, addon } = expected[name];

  test("holds one file, which its user can run", () => {
    const { entries, program } = unpackedFor(name);
    const entry = format.startsWith("PE")
      ? { name: "gui-agent.exe", mode: null, owner: null }
      : { name: "gui-agent", mode: 0o755, owner: [0, 0, "", ""] };
    expect<unknown>(entries).toEqual([entry]);
    expect(executableFormat(program)).toBe(format);
  });

  test("has embedded in it what its system needs, and nothing for others", async () => {
    const { program } = unpackedFor(name);
    const everywhere = ["THIRD-PARTY-NOTICES.txt", "image-search-thread.js"];
    const threads = desktop === "win32" ? ["clipboard-thread.js"] : [];
    expect(embeddedFiles(program)).toEqual(new Set([...addon, ...everywhere, ...threads]));
    for (const other of targetNames) {
      const native = Buffer.from(await Bun.file(await koffiAddon(targets[other])).arrayBuffer());
      const copies = countOf(native, Buffer.from(program.buffer));
      expect({ other, copies }).toEqual({ other, copies: other === name ? addon.length : 0 });
    }
  });

  test("is made of the sources for its system, and of none for others", async () => {
    const files = await bundledFiles(targets[name]);
    const parts = files.flatMap((file) => /^src\/desktop\/(x11|win32|darwin|native)\//.exec(file)?.[1] ?? []);
    expect(new Set(parts)).toEqual(new Set([desktop, ...(addon.length > 0 ? ["native"] : [])]));
  });

  test("comes with the licences of what is in it, and of nothing else", () => {
    const program = Buffer.from(unpackedFor(name).program.buffer);
    // As the program holds a text that is not all ASCII.
    const says = (words: string) => program.includes(words, 0, "utf16le");
    expect({ zod: says("\nzod 4"), x11: says("\nx11 4"), koffi: says("\nkoffi 3") }).toEqual({
      zod: true,
      x11: desktop === "x11",
      koffi: addon.length > 0,
    });
  });
});

test.each([...targetNames].filter((name) => name.startsWith("darwin")))(
  "every page of the program for %s is signed",
  (name) => {
    const { program } = unpackedFor(name);
    const { pages, signed, offset, ...signature } = readSignature(program);
    expect(signature).toEqual({ identifier: "gui-agent", isAdHoc: true, endsTheFile: true, wrongPages: [] });
    expect(signed).toBe(offset);
    expect(pages).toBeGreaterThan(20_000);
  },
);
