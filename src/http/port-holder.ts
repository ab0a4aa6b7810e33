import { readdir, readFile, readlink } from "node:fs/promises";

export interface PortHolder {
  /** The name of its executable file, cut after 15 characters. */
  readonly program: string;
  readonly processId: number;
}

/**
 * Which program listens on a TCP port of this machine, where the system tells: Linux, through
 * proc(5), for programs of the same user. Undefined otherwise; never throws.
 */
export async function findPortHolder(port: number): Promise<PortHolder | undefined> {
  const sockets = new Set<string>();
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    for (const inode of listeners(await readText(table), port)) sockets.add(`socket:[${inode}]`);
  }
  if (sockets.size === 0) return undefined;
  for (const id of await list("/proc")) {
    if (!/^\d+$/.test(id)) continue;
    for (const descriptor of await list(`/proc/${id}/fd`)) {
      const target = await readlink(`/proc/${id}/fd/${descriptor}`).catch(() => "");
      if (!sockets.has(target)) continue;
      return { program: (await readText(`/proc/${id}/comm`)).trim(), processId: Number(id) };
    }
  }
  return undefined;
}

/** The inodes of sockets in state LISTEN (0A) with this local port, from a table of proc(5). */
function listeners(table: string, port: number): readonly string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return table.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    return local.endsWith(suffix) && state === "0A" && inode !== undefined ? [inode] : [];
  });
}

async function readText(path: string): Promise<string> {
  return await readFile(path, "utf8").catch(() => "");
}

async function list(path: string): Promise<readonly string[]> {
  return await readdir(path).catch(() => []);
}
