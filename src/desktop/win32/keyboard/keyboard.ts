import type { Key } from "@nut-tree/nut-js";
import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError, throwIfCancelled } from "../../../core/errors.ts";
import { type Key as PortKey, parseKey } from "../../../core/keys.ts";
import type { CharacterKeyboardProvider } from "../../nut.ts";
import type { User32 } from "../api/user32.ts";
import type { Control, Presses } from "../presses.ts";
import { characterControls, keyControl } from "./key-control.ts";
import {
  charactersOf,
  hotkeyPlaceOf,
  isCapsLocked,
  layoutInForce,
  levels,
  modifiersOf,
  strokeFor,
} from "./layout.ts";
import { textChunks } from "./text-events.ts";
import { extended, nutVirtualKeys, type VirtualKey } from "./virtual-keys.ts";

/** The keys that choose a level. Of Ctrl and Alt together, the Alt of AltGr, which menus do not react to. */
const levelKeys = [
  { level: levels.ctrl, key: 0xa2 },
  { level: levels.alt, key: extended | 0xa5 },
  { level: levels.shift, key: 0xa0 },
] as const satisfies readonly { level: number; key: VirtualKey }[];

/** Either Ctrl, Alt and Windows key: what is pressed with one of them is a hotkey, and writes nothing. */
const hotkeyModifiers: ReadonlySet<number> = new Set([0xa2, 0xa3, 0xa4, 0xa5, 0x5b, 0x5c]);

/** Between the pieces of a long text, so that the program that reads them keeps up. */
const betweenChunksMs = 2;

/**
 * nut.js' keyboard on SendInput. Keys for characters stand for the character, wherever the layout of the
 * window in front has it; text is sent as characters, which every layout takes, and so is a single one
 * that the layout has on no key for itself.
 */
export class Win32Keyboard implements CharacterKeyboardProvider {
  readonly typesAnyCharacter = true;
  readonly #user32: User32;
  readonly #presses: Presses;
  readonly #clock: Clock;
  readonly #keys: ReturnType<typeof nutVirtualKeys>;
  /** What is down for each key or character that is held: the layout may change meanwhile. */
  readonly #held = new Map<string, readonly Control[]>();

  constructor(user32: User32, presses: Presses, clock: Clock, nutKey: typeof Key) {
    this.#user32 = user32;
    this.#presses = presses;
    this.#clock = clock;
    this.#keys = nutVirtualKeys(nutKey);
  }

  /** Nothing is delayed here: callers pace their keys themselves. */
  setKeyboardDelay(): void {}

  async type(text: string, signal?: AbortSignal): Promise<void> {
    const chunks = textChunks(this.#user32, text);
    const window = this.#user32.GetForegroundWindow();
    for (const [index, controls] of chunks.entries()) {
      if (signal !== undefined) throwIfCancelled(signal);
      if (index > 0) await this.#clock.sleep(betweenChunksMs, signal);
      // A window that has come up meanwhile may be read by others than those whom the text is for.
      if (Number(this.#user32.GetForegroundWindow()) !== Number(window)) throw cutShort(index, chunks.length);
      this.#presses.send(({ press, release }) => {
        for (const control of controls) {
          press(control);
          release(control);
        }
      });
    }
  }

  async click(...keys: Key[]): Promise<void> {
    await this.pressKey(...keys);
    await this.releaseKey(...keys);
  }

  async pressKey(...keys: Key[]): Promise<void> {
    for (const key of keys) {
      const control = keyControl(this.#user32, this.#virtualKey(key), layoutInForce(this.#user32));
      this.#press(`key ${key}`, [control]);
    }
  }

  async releaseKey(...keys: Key[]): Promise<void> {
    for (const key of keys.toReversed()) this.#release(`key ${key}`);
  }

  async pressCharacter(character: string): Promise<void> {
    this.#press(character, this.#controlsFor(character));
  }

  async releaseCharacter(character: string): Promise<void> {
    this.#release(character);
  }

  async sameKeyAs(character: string): Promise<readonly PortKey[]> {
    const layout = layoutInForce(this.#user32);
    const stroke = strokeFor(this.#user32, character, layout) ?? hotkeyPlaceOf(character);
    if (stroke === undefined) return [];
    const { key, modifiers } = stroke;
    const others = charactersOf(this.#user32, key, layout)
      .filter((other) => /^[^\p{C}\p{Z}]$/u.test(other))
      .map(parseKey);
    return [...new Set([...modifiersOf(modifiers), ...others])].filter((other) => other !== character);
  }

  #press(id: string, controls: readonly Control[]): void {
    if (this.#held.has(id)) return;
    // Entered before the press: if it fails half-way, `#release` must still let go.
    this.#held.set(id, controls);
    this.#presses.send(({ press }) => {
      for (const control of controls) press(control);
    });
  }

  #release(id: string): void {
    const controls = this.#held.get(id);
    if (controls === undefined) return;
    this.#held.delete(id);
    this.#presses.send(({ release }) => {
      for (const control of controls.toReversed()) release(control);
    });
  }

  #virtualKey(key: Key): VirtualKey {
    const found = this.#keys[key];
    if (found !== undefined) return found;
    throw new GuiAgentError("unsupported", "Windows has no such key.", { remedy: "Leave it out." });
  }

  /** Throws `unsupported` for a hotkey with a character that stands for no key. */
  #controlsFor(character: string): readonly Control[] {
    const layout = layoutInForce(this.#user32);
    const written = strokeFor(this.#user32, character, layout);
    if (!this.#isHotkey() && (!written?.isPlain || isCapsLocked(this.#user32))) {
      return characterControls(character);
    }
    const stroke = written ?? hotkeyPlaceOf(character);
    if (stroke === undefined) throw noSuchKey(character);
    const needed = levelKeys.filter(({ level }) => (stroke.modifiers & level) !== 0).map(({ key }) => key);
    return [...needed, stroke.key].map((key) => keyControl(this.#user32, key, layout));
  }

  #isHotkey(): boolean {
    const events = [...this.#held.values()].flat().map(({ press }) => press);
    return events.some((event) => event.kind === "key" && hotkeyModifiers.has(event.virtualKey));
  }
}

function cutShort(typed: number, all: number): GuiAgentError {
  return new GuiAgentError(
    "text_not_taken",
    `Another window came to the front while the text was typed: about ${Math.round((100 * typed) / all)} % of it had been sent. The rest was not.`,
    {
      remedy: "Take a screenshot to see what has arrived, and go on from there in the window that it is for.",
    },
  );
}

function noSuchKey(character: string): GuiAgentError {
  return new GuiAgentError("unsupported", `The keyboard layout has no key for "${character}".`, {
    remedy: "Leave it out of the hotkey, or switch to a keyboard layout that has it.",
  });
}
