import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { compile, entrypoints } from "../../../.ci/build/compile.ts";
import { executableName, targets } from "../../../.ci/build/targets.ts";
import { windowsPath } from "./wine-desk.ts";

const target = targets["windows-x64"];

/** The compiled file that is tested: one made of the sources, unless the environment names another. */
const builtProgram = process.env.GUI_AGENT_TESTED_WINDOWS_PROGRAM;

/** Puts the compiled program into a folder of this machine, alone. Returns its path for Windows. */
export async function installForWindows(folder: string): Promise<string> {
  const program = join(folder, executableName(target));
  if (builtProgram === undefined) await compile(entrypoints(target), program, { target });
  else await copyFile(builtProgram, program);
  return windowsPath(program);
}
