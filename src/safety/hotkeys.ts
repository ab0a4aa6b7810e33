import { GuiAgentError } from "../core/errors.ts";
import { type Key, parseChord } from "../core/keys.ts";

export type HotkeyPlatform = "x11" | "win32" | "darwin";

/** Chords that close, quit, log out, lock or switch away. A longer chord that contains one is refused too. */
const refusedByDefault = {
  x11: [
    "alt+f4",
    "ctrl+q",
    "ctrl+shift+w",
    "ctrl+alt+delete",
    "ctrl+alt+backspace",
    // Cinnamon's dialog for switching off, and Plasma's cross that kills the window that is clicked.
    "ctrl+alt+end",
    "ctrl+meta+escape",
    "ctrl+alt+escape",
    "ctrl+alt+l",
    "meta+l",
    "meta+shift+q",
    "meta+shift+e",
    ...Array.from({ length: 12 }, (_, index) => `ctrl+alt+f${index + 1}`),
  ],
  win32: ["alt+f4", "ctrl+q", "ctrl+shift+w", "ctrl+alt+delete", "ctrl+alt+end", "ctrl+meta+f4", "meta+l"],
  darwin: [
    // Quits the program; with Shift it logs out, with Control it locks the screen.
    "meta+q",
    "meta+shift+q",
    "ctrl+meta+q",
    "meta+alt+escape",
    // A window with all that is in it, and all windows.
    "meta+shift+w",
    "meta+alt+w",
    // Remote desktops hand these on to Windows.
    "alt+f4",
    "ctrl+alt+delete",
  ],
} as const satisfies Record<HotkeyPlatform, readonly string[]>;

export interface HotkeyPolicyOptions {
  readonly platform: HotkeyPlatform;
  /** Chords to refuse besides the built-in ones, such as `ctrl+w`. */
  readonly refuse?: readonly string[];
  /** Built-in chords to allow. */
  readonly allow?: readonly string[];
}

interface RefusedChord {
  /** As it was written. */
  readonly name: string;
  readonly keys: ReadonlySet<string>;
}

/** Decides which chords may be pressed. Throws `invalid_input` for a chord that cannot be read. */
export class HotkeyPolicy {
  readonly #refused: readonly RefusedChord[];

  constructor(options: HotkeyPolicyOptions) {
    const allowed = (options.allow ?? []).map(readChord);
    this.#refused = [...refusedByDefault[options.platform], ...(options.refuse ?? [])]
      .map(readChord)
      .filter((chord) => !allowed.some((other) => sameKeys(chord, other)));
  }

  /** The refused chords, as `alt+f4`. */
  get refused(): readonly string[] {
    return this.#refused.map((chord) => chord.name);
  }

  /**
   * Throws `hotkey_refused` if the keys, together, contain a refused chord.
   * @param keys everything that would be down at the same time, keys already held included
   */
  check(keys: readonly Key[]): void {
    const pressed = keySet(keys);
    const refused = this.#refused.find((chord) => chord.keys.isSubsetOf(pressed));
    if (refused === undefined) return;
    throw new GuiAgentError(
      "hotkey_refused",
      `The hotkey ${refused.name} is refused: it would close, lock or leave what the user works in.`,
      {
        remedy:
          "Reach the same end with the mouse or a menu, or ask the user to allow the hotkey with --allow-hotkeys.",
      },
    );
  }
}

/** Keys that do the same count as one, so that no spelling gets around the list. */
const sameAs: Readonly<Record<string, string>> = { altgr: "alt", numpaddecimal: "delete" };

function keySet(keys: readonly Key[]): ReadonlySet<string> {
  return new Set(keys.map((key) => sameAs[key] ?? key));
}

function readChord(name: string): RefusedChord {
  return { name, keys: keySet(parseChord([name])) };
}

function sameKeys(one: RefusedChord, other: RefusedChord): boolean {
  return one.keys.size === other.keys.size && one.keys.isSubsetOf(other.keys);
}
