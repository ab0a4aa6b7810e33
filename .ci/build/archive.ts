import { chmod } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { zip } from "fflate";
import type { Target } from "./targets.ts";

/** The same file comes out of the same program; a zip file cannot hold an earlier date. */
const date = "1980-01-01";

export function archiveName(name: string, { platform }: Target): string {
  return `gui-agent-${name}${platform === "win32" ? ".zip" : ".tar.gz"}`;
}

/** Packs one program, as its users' system unpacks without further tools: zip for Windows, else a tar file. */
export async function pack(program: string, archive: string): Promise<void> {
  await (archive.endsWith(".zip") ? packZip(program, archive) : packTar(program, archive));
}

async function packZip(program: string, archive: string): Promise<void> {
  const entries = { [basename(program)]: await Bun.file(program).bytes() };
  // Without a time zone, which zip files do not know either.
  const options = { mtime: `${date}T00:00:00` };
  const packed = await new Promise<Uint8Array>((resolve, reject) => {
    zip(entries, options, (error, data) => (error === null ? resolve(data) : reject(error)));
  });
  await Bun.write(archive, packed);
}

/** By GNU tar, which alone can leave out who built it and when. */
async function packTar(program: string, archive: string): Promise<void> {
  await chmod(program, 0o755);
  const uniform = ["--format=ustar", `--mtime=${date} UTC`, "--owner=0", "--group=0", "--numeric-owner"];
  const command = ["tar", ...uniform, "-czf", archive, "-C", dirname(program), basename(program)];
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  const [problems] = await Promise.all([child.stderr.text(), child.exited]);
  if (child.exitCode !== 0) throw new Error(`${archive} could not be packed; it takes GNU tar: ${problems}`);
}
