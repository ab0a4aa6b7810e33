import { GuiAgentError } from "../../../core/errors.ts";
import type { Handle } from "../../native/types.ts";
import type { Carbon } from "../api/carbon.ts";
import type { Objects, Owned } from "../core-foundation.ts";
import type { ModifierName } from "../modifiers.ts";
import { isNone, OutValue } from "../out-values.ts";

/** Keys that write: those of the letters' block, which `kVK_…` number from 0, and the two more of Japanese keyboards. */
const writingKeycodes = [
  ...Array.from({ length: 0x33 }, (_, keycode) => keycode).filter(
    // Return, Tab, Space.
    (keycode) => ![0x24, 0x30, 0x31].includes(keycode),
  ),
  0x5d,
  0x5e,
];

/** The levels of a key, the one that needs the fewest fingers first. */
const levels = [
  [],
  ["shift"],
  ["alt"],
  ["alt", "shift"],
] as const satisfies readonly (readonly ModifierName[])[];

/** `cmdKey`, `shiftKey`, `optionKey` and `controlKey` of HIToolbox Events.h, as `UCKeyTranslate` wants them: shifted by 8. */
const translateBits = { meta: 1, shift: 2, alt: 8, ctrl: 16 } as const satisfies Record<ModifierName, number>;

/** `kUCKeyActionDown`, UnicodeUtilities.h. */
const keyDown = 0;
const longestOutput = 4;

/** What is pressed to write a character. */
export interface Stroke {
  readonly keycode: number;
  readonly modifiers: readonly ModifierName[];
}

/** One keyboard layout, as long as it is in use. */
export class KeyboardLayout implements Disposable {
  readonly #carbon: Carbon;
  readonly #source: Owned;
  readonly #layout: Handle;
  readonly #keyboardType: number;

  private constructor(carbon: Carbon, source: Owned, layout: Handle) {
    this.#carbon = carbon;
    this.#source = source;
    this.#layout = layout;
    this.#keyboardType = carbon.LMGetKbdType();
  }

  /** The layout in force, or of the input method in force the one below it. */
  static current(carbon: Carbon, objects: Objects, dataProperty: Handle): KeyboardLayout {
    const source = carbon.TISCopyCurrentKeyboardLayoutInputSource();
    return KeyboardLayout.#of(carbon, objects, source, dataProperty);
  }

  /** The layout with Latin letters that stands in where the one in force has none. */
  static latin(carbon: Carbon, objects: Objects, dataProperty: Handle): KeyboardLayout {
    const source = carbon.TISCopyCurrentASCIICapableKeyboardLayoutInputSource();
    return KeyboardLayout.#of(carbon, objects, source, dataProperty);
  }

  static #of(carbon: Carbon, objects: Objects, reference: Handle, dataProperty: Handle): KeyboardLayout {
    const source = objects.ownSome(reference, "the keyboard layout");
    const data = carbon.TISGetInputSourceProperty(reference, dataProperty);
    if (!isNone(data)) return new KeyboardLayout(carbon, source, objects.bytesAddress(data));
    source[Symbol.dispose]();
    throw new GuiAgentError(
      "unsupported",
      "The keyboard layout in force does not tell what its keys write.",
      {
        remedy: "Choose another keyboard layout in the menu bar, or type through gui_type, which needs none.",
      },
    );
  }

  /** The key for a character; undefined where none writes it at once. With Command some layouts write other letters. */
  find(character: string, isCommandHeld: boolean): Stroke | undefined {
    const more: readonly ModifierName[] = isCommandHeld ? ["meta"] : [];
    for (const modifiers of levels) {
      const keycode = writingKeycodes.find(
        (candidate) => this.#writes(candidate, [...modifiers, ...more]) === character,
      );
      if (keycode !== undefined) return { keycode, modifiers };
    }
    return undefined;
  }

  /** All characters that a key writes, with Command or without. */
  charactersOf(keycode: number): readonly string[] {
    return levels.flatMap((modifiers) => [
      this.#writes(keycode, modifiers),
      this.#writes(keycode, [...modifiers, "meta"]),
    ]);
  }

  [Symbol.dispose](): void {
    this.#source[Symbol.dispose]();
  }

  /** Empty also for a dead key, which writes nothing until the next one. */
  #writes(keycode: number, modifiers: readonly ModifierName[]): string {
    const state = modifiers.reduce((bits, name) => bits | translateBits[name], 0);
    const deadKeys = new OutValue();
    const length = new OutValue();
    const output = new Uint8Array(longestOutput * 2);
    const failure = this.#carbon.UCKeyTranslate(
      this.#layout,
      keycode,
      keyDown,
      state,
      this.#keyboardType,
      0,
      deadKeys.memory,
      longestOutput,
      length.memory,
      output,
    );
    if (failure !== 0) return "";
    return new TextDecoder("utf-16le").decode(output.subarray(0, length.count * 2));
  }
}
