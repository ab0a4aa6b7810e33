import type { PointerState } from "x11";
import type { X11Session } from "../session.ts";
import { unlessGone } from "../window-properties.ts";

/** Instead of a window, GetInputFocus may name these. */
const noWindow = 0;
const windowUnderPointer = 1;

/** The window that keys go to, and all windows that it lies in. Empty where keys go nowhere. */
export async function windowsWithKeyboard(session: X11Session): Promise<ReadonlySet<number>> {
  const { focus } = await session.call<{ readonly focus: number }>((done) =>
    session.client.GetInputFocus(done),
  );
  if (focus === noWindow) return new Set();
  // The root passes keys on to the window under the pointer; it gets the keyboard when the window that had it closes.
  const isPassedOn = focus === windowUnderPointer || focus === session.root;
  return isPassedOn ? underPointer(session) : around(session, focus);
}

async function around(session: X11Session, window: number): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (let current = window; current !== session.root && current !== noWindow; ) {
    found.add(current);
    const tree = await unlessGone(
      session.call<{ readonly parent: number }>((done) => session.client.QueryTree(current, done)),
    );
    current = tree?.parent ?? noWindow;
  }
  return found;
}

async function underPointer(session: X11Session): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (let current = session.root; current !== noWindow; ) {
    const state = await unlessGone(
      session.call<PointerState>((done) => session.client.QueryPointer(current, done)),
    );
    current = state?.child ?? noWindow;
    if (current !== noWindow) found.add(current);
  }
  return found;
}
