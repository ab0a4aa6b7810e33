import { existsSync } from "node:fs";
import { join } from "node:path";

/** What starts this program once more: its one file or, run from source, the runtime with the source. */
export function ownCommand(): readonly [program: string, ...parameters: string[]] {
  const source = join(import.meta.dir, "..", "index.ts");
  return existsSync(source) ? [process.execPath, source] : [process.execPath];
}
