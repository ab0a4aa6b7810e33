import type { WindowFunctions } from "../api/user32-windows.ts";

/** Of `ShowWindow`: the size and place that it had before. */
const restore = 9;

/** Of `SetWindowPos`: the place, size and activation stay, and nobody waits for the program. */
const raiseFlags = 0x0001 | 0x0002 | 0x0010 | 0x4000;
const aboveAll = 0;

/** `INPUT` of a mouse that neither moves nor presses: all of it is 0. */
const nothingHappens = new Uint8Array(40);

/**
 * Asks for a window to be in front and to have the keyboard. Windows lets only some programs do that, among
 * them the one that the last input came from (winuser/nf-winuser-setforegroundwindow): so a movement by
 * nothing goes before. Joining the input queue of the program in front would also do, but hangs with it.
 */
export function activateWindow(user32: WindowFunctions, window: number): void {
  // Not waited for: a program that hangs would take us along.
  if (user32.IsIconic(window) !== 0) user32.ShowWindowAsync(window, restore);
  user32.SendInput(1, nothingHappens, nothingHappens.length);
  user32.SetForegroundWindow(window);
  // A window that has the keyboard already stays where it is otherwise, also behind one that was opened since.
  user32.SetWindowPos(window, aboveAll, 0, 0, 0, 0, raiseFlags);
}
