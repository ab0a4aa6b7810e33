import type { PointerState } from "x11";
import { none } from "./protocol.ts";
import { haveSameClient } from "./same-client.ts";
import type { X11Session } from "./session.ts";
import { readNumbers, unlessGone } from "./window-properties.ts";

/** Instead of a window, GetInputFocus may name this. */
const windowUnderPointer = 1;

/** The window that keys go to, and all windows that it lies in, from the inside out. Empty where keys go nowhere. */
export async function windowsWithKeyboard(session: X11Session): Promise<readonly number[]> {
  const { focus } = await session.call<{ readonly focus: number }>((done) =>
    session.client.GetInputFocus(done),
  );
  if (focus === none) return [];
  // The root passes keys on to the window under the pointer; it gets the keyboard when the window that had it closes.
  const isPassedOn = focus === windowUnderPointer || focus === session.root;
  return isPassedOn ? underPointer(session) : around(session, focus);
}

/** Whether keys go to a program: window managers take the keyboard themselves where no window is to have it. */
export async function programHasKeyboard(session: X11Session): Promise<boolean> {
  const [windows, [manager = none]] = await Promise.all([
    windowsWithKeyboard(session),
    readNumbers(session, session.root, "_NET_SUPPORTING_WM_CHECK"),
  ]);
  return windows.some((window) => !haveSameClient(session, window, manager));
}

async function around(session: X11Session, window: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let current = window; current !== session.root && current !== none; ) {
    found.push(current);
    const tree = await unlessGone(
      session.call<{ readonly parent: number }>((done) => session.client.QueryTree(current, done)),
    );
    current = tree?.parent ?? none;
  }
  return found;
}

async function underPointer(session: X11Session): Promise<readonly number[]> {
  const found: number[] = [];
  for (let current = session.root; current !== none; ) {
    const state = await unlessGone(
      session.call<PointerState>((done) => session.client.QueryPointer(current, done)),
    );
    current = state?.child ?? none;
    if (current !== none) found.unshift(current);
  }
  return found;
}
