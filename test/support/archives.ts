import { join } from "node:path";
import { z } from "zod";
import { runProgram } from "./child.ts";
import { systemPath } from "./program-environment.ts";

const entries = z.array(
  z.object({
    name: z.string(),
    /** Permissions; null where the archive has none. */
    mode: z.number().nullable(),
    /** Numbers and names of its user and group. */
    owner: z.tuple([z.number(), z.number(), z.string(), z.string()]).nullable(),
  }),
);
export type ArchiveEntry = z.infer<typeof entries>[number];

/** Unpacks an archive by a program that has nothing to do with the one that packed it. */
export async function unpackArchive(archive: string, folder: string): Promise<readonly ArchiveEntry[]> {
  const script = join(import.meta.dir, "unpack-archive.py");
  const printed = await runProgram(["/usr/bin/python3", script, archive, folder], { PATH: systemPath });
  return entries.parse(JSON.parse(printed));
}

const places = ["/$bunfs/root/", "B:/~BUN/root/"];

/**
 * The names of the files that are embedded in a program, found where it mentions them. A digest in the name,
 * which Bun puts before the extension, is left out.
 */
export function embeddedFiles(program: Uint8Array): ReadonlySet<string> {
  const text = Buffer.from(program.buffer, program.byteOffset, program.byteLength);
  const found = new Set<string>();
  for (const place of places) {
    for (let at = text.indexOf(place); at !== -1; at = text.indexOf(place, at + place.length)) {
      const rest = text.toString("latin1", at + place.length, at + place.length + 100);
      const name = /^[\w.-]+\.(?:dll|dylib|exe|js|node|so|txt|wasm)(?![\w.])/.exec(rest)?.[0];
      if (name !== undefined) found.add(name.replace(/-[a-z0-9]{8}(\.[a-z]+)$/, "$1"));
    }
  }
  return found;
}
