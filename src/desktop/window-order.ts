import { intersection } from "../core/geometry.ts";
import type { DesktopWindow } from "./port.ts";

/** How a window stands among the others. */
export interface Standing {
  /** What to work with: the window itself, or the dialog that keeps its input from it. */
  readonly reached: DesktopWindow;
  readonly isInFront: boolean;
  /** What hides at least a part of it and would not if it were in front. */
  readonly coveredBy: readonly DesktopWindow[];
  /** What hides a part of it though it is in front: windows that stay on top, its own dialogs. */
  readonly overlaidBy: readonly DesktopWindow[];
}

/**
 * @param windows from front to back
 * @returns undefined when the window is not among them
 */
export function standingOf(windows: readonly DesktopWindow[], id: string): Standing | undefined {
  const wanted = windows.find((window) => window.id === id);
  if (wanted === undefined) return undefined;
  const reached =
    windows.find((window) => window.isModal && isShown(window) && belongsTo(window, wanted, windows)) ??
    wanted;
  const above = windows.slice(0, windows.indexOf(reached)).filter((window) => hides(window, reached));
  const isAllowed = (window: DesktopWindow) => window.staysOnTop || belongsTo(window, reached, windows);
  const coveredBy = above.filter((window) => !isAllowed(window));
  return {
    reached,
    isInFront: reached.isActive && isShown(reached) && coveredBy.length === 0,
    coveredBy,
    overlaidBy: above.filter(isAllowed),
  };
}

/** Whether a window is a dialog of another, or a dialog of such a dialog. */
function belongsTo(window: DesktopWindow, owner: DesktopWindow, windows: readonly DesktopWindow[]): boolean {
  const seen = new Set<string>();
  let { ownerId } = window;
  // Two windows may name each other: nobody checks what programs write.
  while (ownerId !== undefined && !seen.has(ownerId)) {
    if (ownerId === owner.id) return true;
    seen.add(ownerId);
    ownerId = windows.find(({ id }) => id === ownerId)?.ownerId;
  }
  return false;
}

function hides(window: DesktopWindow, other: DesktopWindow): boolean {
  return isShown(window) && intersection(window.bounds, other.bounds) !== undefined;
}

function isShown(window: DesktopWindow): boolean {
  return !window.isMinimized && !window.isOnOtherWorkspace;
}
