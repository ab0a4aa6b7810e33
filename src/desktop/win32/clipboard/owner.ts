import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError } from "../../../core/errors.ts";
import type { ClipboardApi } from "./clipboard-api.ts";
import type { Patience } from "./open-clipboard.ts";
import { describeProgram } from "./programs.ts";

/** After this long a silent program counts as hung. */
const answerWithinMs = 3_000;
const lookEveryMs = 10;

/** `WM_NULL` */
const nothing = 0;
/** `SMTO_ABORTIFHUNG` and `SMTO_ERRORONEXIT` */
const orGiveUp = 0x22;
/** Meanwhile nothing that is cancelled ends. */
const askForMs = 50;

/**
 * Whoever asks for what a program has copied, or takes the clipboard from it, waits for that program, for ever
 * where it hangs. Throws `clipboard_unavailable` when it does not answer.
 */
export async function assertOwnerAnswers(
  api: ClipboardApi,
  clock: Clock,
  { until, signal }: Patience,
): Promise<void> {
  const end = Math.min(until, clock.now() + answerWithinMs);
  for (;;) {
    const owner = api.user32.GetClipboardOwner();
    // What nobody owns is there already.
    if (Number(owner) === 0) return;
    const result = new Uint8Array(8);
    if (Number(api.user32.SendMessageTimeoutW(owner, nothing, 0, 0, orGiveUp, askForMs, result)) !== 0)
      return;
    if (clock.now() >= end) throw hangs(describeProgram(api, owner));
    await clock.sleep(lookEveryMs, signal);
  }
}

function hangs(who: string): GuiAgentError {
  return new GuiAgentError(
    "clipboard_unavailable",
    `What is on the clipboard is kept by ${who}, which does not answer.`,
    { remedy: "Look whether that program hangs, or copy something else in another one; then try again." },
  );
}
