import { viewable } from "../protocol.ts";
import type { X11Session } from "../session.ts";
import { readNumbers, unlessGone, windowClass, windowTitle } from "../window-properties.ts";
import { aFewAtATime } from "./a-few-at-a-time.ts";

const withdrawn = 0;
/** Window managers put a program's window into one or two of their own. */
const deepestFrame = 2;

/**
 * The windows of programs where no window manager lists them, from back to front: those that an older
 * window manager takes care of, and where there is none those that are shown and say what they are.
 */
export async function unmanagedWindows(session: X11Session): Promise<readonly number[]> {
  const found = await aFewAtATime(await childrenOf(session, session.root), (window) =>
    unlessGone(programWindow(session, window)),
  );
  return found.filter((window) => window !== undefined);
}

async function programWindow(session: X11Session, outermost: number): Promise<number | undefined> {
  const managed = await managedWithin(session, outermost, deepestFrame);
  if (managed !== undefined) return managed;
  const [{ mapState, overrideRedirect }, title, { className }] = await Promise.all([
    session.call<{ readonly mapState: number; readonly overrideRedirect: number }>((done) =>
      session.client.GetWindowAttributes(outermost, done),
    ),
    windowTitle(session, outermost),
    windowClass(session, outermost),
  ]);
  // Those that want no window manager are menus, tooltips and the like.
  const isShown = mapState === viewable && overrideRedirect === 0;
  return isShown && (title !== "" || className !== "") ? outermost : undefined;
}

/** The window that a window manager has given a state, in whatever it has put around it. */
async function managedWithin(
  session: X11Session,
  window: number,
  depth: number,
): Promise<number | undefined> {
  const [state = withdrawn] = await readNumbers(session, window, "WM_STATE");
  if (state !== withdrawn) return window;
  if (depth === 0) return undefined;
  const within = await Promise.all(
    (await childrenOf(session, window)).map((child) => managedWithin(session, child, depth - 1)),
  );
  return within.find((found) => found !== undefined);
}

async function childrenOf(session: X11Session, window: number): Promise<readonly number[]> {
  const { children } = await session.call<{ readonly children: readonly number[] }>((done) =>
    session.client.QueryTree(window, done),
  );
  return children;
}
