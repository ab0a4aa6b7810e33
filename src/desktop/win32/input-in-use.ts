import type { Clock } from "../../core/clock.ts";
import type { GuiAgentError } from "../../core/errors.ts";
import { keyboardInUse, pointerInUse, waitUntilFree } from "../input-in-use.ts";
import type { DesktopFunctions } from "./api/user32-desktops.ts";
import { mouseFlags } from "./input-events.ts";
import type { Control } from "./presses.ts";

/** Virtual keys (learn.microsoft.com/en-us/windows/win32/inputdev/virtual-key-codes) that turn others into hotkeys. */
const modifiers = [
  { key: 16, name: "Shift" },
  { key: 17, name: "Ctrl" },
  { key: 18, name: "Alt" },
  { key: 91, name: "The Windows key" },
  { key: 92, name: "The Windows key" },
] as const;
/** Those of the mouse, by where they are: Windows swaps left and right later, where the user wants that. */
const buttons = [
  { key: 1, name: "left" },
  { key: 2, name: "right" },
  { key: 4, name: "middle" },
] as const;

/**
 * Makes sure that our keys and clicks arrive as they are sent: a modifier that somebody else holds would make
 * hotkeys of them, and we would let go of it in the middle. Waits a second for it to go.
 * @param ours virtual keys, those of the mouse among them, that we hold down ourselves
 * @throws `keyboard_in_use` for a modifier and `pointer_in_use` for a button
 */
export function assertNotInUse(
  user32: Pick<DesktopFunctions, "GetAsyncKeyState">,
  ours: ReadonlySet<number>,
  clock: Clock,
): Promise<void> {
  const isTheirs = ({ key }: { readonly key: number }) => user32.GetAsyncKeyState(key) < 0 && !ours.has(key);
  return waitUntilFree(() => {
    const modifier = modifiers.find(isTheirs);
    if (modifier !== undefined) return modifierHeld(modifier.name);
    const button = buttons.find(isTheirs);
    return button && pointerInUse(button.name);
  }, clock);
}

function modifierHeld(name: string): GuiAgentError {
  return keyboardInUse(
    `${name} is held`,
    "Let go of the key, or wait until whoever uses the keyboard has finished, then try again. A key that hangs is freed by pressing it once more; Sticky Keys are turned off in the accessibility settings.",
  );
}

/** The virtual keys of mouse buttons among what is held down. */
export function buttonsOf(down: Iterable<Control>): ReadonlySet<number> {
  const keys = new Map<number, number>([
    [mouseFlags.leftDown, 1],
    [mouseFlags.rightDown, 2],
    [mouseFlags.middleDown, 4],
  ]);
  return new Set(
    [...down].flatMap(({ press }) => (press.kind === "mouse" ? (keys.get(press.flags) ?? []) : [])),
  );
}
