import type { X11Session } from "../session.ts";
import { atom, readNumbers, unlessGone } from "../window-properties.ts";

/** In place of a workspace: the window is on all of them. */
export const everyWorkspace = 0xffff_ffff;

/** What the window manager says about the windows (EWMH). */
export interface WindowManager {
  /** Those of programs, from back to front. */
  readonly windows: readonly number[];
  /** The window that it has made the active one; undefined where it has none or does not say. */
  readonly active: number | undefined;
  /** The workspace that is shown; undefined where there are none. */
  readonly workspace: number | undefined;
  /** Whether it makes a window the active one when asked to. */
  readonly canActivate: boolean;
  /** Whether it puts a window above others when asked to; activating does not with all. */
  readonly canRaise: boolean;
}

/** Undefined where there is no window manager, or one from before EWMH (twm). */
export async function askWindowManager(session: X11Session): Promise<WindowManager | undefined> {
  const onRoot = (name: string) => readNumbers(session, session.root, name);
  const [announced, stacked, mapped, active, workspace, supported, activation, restacking] =
    await Promise.all([
      onRoot("_NET_SUPPORTING_WM_CHECK"),
      onRoot("_NET_CLIENT_LIST_STACKING"),
      onRoot("_NET_CLIENT_LIST"),
      onRoot("_NET_ACTIVE_WINDOW"),
      onRoot("_NET_CURRENT_DESKTOP"),
      onRoot("_NET_SUPPORTED"),
      atom(session, "_NET_ACTIVE_WINDOW"),
      atom(session, "_NET_RESTACK_WINDOW"),
    ]);
  if (!(await isAlive(session, announced[0]))) return undefined;
  const canActivate = supported.includes(activation);
  return {
    windows: stacked.length > 0 ? stacked : mapped,
    active: canActivate ? active[0] : undefined,
    workspace: workspace[0],
    canActivate,
    canRaise: supported.includes(restacking),
  };
}

/** A window manager that was killed leaves what it said on the root window, but not its own window. */
async function isAlive(session: X11Session, announced: number | undefined): Promise<boolean> {
  if (announced === undefined) return false;
  const itself = await unlessGone(readNumbers(session, announced, "_NET_SUPPORTING_WM_CHECK"));
  return itself?.[0] === announced;
}
