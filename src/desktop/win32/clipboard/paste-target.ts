import { type Key, parseChord } from "../../../core/keys.ts";
import type { Handle } from "../../native/types.ts";
import { foregroundThread, inputFocus } from "../input-focus.ts";
import { processOf } from "../process.ts";
import { className } from "../windows/describe.ts";
import type { ClipboardApi } from "./clipboard-api.ts";

const ordinary = parseChord(["ctrl", "v"]);
/** Where Ctrl+V is a character, or scrolls. */
const terminal = parseChord(["shift", "insert"]);
const desktopTerminal = parseChord(["ctrl", "shift", "v"]);

/** Programs that do not paste with Ctrl+V, by the class of their window in lower case. The system's console does. */
const pasteKeys: ReadonlyMap<string, readonly Key[]> = new Map([
  ...["emacs", "kitty", "mintty", "putty", "virtualconsoleclass"].map((name) => [name, terminal] as const),
  ["org.wezfurlong.wezterm", desktopTerminal],
]);

/** Browsers, and programs that are made of one. */
const browsers = /^(?:Chrome_|Mozilla|Internet Explorer_Server$)/;

/** Where keys go now, and how it pastes. */
export interface PasteTarget {
  readonly keys: readonly Key[];
  /** Whether it may fetch a text also where no field takes it. */
  readonly isBrowser: boolean;
  /** The windows that have a part in it, from the inside out: the programs behind them may differ. */
  readonly windows: readonly Handle[];
}

export type FocusFunctions = Pick<
  ClipboardApi["user32"],
  "GetGUIThreadInfo" | "GetAncestor" | "GetForegroundWindow" | "GetClassNameW" | "GetWindowThreadProcessId"
>;

/** `GA_ROOT` */
const root = 2;

export function findPasteTarget(user32: FocusFunctions): PasteTarget {
  const { focus, active } = inputFocus(user32, foregroundThread);
  const around = Number(focus) === 0 ? 0 : user32.GetAncestor(focus, root);
  const found = [focus, around, active, user32.GetForegroundWindow()];
  const windows = [...new Set(found)].filter((window) => Number(window) !== 0);
  const classes = windows.map((window) => className({ user32 }, window));
  const known = classes.map((name) => pasteKeys.get(name.toLowerCase())).find((keys) => keys !== undefined);
  return { keys: known ?? ordinary, isBrowser: classes.some((name) => browsers.test(name)), windows };
}

/** Whether a window belongs to one of the programs. */
export function belongsTo(user32: FocusFunctions, windows: readonly Handle[], window: Handle): boolean {
  const id = processOf(user32, window);
  return id !== undefined && windows.some((each) => processOf(user32, each) === id);
}
