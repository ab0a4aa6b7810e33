import type { PointerState } from "x11";
import type { Clock } from "../../core/clock.ts";
import { GuiAgentError } from "../../core/errors.ts";
import { modifierBits } from "./keyboard/keymap.ts";
import { keyboardLayout } from "./keyboard/layout.ts";
import { hotkeyModifiers, modifierNames } from "./keyboard/modifier-names.ts";
import type { Presses } from "./presses.ts";
import type { X11Session } from "./session.ts";

/** A person who is typing or clicking lets go within this time. */
const patienceMs = 1_000;
const lookEveryMs = 25;

/** What programs call the buttons, by number from 1. Those of the wheel are not held. */
const buttonNames = ["left", "middle", "right"] as const;
const firstButtonBit = 8;

/**
 * Makes sure that our keys and clicks arrive as they are sent: a modifier that somebody else holds, or
 * has locked, would make hotkeys of them, and we would let go of it in the middle. Waits a second for
 * it to go. Throws `keyboard_in_use` for a modifier and `pointer_in_use` for a button.
 */
export async function assertNotInUse(session: X11Session, presses: Presses, clock: Clock): Promise<void> {
  const end = clock.now() + patienceMs;
  for (;;) {
    const obstacle = (await modifierInForce(session)) ?? (await heldButton(session, presses));
    if (obstacle === undefined) return;
    if (clock.now() >= end) throw obstacle;
    await clock.sleep(lookEveryMs);
  }
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
  return new GuiAgentError(
    "keyboard_in_use",
    `${what} on the keyboard, so whatever is typed or clicked would arrive as a hotkey. Nothing was done.`,
    { remedy: remedies[kind] },
  );
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
  if (theirs === undefined) return undefined;
  return new GuiAgentError(
    "pointer_in_use",
    `The ${theirs.name} mouse button is held by someone else, so the pointer would drag something. Nothing was done.`,
    { remedy: "Let go of the button, or wait until whoever uses the mouse has finished, then try again." },
  );
}
