import { constants } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { programEnvironment } from "./program-environment.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const programName = process.platform === "win32" ? "gui-agent.exe" : "gui-agent";

/** The compiled file that is tested: that of this folder, unless the environment names another. */
const builtBinary =
  process.env.GUI_AGENT_TESTED_PROGRAM ?? join(import.meta.dir, "..", "..", "dist", programName);

export interface InstallationOptions {
  /** DISPLAY; none when it is absent. */
  readonly display?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Files to put into the working directory, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The compiled file, alone in an empty folder, with an empty home and its own working directory. */
export interface Installation extends AsyncDisposable {
  readonly program: string;
  readonly workingDirectory: string;
  readonly env: Record<string, string>;
}

export async function installGuiAgent({
  display,
  env = {},
  files = {},
}: InstallationOptions = {}): Promise<Installation> {
  const folder = await temporaryFolder();
  const program = join(folder.path, "program", programName);
  const home = join(folder.path, "home");
  const workingDirectory = join(folder.path, "work");
  for (const path of [join(program, ".."), home, workingDirectory]) await mkdir(path);
  await copyFile(builtBinary, program, constants.COPYFILE_FICLONE);
  for (const [name, content] of Object.entries(files)) await Bun.write(join(workingDirectory, name), content);
  return {
    program,
    workingDirectory,
    env: { ...programEnvironment(home, display), ...env },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
