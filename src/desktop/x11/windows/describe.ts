import type { Geometry } from "x11";
import type { Rect } from "../../../core/geometry.ts";
import type { DesktopWindow } from "../../port.ts";
import type { X11Session } from "../session.ts";
import { atom, readNumbers, unlessGone, windowClass, windowTitle } from "../window-properties.ts";
import { windowId } from "./window-id.ts";
import { everyWorkspace, type WindowManager } from "./window-manager.ts";

/** What is on the desktop but is no window of a program that one works with. */
const leftOut = [
  "DESKTOP",
  "DOCK",
  "SPLASH",
  "NOTIFICATION",
  "TOOLTIP",
  "DROPDOWN_MENU",
  "POPUP_MENU",
  "COMBO",
  "DND",
].map((kind) => `_NET_WM_WINDOW_TYPE_${kind}`);

/** Of WM_STATE. Also that of a window on another workspace. */
const iconic = 3;

/** What all windows are described with. */
export interface Surroundings {
  readonly manager: WindowManager | undefined;
  /** The window that keys go to, and all windows that it lies in. */
  readonly withKeyboard: readonly number[];
}

/** Undefined for a window that is left out of the list, and for one that closes meanwhile. */
export function describeWindow(
  session: X11Session,
  window: number,
  surroundings: Surroundings,
): Promise<DesktopWindow | undefined> {
  return unlessGone(describe(session, window, surroundings));
}

async function describe(
  session: X11Session,
  window: number,
  { manager, withKeyboard }: Surroundings,
): Promise<DesktopWindow | undefined> {
  const numbers = (name: string) => readNumbers(session, window, name);
  const [kinds, hasState, title, { instance, className }, pids, bounds, state, workspaces, owners] =
    await Promise.all([
      numbers("_NET_WM_WINDOW_TYPE"),
      stateOf(session, window),
      windowTitle(session, window),
      windowClass(session, window),
      numbers("_NET_WM_PID"),
      visibleBounds(session, window),
      // The window manager's own list of states says it better.
      manager === undefined ? numbers("WM_STATE") : [],
      numbers("_NET_WM_DESKTOP"),
      numbers("WM_TRANSIENT_FOR"),
    ]);
  const uninteresting = await Promise.all(leftOut.map((kind) => atom(session, kind)));
  // The first kind that is known counts; programs name others after it for older window managers.
  if (uninteresting.includes(kinds[0] ?? 0)) return undefined;
  const [workspace = everyWorkspace] = workspaces;
  const [owner = 0] = owners;
  return {
    id: windowId(window),
    title,
    app: className || instance,
    pid: pids[0],
    bounds,
    isActive: withKeyboard.includes(window) && (manager?.active ?? window) === window,
    // A rolled-up window counts as hidden with some window managers.
    isMinimized: manager === undefined ? state[0] === iconic : hasState("HIDDEN") && !hasState("SHADED"),
    isOnOtherWorkspace:
      manager?.workspace !== undefined && workspace !== everyWorkspace && workspace !== manager.workspace,
    staysOnTop: hasState("ABOVE"),
    // The root stands for all windows of the program.
    ownerId: owner === 0 || owner === session.root ? undefined : windowId(owner),
    isModal: hasState("MODAL"),
  };
}

/** Whether the window has a state of EWMH, such as `HIDDEN`. */
async function stateOf(session: X11Session, window: number) {
  const names = ["HIDDEN", "SHADED", "ABOVE", "MODAL"] as const;
  const [states, atoms] = await Promise.all([
    readNumbers(session, window, "_NET_WM_STATE"),
    Promise.all(names.map((name) => atom(session, `_NET_WM_STATE_${name}`))),
  ]);
  const found = new Set(names.filter((_, index) => states.includes(atoms[index] ?? 0)));
  return (name: (typeof names)[number]): boolean => found.has(name);
}

/** Root pixels: with the frame that the window manager has put around, without a shadow that the program draws. */
async function visibleBounds(session: X11Session, window: number): Promise<Rect> {
  const { client, root } = session;
  const [geometry, origin, frame, shadow] = await Promise.all([
    session.call<Geometry>((done) => client.GetGeometry(window, done)),
    session.call<{ readonly destX: number; readonly destY: number }>((done) =>
      client.TranslateCoordinates(window, root, 0, 0, done),
    ),
    readNumbers(session, window, "_NET_FRAME_EXTENTS"),
    readNumbers(session, window, "_GTK_FRAME_EXTENTS"),
  ]);
  const beyond = (side: number): number => (frame[side] ?? 0) - (shadow[side] ?? 0);
  // Both properties: left, right, top, bottom.
  return {
    x: origin.destX - beyond(0),
    y: origin.destY - beyond(2),
    width: geometry.width + beyond(0) + beyond(1),
    height: geometry.height + beyond(2) + beyond(3),
  };
}
