import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { GuiAgentError } from "../core/errors.ts";

/** The process's environment. Read it through here, so that there is one place that does. */
export const environment: Readonly<Record<string, string | undefined>> = process.env;

/** The file with the user's settings, in the folder that the platform has for such. It may not exist. */
export function configFile(): string {
  return join(configFolder(), "config.toml");
}

function configFolder(): string {
  const { platform } = process;
  if (platform === "win32")
    return join(absolutePath(environment.APPDATA) ?? join(homedir(), "AppData", "Roaming"), "gui-agent");
  if (platform === "darwin") return join(homedir(), "Library", "Application Support", "gui-agent");
  return join(absolutePath(environment.XDG_CONFIG_HOME) ?? join(homedir(), ".config"), "gui-agent");
}

/** Undefined for one that would depend on the working directory, whose files are not for us. */
export function absolutePath(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

/** A TOML file's content, or undefined if there is no such file. Throws `invalid_input` if it is not TOML. */
export async function readToml(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const file = Bun.file(path);
  if (!(await file.exists())) return undefined;
  try {
    return { ...Bun.TOML.parse(await file.text()) };
  } catch (thrown) {
    throw new GuiAgentError("invalid_input", `${path} cannot be read: ${String(thrown)}`, {
      remedy: "Correct the file, or remove it.",
      cause: thrown,
    });
  }
}
