import type { Clock } from "../../core/clock.ts";
import { GuiAgentError } from "../../core/errors.ts";
import type { DesktopFunctions } from "./api/user32-desktops.ts";
import { mouseFlags } from "./input-events.ts";
import type { Control } from "./presses.ts";

/** A person who is typing or clicking lets go within this time. */
const patienceMs = 1_000;
const lookEveryMs = 25;

/** Virtual keys (learn.microsoft.com/en-us/windows/win32/inputdev/virtual-key-codes) that turn others into hotkeys. */
const modifiers = {
  16: "Shift",
  17: "Ctrl",
  18: "Alt",
  91: "the Windows key",
  92: "the Windows key",
} as const;
/** Those of the mouse, by where they are: Windows swaps left and right later, where the user wants that. */
const buttons = { 1: "left", 2: "right", 4: "middle" } as const;

/**
 * Makes sure that our keys and clicks arrive as they are sent: a modifier that somebody else holds would make
 * hotkeys of them, and we would let go of it in the middle. Waits a second for it to go.
 * @param ours virtual keys, those of the mouse among them, that we hold down ourselves
 * @throws `keyboard_in_use` for a modifier and `pointer_in_use` for a button
 */
export async function assertNotInUse(
  user32: Pick<DesktopFunctions, "GetAsyncKeyState">,
  ours: ReadonlySet<number>,
  clock: Clock,
): Promise<void> {
  const end = clock.now() + patienceMs;
  const isTheirs = ([key]: readonly [string, string]) =>
    user32.GetAsyncKeyState(Number(key)) < 0 && !ours.has(Number(key));
  for (;;) {
    const modifier = Object.entries(modifiers).find(isTheirs);
    const button = Object.entries(buttons).find(isTheirs);
    if (modifier === undefined && button === undefined) return;
    if (clock.now() >= end)
      throw modifier === undefined ? buttonHeld(button?.[1]) : modifierHeld(modifier[1]);
    await clock.sleep(lookEveryMs);
  }
}

function modifierHeld(name: string): GuiAgentError {
  return new GuiAgentError(
    "keyboard_in_use",
    `${name.replace(/^t/, "T")} is held on the keyboard, so whatever is typed or clicked would arrive as a hotkey. Nothing was done.`,
    {
      remedy:
        "Let go of the key, or wait until whoever uses the keyboard has finished, then try again. A key that hangs is freed by pressing it once more; Sticky Keys are turned off in the accessibility settings.",
    },
  );
}

function buttonHeld(name = "other"): GuiAgentError {
  return new GuiAgentError(
    "pointer_in_use",
    `The ${name} mouse button is held by someone else, so the pointer would drag something. Nothing was done.`,
    { remedy: "Let go of the button, or wait until whoever uses the mouse has finished, then try again." },
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
