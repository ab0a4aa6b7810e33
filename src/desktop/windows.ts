import type { Clock } from "../core/clock.ts";
import { GuiAgentError, throwIfCancelled } from "../core/errors.ts";
import { oneLine } from "../core/one-line.ts";
import type { DesktopWindow, Windows } from "./port.ts";
import { type Standing, standingOf } from "./window-order.ts";
import { bestMatches, describeQuery, matchingWindows, type WindowQuery } from "./window-search.ts";

const attempts = 3;
/** A window manager answers within milliseconds; on a loaded machine, and with animations, it takes longer. */
const attemptMs = 700;
const pollMs = 20;

/** In characters. A page can make its title as long as it likes, and whoever asks reads all of it. */
const longestTitle = 200;

/** Longer lists in messages and notices help nobody. */
const longestMention = 10;

export interface FocusedWindow {
  /** What has the keyboard now. */
  readonly window: DesktopWindow;
  /** What differs from the request. */
  readonly notice?: string;
}

/** The windows of the desktop: finding them, and bringing one to the front for sure. */
export class WindowService {
  readonly #windows: Pick<Windows, "list" | "activate">;
  readonly #clock: Clock;

  constructor(windows: Pick<Windows, "list" | "activate">, clock: Clock) {
    this.#windows = windows;
    this.#clock = clock;
  }

  /** From front to back, with how many windows there are in all. */
  async list(
    query: WindowQuery,
  ): Promise<{ readonly windows: readonly DesktopWindow[]; readonly total: number }> {
    const all = await this.#list();
    return { windows: matchingWindows(all, query), total: all.length };
  }

  /**
   * Brings a window to the front, restores it if it is minimised, switches to its workspace, and makes
   * sure that it has the keyboard and that nothing covers it but what always does.
   * @throws `window_not_found` when no window fits or the one that does closes meanwhile,
   *   `window_not_focused` when it does not come to the front
   */
  async focus(query: WindowQuery, signal: AbortSignal): Promise<FocusedWindow> {
    const all = await this.#list();
    const [wanted, ...others] = bestMatches(all, query);
    if (wanted === undefined) throw notFound(query, all);
    let standing = standingOf(all, wanted.id);
    for (let attempt = 1; attempt <= attempts && standing?.isInFront === false; attempt += 1) {
      throwIfCancelled(signal);
      await this.#windows.activate(standing.reached.id);
      standing = await this.#settle(wanted.id, signal);
    }
    if (standing === undefined) throw closed(wanted);
    if (!standing.isInFront) throw notFocused(wanted, standing, await this.#list());
    const notice = noticeAbout(wanted, others, standing);
    return { window: standing.reached, ...(notice === "" ? {} : { notice }) };
  }

  async #list(): Promise<readonly DesktopWindow[]> {
    const windows = await this.#windows.list();
    return windows.map((window) => ({ ...window, title: tidy(window.title), app: tidy(window.app) }));
  }

  /** How the window stands once it is in front, or after a while. */
  async #settle(id: string, signal: AbortSignal): Promise<Standing | undefined> {
    const end = this.#clock.now() + attemptMs;
    for (;;) {
      const standing = standingOf(await this.#list(), id);
      if (standing?.isInFront !== false || this.#clock.now() >= end) return standing;
      await this.#clock.sleep(pollMs, signal);
    }
  }
}

/** On one line and not too long. What is cut off leaves no mark, so that the rest is still found by it. */
function tidy(text: string): string {
  return [...oneLine(text)].slice(0, longestTitle).join("");
}

function noticeAbout(wanted: DesktopWindow, others: readonly DesktopWindow[], standing: Standing): string {
  const { reached, overlaidBy } = standing;
  const parts = [
    others.length === 0
      ? ""
      : `${others.length + 1} windows fit; this one was in front of the others: ${mention(others)}.`,
    reached.id === wanted.id
      ? ""
      : `The window ${name(wanted)} takes no input until this dialog of it is closed.`,
    overlaidBy.length === 0 ? "" : `A part of it is behind what stays on top: ${mention(overlaidBy)}.`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function notFound(query: WindowQuery, all: readonly DesktopWindow[]): GuiAgentError {
  return new GuiAgentError(
    "window_not_found",
    `There is no window${describeQuery(query)}. There is: ${mention(all)}.`,
    {
      remedy:
        "Use an id, title or app of gui_list_windows. A window that has been closed is gone with its id, and a program that was just started needs a moment to show one. Nothing was done.",
    },
  );
}

function closed(window: DesktopWindow): GuiAgentError {
  return new GuiAgentError("window_not_found", `The window ${name(window)} was closed meanwhile.`, {
    remedy: "Call gui_list_windows to see what is there now.",
  });
}

function notFocused(
  wanted: DesktopWindow,
  { reached, coveredBy }: Standing,
  all: readonly DesktopWindow[],
): GuiAgentError {
  const active = all.find((window) => window.isActive);
  const instead =
    reached.isActive && coveredBy.length > 0
      ? `it is covered by ${mention(coveredBy)}`
      : `the keyboard goes to ${active === undefined ? "none of the windows" : name(active)}`;
  return new GuiAgentError(
    "window_not_focused",
    `The window ${name(wanted)} was activated ${attempts} times but did not come to the front: ${instead}.`,
    {
      remedy:
        "Some windows never take the keyboard, and a menu or dialog may hold on to it: take a screenshot, close what is in the way or click into the window, then try again. Nothing was typed or clicked.",
    },
  );
}

function mention(windows: readonly DesktopWindow[]): string {
  const named = windows.slice(0, longestMention).map(name);
  const rest = windows.length - named.length;
  if (rest > 0) named.push(`${rest} more`);
  return named.length === 0 ? "none" : named.join("; ");
}

function name({ title, app, id }: DesktopWindow): string {
  return `"${title}" (${app === "" ? id : `${app}, ${id}`})`;
}
