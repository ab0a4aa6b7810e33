import type { PointerState } from "x11";
import { type Key, parseChord } from "../../../core/keys.ts";
import type { X11Session } from "../session.ts";
import { unlessGone, windowClass } from "../window-properties.ts";

const none = 0;
/** The keyboard's focus is wherever the pointer is. */
const pointerRoot = 1;

/** How a kind of program pastes. */
interface Paste {
  readonly keys: readonly Key[];
  /** Whether it takes the text from the PRIMARY selection (what is marked) rather than the clipboard. */
  readonly fromPrimary: boolean;
}

/** Where keys go now, and how it pastes. */
export interface PasteTarget extends Paste {
  /** The window that has the focus; undefined when none has. */
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
  const { focus } = await session.call<{ readonly focus: number }>((done) =>
    session.client.GetInputFocus(done),
  );
  const window = focus === pointerRoot ? await windowUnderPointer(session) : focus;
  if (window === none) return { ...ordinary, window: undefined };
  return { ...(await pasteOf(session, window)), window };
}

/** Whether two resources belong to the same program (more exactly: connection) of an X server. */
export function haveSameClient(session: X11Session, one: number, other: number): boolean {
  const clientBits = ~session.server.resource_mask;
  return (one & clientBits) === (other & clientBits);
}

/** The class is on the program's outer window, the focus often on one within. */
async function pasteOf(session: X11Session, focused: number): Promise<Paste> {
  let window = focused;
  while (window !== none) {
    const at = window;
    const { instance = "", className = "" } = (await unlessGone(windowClass(session, at))) ?? {};
    if (className !== "") {
      return pastes.get(className.toLowerCase()) ?? pastes.get(instance.toLowerCase()) ?? ordinary;
    }
    const tree = await unlessGone(
      session.call<{ readonly parent: number }>((done) => session.client.QueryTree(at, done)),
    );
    window = tree?.parent ?? none;
  }
  return ordinary;
}

/** The innermost one: those further out may belong to the window manager. */
async function windowUnderPointer(session: X11Session): Promise<number> {
  let window = none;
  for (let child = session.root; child !== none; ) {
    window = child;
    const at = child;
    const pointer = await unlessGone(
      session.call<PointerState>((done) => session.client.QueryPointer(at, done)),
    );
    child = pointer?.child ?? none;
  }
  return window;
}
