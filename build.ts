/**
 * Builds the product, one file that reads none beside itself.
 *
 *     bun build.ts                        dist/gui-agent, for this machine
 *     bun build.ts --target=windows-x64   dist/windows-x64/gui-agent.exe
 *     bun build.ts --all                  every target, and the archives of them in dist/release
 */
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { archiveName, pack } from "./.ci/build/archive.ts";
import { writeChecksums } from "./.ci/build/checksums.ts";
import { bundledFiles, compile, entrypoints } from "./.ci/build/compile.ts";
import {
  executableName,
  hostTarget,
  isTargetName,
  type Target,
  type TargetName,
  targetNames,
  targets,
} from "./.ci/build/targets.ts";
import { thirdPartyNotices } from "./docs/licences/notices.ts";

const releaseFolder = "dist/release";

async function build(target: Target, outfile: string): Promise<void> {
  // Bundled twice: what the notices are about is known after the first time, and they are embedded the second.
  const notices = await thirdPartyNotices(await bundledFiles(target));
  await Bun.write(join(dirname(outfile), "THIRD-PARTY-NOTICES.txt"), notices);
  await compile(entrypoints(target), outfile, { target, notices });
  console.log(`${outfile} ${(Bun.file(outfile).size / 1e6).toFixed(1)} MB`);
}

function programOf(name: TargetName): string {
  return join("dist", name, executableName(targets[name]));
}

async function buildAll(): Promise<void> {
  await rm(releaseFolder, { recursive: true, force: true });
  await mkdir(releaseFolder, { recursive: true });
  for (const name of targetNames) await build(targets[name], programOf(name));
  const archives = targetNames.map((name) => ({ name, archive: archiveName(name, targets[name]) }));
  await Promise.all(archives.map(({ name, archive }) => pack(programOf(name), join(releaseFolder, archive))));
  await writeChecksums(
    releaseFolder,
    archives.map(({ archive }) => archive),
  );
}

async function main(): Promise<void> {
  const { all, target: name } = parseArgs({
    options: { all: { type: "boolean" }, target: { type: "string" } },
  }).values;
  if (all === true) {
    await buildAll();
  } else if (name === undefined) {
    const target = targets[hostTarget()];
    await build(target, join("dist", executableName(target)));
  } else if (isTargetName(name)) {
    await build(targets[name], programOf(name));
  } else {
    throw new Error(`There is no target ${name}, only ${targetNames.join(", ")}.`);
  }
}

await main();
