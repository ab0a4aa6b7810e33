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
  const { folder, path } = storeCookie();
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

interface Stored {
  readonly folder: string;
  readonly path: string;
}

/**
 * Stores a new cookie in the folder for temporary files, or else in the user's runtime folder. That
 * one is second: it is emptied when the user logs out, which a program may outlive.
 */
function storeCookie(): Stored {
  const { XDG_RUNTIME_DIR: runtimeFolder } = environment;
  const parents = [tmpdir(), ...(runtimeFolder ? [runtimeFolder] : [])];
  const failures: unknown[] = [];
  for (const parent of parents) {
    try {
      return storeIn(parent);
    } catch (thrown) {
      failures.push(thrown);
    }
  }
  const reasons = failures.map((thrown) => (thrown instanceof Error ? thrown.message : String(thrown)));
  throw new GuiAgentError(
    "io_failed",
    `The private display's cookie cannot be stored in ${parents.join(" or in ")}: ${reasons.join("; ")}.`,
    {
      remedy:
        "Set TMPDIR to a folder that exists, that you may write to and that has room, then start gui-agent again.",
      cause: failures[0],
    },
  );
}

function storeIn(parent: string): Stored {
  const folder = mkdtempSync(join(parent, "gui-agent-display-"));
  const path = join(folder, "Xauthority");
  try {
    writeFileSync(path, wildEntry(crypto.getRandomValues(new Uint8Array(16))), { mode: 0o600 });
  } catch (thrown) {
    rmSync(folder, { recursive: true, force: true });
    throw thrown;
  }
  return { folder, path };
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
