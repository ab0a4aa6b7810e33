import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The system's own, not one that happens to be on the path. */
const ps = "/bin/ps";

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** The path of the executable. */
  readonly path: string;
}

/** All processes. On macOS `comm` is the whole path. */
export async function processes(): Promise<readonly ProcessEntry[]> {
  // Each column by itself: what follows a `=` in one word with it could be its heading.
  const columns = ["pid", "ppid", "comm"].flatMap((name) => ["-o", `${name}=`]);
  const { stdout } = await promisify(execFile)(ps, ["-ax", ...columns], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return parseProcesses(stdout);
}

/** @param table lines of a process id, that of the parent and a path, which may have spaces in it */
export function parseProcesses(table: string): readonly ProcessEntry[] {
  return table.split("\n").flatMap((line) => {
    const [, pid, parent, path] = /^\s*(\d+)\s+(\d+)\s+(.+)$/.exec(line) ?? [];
    if (pid === undefined || parent === undefined || path === undefined) return [];
    return [{ pid: Number(pid), parent: Number(parent), path }];
  });
}

/**
 * The program that macOS asks about when a process wants a permission: the application that it was started
 * from, however many shells and helpers lie between, or else the process itself.
 * @returns the path of the application's bundle or of the executable
 */
export function responsibleProgram(table: readonly ProcessEntry[], pid: number): string | undefined {
  const byPid = new Map(table.map((entry) => [entry.pid, entry]));
  const seen = new Set<number>();
  let entry = byPid.get(pid);
  const own = entry?.path;
  while (entry !== undefined && !seen.has(entry.pid)) {
    seen.add(entry.pid);
    // Helpers are bundles within the application's.
    const bundle = /^(\/.*?\.app)\//.exec(entry.path)?.[1];
    if (bundle !== undefined) return bundle;
    entry = byPid.get(entry.parent);
  }
  return own;
}
