/**
 * Every reason for which an operation can fail, as callers see it.
 * The codes are stable: clients may branch on them.
 */
export const errorCodes = [
  "invalid_input",
  "unknown_tool",
  "out_of_range",
  "no_screenshot",
  "stale_screenshot",
  "display_not_found",
  "display_unavailable",
  "permission_denied",
  "pointer_in_use",
  "keyboard_in_use",
  "screen_locked",
  "clipboard_unavailable",
  "text_not_taken",
  "window_not_found",
  "window_not_focused",
  "target_not_found",
  "unsupported",
  "hotkey_refused",
  "limit_exceeded",
  "busy",
  "cancelled",
  "timed_out",
  "model_unavailable",
  "model_declined",
  "task_failed",
  "file_exists",
  "io_failed",
  "port_unavailable",
  "internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export interface GuiAgentErrorOptions {
  /** What the reader can do about it, as one or more full sentences. */
  readonly remedy?: string;
  readonly cause?: unknown;
}

/**
 * The only error that the product throws on purpose. The message says what happened and what
 * was expected; `remedy` says what to do. `tools/dispatch.ts` turns it into a result.
 */
export class GuiAgentError extends Error {
  override readonly name = "GuiAgentError";
  readonly code: ErrorCode;
  readonly remedy: string | undefined;

  constructor(code: ErrorCode, message: string, options: GuiAgentErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
  }
}

/** Any thrown value as a `GuiAgentError`; foreign errors become `internal` and keep their cause. */
export function toGuiAgentError(thrown: unknown): GuiAgentError {
  if (thrown instanceof GuiAgentError) return thrown;
  // What failed first is the news; letting go afterwards failed for the same reason.
  if (thrown instanceof SuppressedError) return toGuiAgentError(thrown.suppressed);
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new GuiAgentError("internal", message, {
    cause: thrown,
    remedy: "This is a fault in gui-agent. Please report it with the server's log.",
  });
}

/** Throws `cancelled` if the signal has fired. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new GuiAgentError("cancelled", "The call was cancelled by the client.");
}
