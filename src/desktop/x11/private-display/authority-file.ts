import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environment } from "#runtime";
import { GuiAgentError } from "../../../core/errors.ts";
import { authorityFamilies, cookieProtocol } from "../xauthority.ts";

/** An Xauthority file with one new cookie, for any display. */
export interface AuthorityFile extends Disposable {
  readonly path: string;
}

/**
 * Creates the file, for this user alone. It has a name of its own, since programs that give up their
 * privileges (Chromium's) cannot read it through our `/proc/PID/fd`. It is gone when we end; only if we
 * are killed it stays, with the cookie of a display that ended with us.
 * Throws `io_failed` where no file can be created.
 */
export function createAuthorityFile(): AuthorityFile {
  const parent = environment.XDG_RUNTIME_DIR || tmpdir();
  let folder: string;
  let path: string;
  try {
    folder = mkdtempSync(join(parent, "gui-agent-display-"));
    path = join(folder, "Xauthority");
    writeFileSync(path, wildEntry(crypto.getRandomValues(new Uint8Array(16))), { mode: 0o600 });
  } catch (thrown) {
    throw new GuiAgentError(
      "io_failed",
      `The private display's cookie cannot be stored in the folder for temporary files, ${parent}: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
      {
        remedy:
          "Set TMPDIR (or XDG_RUNTIME_DIR, if it is set) to a folder that exists and that you may write to, then start gui-agent again.",
        cause: thrown,
      },
    );
  }
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Also where nothing is disposed any more.
  process.on("exit", remove);
  return {
    path,
    [Symbol.dispose]: () => {
      process.off("exit", remove);
      remove();
    },
  };
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
