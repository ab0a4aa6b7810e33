import type { Clock } from "../core/clock.ts";
import { GuiAgentError, throwIfCancelled } from "../core/errors.ts";

/**
 * Programs hear of another input method by a message. Text that is typed at once would overtake it, and
 * the next message would overtake the end of the text.
 */
const settleMs = 150;

/** An input method that is in force, and would take typed text for its own. */
export interface InputMethod {
  /** Asks the system for a plain keyboard in its place; whether that came about is seen in `isInForce`. */
  giveWay(): Promise<void>;
  /** Whether an input method, this or another, still is in force. */
  isInForce(): Promise<boolean>;
  /**
   * Puts it back, unless the user has chosen something else meanwhile. Does not throw where that fails:
   * the text is there, and an error would have it typed again.
   */
  putBack(): Promise<void>;
  /** What to do where it does not give way. */
  readonly remedy: string;
}

/**
 * Puts a plain keyboard in the place of an input method, as long as a text is typed. Disposal puts the
 * method back. Throws `unsupported` where it does not give way.
 */
export async function setAside(
  method: InputMethod,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<AsyncDisposable> {
  await using undo = new AsyncDisposableStack();
  if (signal !== undefined) throwIfCancelled(signal);
  undo.defer(async () => {
    await clock.sleep(settleMs);
    await method.putBack();
  });
  await method.giveWay();
  await clock.sleep(settleMs, signal);
  if (await method.isInForce()) throw notSetAside(method.remedy);
  return undo.move();
}

function notSetAside(remedy: string): GuiAgentError {
  return new GuiAgentError(
    "unsupported",
    "An input method is in force that would take typed text for its own, and the system does not let it be set aside. Nothing was typed.",
    { remedy },
  );
}
