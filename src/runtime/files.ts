import { closeSync, openSync, writeSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { GuiAgentError } from "../core/errors.ts";
import type { Log } from "../core/log.ts";

/** Writes files that callers ask for. It never overwrites: a wrong path must not cost the user a file. */
export const fileWriter = {
  async writeNew(path: string, bytes: Uint8Array): Promise<void> {
    const file = await create(path);
    try {
      await file.writeFile(bytes);
      await file.close();
    } catch (thrown) {
      await file.close().catch(() => undefined);
      // What was written of it (a full disk) shows nothing, and would stand in the way of another try.
      await rm(path, { force: true }).catch(() => undefined);
      throw notWritten(path, thrown, "Make room there, or choose another folder.");
    }
  },
};

async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, "wx");
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST") {
      throw new GuiAgentError("file_exists", `${path} exists already.`, {
        remedy: "Choose a name that is not taken; existing files are never overwritten.",
      });
    }
    throw notWritten(path, thrown, "Choose a folder that exists and is writable.");
  }
}

function notWritten(path: string, cause: unknown, remedy: string): GuiAgentError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new GuiAgentError("io_failed", `${path} could not be written: ${reason}`, { remedy, cause });
}

/** A file that grows by one line of JSON per record. */
export interface JsonLines extends Disposable {
  append(record: object): void;
}

/**
 * Opens a record file for appending; only its owner can read it. Throws `io_failed` if that is not
 * possible. A later write that fails (a full disk) is logged once and stops the file, nothing else.
 */
export function openJsonLines(path: string, log: Log): JsonLines {
  let file: number | undefined;
  try {
    file = openSync(path, "a", 0o600);
  } catch (thrown) {
    throw new GuiAgentError("io_failed", `${path} could not be opened: ${String(thrown)}`, {
      remedy: "Choose a path that can be written.",
      cause: thrown,
    });
  }
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    append: (record) => {
      if (file === undefined) return;
      try {
        writeSync(file, `${JSON.stringify(record)}\n`);
      } catch (thrown) {
        log.error(
          `${path} can no longer be written, so operations are not recorded there: ${String(thrown)}`,
        );
        close();
      }
    },
    [Symbol.dispose]: close,
  };
}
