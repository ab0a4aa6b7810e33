import type { Clock } from "../core/clock.ts";
import { GuiAgentError } from "../core/errors.ts";
import type { MouseButton } from "./port.ts";

/** A person who is typing or clicking lets go within this time. */
const patienceMs = 1_000;
const lookEveryMs = 25;

/** Waits a second for what keeps us from using mouse and keyboard to go, and throws it if it does not. */
export async function waitUntilFree(
  look: () => GuiAgentError | undefined | Promise<GuiAgentError | undefined>,
  clock: Clock,
): Promise<void> {
  const end = clock.now() + patienceMs;
  for (;;) {
    const obstacle = await look();
    if (obstacle === undefined) return;
    if (clock.now() >= end) throw obstacle;
    await clock.sleep(lookEveryMs);
  }
}

/** @param what such as `Shift is held` */
export function keyboardInUse(what: string, remedy: string): GuiAgentError {
  return new GuiAgentError(
    "keyboard_in_use",
    `${what} on the keyboard, so whatever is typed or clicked would arrive as a hotkey. Nothing was done.`,
    { remedy },
  );
}

export function pointerInUse(button: MouseButton): GuiAgentError {
  return new GuiAgentError(
    "pointer_in_use",
    `The ${button} mouse button is held by someone else, so the pointer would drag something. Nothing was done.`,
    { remedy: "Let go of the button, or wait until whoever uses the mouse has finished, then try again." },
  );
}
