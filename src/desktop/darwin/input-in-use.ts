import type { Clock } from "../../core/clock.ts";
import { GuiAgentError } from "../../core/errors.ts";
import { type MouseButton, mouseButtons } from "../port.ts";
import type { CoreGraphics } from "./api/core-graphics.ts";
import type { HeldInput } from "./held-input.ts";
import { modifierLabels, modifiersIn } from "./modifiers.ts";

/** A person who is typing or clicking lets go within this time. */
const patienceMs = 1_000;
const lookEveryMs = 25;

/** `kCGEventSourceStateCombinedSessionState`, CGEventTypes.h: by devices and by programs. */
const combinedSessionState = 0;
/** `CGMouseButton`, CGEventTypes.h. */
const buttonNumbers = { left: 0, right: 1, middle: 2 } as const satisfies Record<MouseButton, number>;

/**
 * Makes sure that our keys and clicks arrive as they are sent: a modifier or a button that somebody else
 * holds would make something else of them. Waits a second for it to go.
 * Throws `keyboard_in_use` for a modifier and `pointer_in_use` for a button.
 */
export async function assertNotInUse(graphics: CoreGraphics, held: HeldInput, clock: Clock): Promise<void> {
  const end = clock.now() + patienceMs;
  for (;;) {
    const obstacle = modifierInForce(graphics, held) ?? heldButton(graphics, held);
    if (obstacle === undefined) return;
    if (clock.now() >= end) throw obstacle;
    await clock.sleep(lookEveryMs);
  }
}

function modifierInForce(graphics: CoreGraphics, held: HeldInput): GuiAgentError | undefined {
  const down = modifiersIn(graphics.CGEventSourceFlagsState(combinedSessionState));
  const theirs = down.filter((name) => !held.modifiers.has(name)).map((name) => modifierLabels[name]);
  if (theirs.length === 0) return undefined;
  return new GuiAgentError(
    "keyboard_in_use",
    `${theirs.join(" and ")} ${theirs.length > 1 ? "are" : "is"} held on the keyboard, so whatever is typed or clicked would arrive as a hotkey. Nothing was done.`,
    {
      remedy:
        "Let go of the key, or wait until whoever uses the keyboard has finished, then try again. Under Sticky Keys press it until it is off.",
    },
  );
}

function heldButton(graphics: CoreGraphics, held: HeldInput): GuiAgentError | undefined {
  const theirs = mouseButtons.find(
    (name) =>
      !held.buttons.includes(name) &&
      graphics.CGEventSourceButtonState(combinedSessionState, buttonNumbers[name]),
  );
  if (theirs === undefined) return undefined;
  return new GuiAgentError(
    "pointer_in_use",
    `The ${theirs} mouse button is held by someone else, so the pointer would drag something. Nothing was done.`,
    { remedy: "Let go of the button, or wait until whoever uses the mouse has finished, then try again." },
  );
}
