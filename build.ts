/**
 * Builds the product, one file that reads none beside itself.
 *
 *     bun build.ts                        dist/gui-agent, for this machine
 *     bun build.ts --target=windows-x64   dist/windows-x64/gui-agent.exe
 */
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { bundledFiles, compile, entrypoints } from "./.ci/build/compile.ts";
import {
  executableName,
  hostTarget,
  isTargetName,
  type Target,
  targetNames,
  targets,
} from "./.ci/build/targets.ts";
import { thirdPartyNotices } from "./docs/licences/notices.ts";

async function build(target: Target, outfile: string): Promise<void> {
  // Bundled twice: what the notices are about is known after the first time, and they are embedded the second.
  const notices = await thirdPartyNotices(await bundledFiles(target));
  await Bun.write(join(dirname(outfile), "THIRD-PARTY-NOTICES.txt"), notices);
  await compile(entrypoints, outfile, { target, notices });
  console.log(`${outfile} ${(Bun.file(outfile).size / 1e6).toFixed(1)} MB`);
}

async function main(): Promise<void> {
  const { target: name } = parseArgs({ options: { target: { type: "string" } } }).values;
  if (name === undefined) {
    const target = targets[hostTarget()];
    await build(target, join("dist", executableName(target)));
  } else if (isTargetName(name)) {
    await build(targets[name], join("dist", name, executableName(targets[name])));
  } else {
    throw new Error(`There is no target ${name}, only ${targetNames.join(", ")}.`);
  }
}

await main();
