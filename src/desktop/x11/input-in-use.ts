import type { PointerState } from "x11";
import type { Clock } from "../../core/clock.ts";
import type { GuiAgentError } from "../../core/errors.ts";
import { keyboardInUse, pointerInUse, waitUntilFree } from "../input-in-use.ts";
import { modifierBits } from "./keyboard/keymap.ts";
import { keyboardLayout } from "./keyboard/layout.ts";
import { hotkeyModifiers, modifierNames } from "./keyboard/modifier-names.ts";
import type { Presses } from "./presses.ts";
import type { X11Session } from "./session.ts";

/** What programs call the buttons, by number from 1. Those of the wheel are not held. */
const buttonNames = ["left", "middle", "right"] as const;
const firstButtonBit = 8;

/**
 * Makes sure that our keys and clicks arrive as they are sent: a modifier that somebody else holds, or
 * has locked, would make hotkeys of them, and we would let go of it in the middle. Waits a second for
 * it to go. Throws `keyboard_in_use` for a modifier and `pointer_in_use` for a button.
 */
export function assertNotInUse(session: X11Session, presses: Presses, clock: Clock): Promise<void> {
  return waitUntilFree(
    async () => (await modifierInForce(session)) ?? (await heldButton(session, presses)),
    clock,
  );
}

async function modifierInForce(session: X11Session): Promise<GuiAgentError | undefined> {
  const layout = await keyboardLayout(session);
  const state = await layout.state();
  const { keymap } = layout;
  const kinds: readonly (readonly [kind: keyof typeof remedies, mask: number])[] = [
    ["held", state.baseMods & ~modifierBits.lock],
    ["latched", state.latchedMods & ~modifierBits.lock],
    ["locked", state.lockedMods & hotkeyModifiers(keymap)],
  ];
  const [first] = kinds.filter(([, mask]) => mask !== 0);
  if (first === undefined) return undefined;
  const [kind, mask] = first;
  const names = modifierNames(keymap, mask);
  const what = `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} ${kind}`;
  return keyboardInUse(what, remedies[kind]);
}

const remedies = {
  held: "Let go of the key, or wait until whoever uses the keyboard has finished, then try again. A key that hangs is freed by pressing it once more.",
  latched:
    "Press the key until it is off, or turn Sticky Keys off in the accessibility settings, then try again.",
  locked:
    "Press the key once more to unlock it, or turn Sticky Keys off in the accessibility settings, then try again.",
} as const satisfies Record<string, string>;

async function heldButton(session: X11Session, presses: Presses): Promise<GuiAgentError | undefined> {
  const { keyMask } = await session.call<PointerState>((done) =>
    session.client.QueryPointer(session.root, done),
  );
  const isDown = (button: number): boolean => (keyMask & (1 << (firstButtonBit + button - 1))) !== 0;
  const down = buttonNames.flatMap((name, index) => (isDown(index + 1) ? [{ name, number: index + 1 }] : []));
  if (down.length === 0) return undefined;
  // Ours are known by the device's numbers, which the server maps to those that programs see.
  const mapping = await session.call<readonly number[]>((done) => session.client.GetPointerMapping(done));
  const ours = new Set(presses.buttons.map((button) => mapping[button - 1]));
  const theirs = down.find(({ number }) => !ours.has(number));
  return theirs && pointerInUse(theirs.name);
}
