import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { GuiAgentError } from "../core/errors.ts";
import { absolutePath, environment } from "./config-file.ts";

/**
 * Loads a native addon that is embedded in the program. Systems load one from a real file only, so it is
 * written to the user's cache first, once for all processes and versions that have the same one.
 * @param name of the file, which differs when the content does
 * @param embedded where the content is
 * @param folders where it may be written, best first
 * @returns what the addon exports
 * @throws `io_failed` where it can be loaded from none of the folders
 */
export function loadAddon(
  name: string,
  embedded: string,
  folders: readonly string[] = addonFolders(),
): unknown {
  const content = readFileSync(embedded);
  const failures: unknown[] = [];
  for (const folder of folders) {
    try {
      const addon = { exports: {} };
      process.dlopen(addon, writtenTo(folder, name, content));
      return addon.exports;
    } catch (thrown) {
      failures.push(thrown);
    }
  }
  const reasons = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
  throw new GuiAgentError("io_failed", `A part of gui-agent could not be loaded: ${reasons.join("; ")}`, {
    remedy: `Make one of these folders writable, and let programs load libraries from it: ${folders.join(", ")}.`,
    cause: new AggregateError(failures),
  });
}

/** The user's cache, by the platform's own rule; then the folder for temporary files. */
function addonFolders(): readonly string[] {
  return [join(cacheFolder(), "gui-agent", "native"), join(tmpdir(), "gui-agent-native")];
}

function cacheFolder(): string {
  const { platform } = process;
  if (platform === "win32")
    return absolutePath(environment.LOCALAPPDATA) ?? join(homedir(), "AppData", "Local");
  if (platform === "darwin") return join(homedir(), "Library", "Caches");
  return absolutePath(environment.XDG_CACHE_HOME) ?? join(homedir(), ".cache");
}

/** Makes sure that the folder has the file, and returns its path. */
function writtenTo(folder: string, name: string, content: Buffer): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  assertPrivate(folder);
  const path = join(folder, name);
  if (holds(path, content)) return path;
  // Another process may load the file at any moment, and must find all of it.
  const unfinished = `${path}.${process.pid}-${crypto.randomUUID()}`;
  try {
    writeFileSync(unfinished, content, { flag: "wx", mode: 0o600 });
    renameSync(unfinished, path);
  } catch (thrown) {
    rmSync(unfinished, { force: true });
    // Windows does not let a file be replaced that another process has just written and loaded.
    if (!holds(path, content)) throw thrown;
  }
  return path;
}

function holds(path: string, content: Buffer): boolean {
  try {
    return readFileSync(path).equals(content);
  } catch {
    return false;
  }
}

/** Where others may write, they could put code of theirs in the place of ours. Windows protects both folders itself. */
function assertPrivate(folder: string): void {
  const own = process.getuid?.();
  if (own === undefined) return;
  const { uid, mode } = lstatSync(folder);
  if (uid === own && (mode & 0o022) === 0) return;
  throw new Error(`${folder} could be written by others`);
}
