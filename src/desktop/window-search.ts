import type { DesktopWindow } from "./port.ts";

/** Which windows are meant: all that fit everything that is given. */
export interface WindowQuery {
  readonly id?: string | undefined;
  /** A part of the title, in any case. */
  readonly title?: string | undefined;
  /** A part of the program's name, in any case. */
  readonly app?: string | undefined;
}

/** The windows that fit, in the order given. */
export function matchingWindows(
  windows: readonly DesktopWindow[],
  query: WindowQuery,
): readonly DesktopWindow[] {
  return windows.filter((window) => fits(window, query, (text, part) => text.includes(part)));
}

/**
 * The window to work with first, then the others that fit as well. A title or name that is the same
 * goes before one that only contains what was asked for; among equals, what can be seen goes first, and
 * then what is further to the front.
 */
export function bestMatches(windows: readonly DesktopWindow[], query: WindowQuery): readonly DesktopWindow[] {
  const matching = matchingWindows(windows, query);
  const same = matching.filter((window) => fits(window, query, (text, whole) => text === whole));
  const candidates = same.length > 0 ? same : matching;
  const isHidden = (window: DesktopWindow) => window.isMinimized || window.isOnOtherWorkspace;
  return candidates.toSorted((one, other) => Number(isHidden(one)) - Number(isHidden(other)));
}

/** For messages. */
export function describeQuery({ id, title, app }: WindowQuery): string {
  const parts = [
    id === undefined ? "" : ` with the id ${id}`,
    title === undefined ? "" : ` with "${title}" in its title`,
    app === undefined ? "" : ` of a program with "${app}" in its name`,
  ];
  return parts.join("");
}

function fits(
  window: DesktopWindow,
  { id, title, app }: WindowQuery,
  compare: (text: string, wanted: string) => boolean,
): boolean {
  const sameText = (text: string, wanted: string | undefined) =>
    wanted === undefined || compare(fold(text), fold(wanted));
  return (id === undefined || window.id === id) && sameText(window.title, title) && sameText(window.app, app);
}

/** Without the differences that a reader does not see, such as of `…` and `...`. */
function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
