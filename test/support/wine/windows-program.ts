import { join } from "node:path";
import { compile, entrypoints } from "../../../.ci/build/compile.ts";
import { executableName, targets } from "../../../.ci/build/targets.ts";
import { windowsPath } from "./wine-desk.ts";

const target = targets["windows-x64"];

/** Puts the compiled program into a folder of this machine, alone. Returns its path for Windows. */
export async function installForWindows(folder: string): Promise<string> {
  const program = join(folder, executableName(target));
  await compile(entrypoints(target), program, { target });
  return windowsPath(program);
}
