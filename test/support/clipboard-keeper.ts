import { readdir, readFile } from "node:fs/promises";
import type { XServer } from "./x-server.ts";

/** The processes that keep what is on the clipboard of a server. */
export async function keepersOf({ display }: Pick<XServer, "display">): Promise<readonly number[]> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const keeps = await Promise.all(
    pids.map(async (pid) => {
      // Other users' processes cannot be read, and any may end meanwhile.
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
      const [command, environment] = await Promise.all([read("cmdline"), read("environ")]);
      return (
        command.split("\0").includes("keep-clipboard") &&
        environment.split("\0").includes(`DISPLAY=${display}`)
      );
    }),
  );
  return pids.filter((_, index) => keeps[index]);
}
