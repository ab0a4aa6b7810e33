import { constants } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { windowsPath } from "./wine-desk.ts";

/** Puts the compiled program into a folder of this machine, alone. Returns its path for Windows. */
export async function installForWindows(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const program = join(folder, "gui-agent.exe");
  await copyFile(resolve("dist/windows-x64/gui-agent.exe"), program, constants.COPYFILE_FICLONE);
  return windowsPath(program);
}
