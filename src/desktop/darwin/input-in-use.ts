import type { Clock } from "../../core/clock.ts";
import type { GuiAgentError } from "../../core/errors.ts";
import { keyboardInUse, pointerInUse, waitUntilFree } from "../input-in-use.ts";
import { type MouseButton, mouseButtons } from "../port.ts";
import type { CoreGraphics } from "./api/core-graphics.ts";
import type { HeldInput } from "./held-input.ts";
import { modifierLabels, modifiersIn } from "./modifiers.ts";

/** `kCGEventSourceStateCombinedSessionState`, CGEventTypes.h: by devices and by programs. */
const combinedSessionState = 0;
/** `CGMouseButton`, CGEventTypes.h. */
const buttonNumbers = { left: 0, right: 1, middle: 2 } as const satisfies Record<MouseButton, number>;

/**
 * Makes sure that our keys and clicks arrive as they are sent: a modifier or a button that somebody else
 * holds would make something else of them. Waits a second for it to go.
 * Throws `keyboard_in_use` for a modifier and `pointer_in_use` for a button.
 */
export function assertNotInUse(graphics: CoreGraphics, held: HeldInput, clock: Clock): Promise<void> {
  return waitUntilFree(() => modifierInForce(graphics, held) ?? heldButton(graphics, held), clock);
}

function modifierInForce(graphics: CoreGraphics, held: HeldInput): GuiAgentError | undefined {
  const down = modifiersIn(graphics.CGEventSourceFlagsState(combinedSessionState));
  const theirs = down.filter((name) => !held.modifiers.has(name)).map((name) => modifierLabels[name]);
  if (theirs.length === 0) return undefined;
  return keyboardInUse(
    `${theirs.join(" and ")} ${theirs.length > 1 ? "are" : "is"} held`,
    "Let go of the key, or wait until whoever uses the keyboard has finished, then try again. Under Sticky Keys press it until it is off.",
  );
}

function heldButton(graphics: CoreGraphics, held: HeldInput): GuiAgentError | undefined {
  const theirs = mouseButtons.find(
    (name) =>
      !held.buttons.includes(name) &&
      graphics.CGEventSourceButtonState(combinedSessionState, buttonNumbers[name]),
  );
  return theirs && pointerInUse(theirs);
}
