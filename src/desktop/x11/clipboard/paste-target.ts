import { type Key, parseChord } from "../../../core/keys.ts";
import { windowsWithKeyboard } from "../keyboard-focus.ts";
import type { X11Session } from "../session.ts";
import { unlessGone, windowClass } from "../window-properties.ts";

/** How a kind of program pastes. */
interface Paste {
  readonly keys: readonly Key[];
  /** Whether it takes the text from the PRIMARY selection (what is marked) rather than the clipboard. */
  readonly fromPrimary: boolean;
}

/** Where keys go now, and how it pastes. */
export interface PasteTarget extends Paste {
  /** The window that keys go to; undefined when they go to none. */
  readonly window: number | undefined;
}

const ordinary: Paste = { keys: parseChord(["ctrl", "v"]), fromPrimary: false };
/** Ctrl+V is a character in a terminal, so terminals of desktops add Shift. */
const terminal: Paste = { keys: parseChord(["ctrl", "shift", "v"]), fromPrimary: false };
const oldTerminal: Paste = { keys: parseChord(["shift", "insert"]), fromPrimary: true };

/** Programs that do not paste with Ctrl+V, by their WM_CLASS in lower case. */
const pastes: ReadonlyMap<string, Paste> = new Map([
  ...[
    "alacritty",
    "blackbox",
    "com.mitchellh.ghostty",
    "contour",
    "cool-retro-term",
    "deepin-terminal",
    "gnome-terminal",
    "gnome-terminal-server",
    "guake",
    "io.elementary.terminal",
    "kgx",
    "kitty",
    "konsole",
    "lxterminal",
    "mate-terminal",
    "org.gnome.console",
    "org.gnome.ptyxis",
    "org.gnome.terminal",
    "org.wezfurlong.wezterm",
    "ptyxis",
    "qterminal",
    "rio",
    "sakura",
    "terminator",
    "terminology",
    "termite",
    "tilda",
    "tilix",
    "xfce4-terminal",
    "yakuake",
  ].map((name) => [name, terminal] as const),
  // Emacs, where Ctrl+V scrolls, is no terminal but pastes with the same keys as the old ones.
  ...["aterm", "emacs", "eterm", "mlterm", "rxvt", "st", "st-256color", "urxvt", "uxterm", "xterm"].map(
    (name) => [name, oldTerminal] as const,
  ),
]);

export async function findPasteTarget(session: X11Session): Promise<PasteTarget> {
  const windows = await windowsWithKeyboard(session);
  return { ...(await pasteOf(session, windows)), window: windows[0] };
}

/**
 * The class is on the program's outer window, the focus often on one within.
 * @param windows from the inside out
 */
async function pasteOf(session: X11Session, windows: readonly number[]): Promise<Paste> {
  for (const window of windows) {
    const { instance = "", className = "" } = (await unlessGone(windowClass(session, window))) ?? {};
    if (className === "") continue;
    return pastes.get(className.toLowerCase()) ?? pastes.get(instance.toLowerCase()) ?? ordinary;
  }
  return ordinary;
}
