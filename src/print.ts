import { GuiAgentError } from "./core/errors.ts";

/**
 * Writes a page to stdout. Its reader may stop early, as `head` does: that is no failure.
 * Throws `io_failed` when it cannot be written for another reason, such as a full disk.
 */
export function print(page: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error): void => {
      if ("code" in error && error.code === "EPIPE") resolve();
      else reject(notWritten(error));
    };
    // Without a listener the error would end the process, whoever else is told of it.
    process.stdout.once("error", settle);
    process.stdout.write(page, (error) => {
      if (error === undefined || error === null) resolve();
      else settle(error);
    });
  });
}

function notWritten(cause: Error): GuiAgentError {
  return new GuiAgentError("io_failed", `The output cannot be written: ${cause.message}.`, {
    remedy: "Send it to a place that has room for it and may be written to.",
    cause,
  });
}
