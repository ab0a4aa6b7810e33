import { closeSync, openSync, writeSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { GuiAgentError } from "../core/errors.ts";
import type { Log } from "../core/log.ts";

/** Writes files that callers ask for. It never overwrites: a wrong path must not cost the user a file. */
export const fileWriter = {
  async writeNew(path: string, bytes: Uint8Array): Promise<void> {
    try {
      await writeFile(path, bytes, { flag: "wx" });
    } catch (thrown) {
      const { code, message } =
        thrown instanceof Error ? describe(thrown) : { code: "", message: String(thrown) };
      if (code === "EEXIST") {
        throw new GuiAgentError("file_exists", `${path} exists already.`, {
          remedy: "Choose a name that is not taken; existing files are never overwritten.",
        });
      }
      throw new GuiAgentError("io_failed", `${path} could not be written: ${message}`, {
        remedy: "Choose a folder that exists and is writable.",
        cause: thrown,
      });
    }
  },
};

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

function describe(error: Error): { readonly code: string; readonly message: string } {
  return { code: "code" in error ? String(error.code) : "", message: error.message };
}
