import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError, throwIfCancelled } from "../../../core/errors.ts";
import type { ClipboardApi } from "./clipboard-api.ts";
import type { MessageWindow } from "./message-window.ts";
import { describeProgram } from "./programs.ts";

const lookEveryMs = 10;

export interface Patience {
  /** Time of the clock. */
  readonly until: number;
  readonly signal?: AbortSignal;
}

/**
 * Opens the clipboard, which keeps everybody else from it, windows of our own included, until disposal.
 * Throws `clipboard_unavailable` when somebody else has it open for too long.
 */
export async function openClipboard(
  api: ClipboardApi,
  window: MessageWindow,
  clock: Clock,
  { until, signal }: Patience,
): Promise<Disposable> {
  for (;;) {
    if (signal !== undefined) throwIfCancelled(signal);
    if (api.user32.OpenClipboard(window.handle) !== 0) break;
    if (clock.now() >= until) throw keptOpen(describeProgram(api, api.user32.GetOpenClipboardWindow()));
    await clock.sleep(lookEveryMs, signal);
  }
  return { [Symbol.dispose]: () => void api.user32.CloseClipboard() };
}

function keptOpen(who: string): GuiAgentError {
  return new GuiAgentError("clipboard_unavailable", `The clipboard is kept open by ${who}.`, {
    remedy: "Look whether that program hangs; close it, or wait until it has finished, then try again.",
  });
}
