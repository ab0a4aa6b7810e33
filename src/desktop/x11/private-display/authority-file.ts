import { closeSync, openSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GuiAgentError } from "../../../core/errors.ts";
import { authorityFamilies, cookieProtocol } from "../xauthority.ts";

/** An Xauthority file with one new cookie, for any display. */
export interface AuthorityFile extends Disposable {
  readonly path: string;
}

/**
 * Creates the file without a name, to be reached through this process: however we end, no cookie
 * stays behind on the disk. Throws `io_failed` where no file can be created.
 */
export function createAuthorityFile(): AuthorityFile {
  const file = createNameless();
  return {
    path: `/proc/${process.pid}/fd/${file}`,
    [Symbol.dispose]: () => closeSync(file),
  };
}

function createNameless(): number {
  const folder = tmpdir();
  try {
    const name = join(folder, `gui-agent-${crypto.randomUUID()}`);
    const file = openSync(name, "wx+", 0o600);
    unlinkSync(name);
    writeSync(file, wildEntry(crypto.getRandomValues(new Uint8Array(16))));
    return file;
  } catch (thrown) {
    throw new GuiAgentError(
      "io_failed",
      `The private display's cookie cannot be stored in the folder for temporary files, ${folder}: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
      {
        remedy: "Set TMPDIR to a folder that exists and that you may write to, then start gui-agent again.",
        cause: thrown,
      },
    );
  }
}

/** An entry that fits every machine (FamilyWild) and every display number. */
function wildEntry(cookie: Uint8Array): Uint8Array {
  const { wild } = authorityFamilies;
  const name = new TextEncoder().encode(cookieProtocol);
  return Uint8Array.from([
    wild >> 8,
    wild & 0xff,
    ...counted([]),
    ...counted([]),
    ...counted([...name]),
    ...counted([...cookie]),
  ]);
}

function counted(bytes: readonly number[]): readonly number[] {
  return [bytes.length >> 8, bytes.length & 0xff, ...bytes];
}
