import { groupCount, type Keymap, type KeySymbols, type KeyType, keyOf, levelOf, modifierBits } from "./keymap.ts";
import type { KeyboardLayout } from "./layout.ts";
import { levelKeys } from "./strokes.ts";

/** A place for one symbol: a level of a key that means nothing by itself. */
interface Slot {
  readonly keycode: number;
  readonly level: number;
}

/**
 * Lends symbols that the layout lacks to keys that mean nothing. They stay there until the place is
 * needed or `restore` is called: a program that is slow reads the map long after the key was pressed.
 */
export class SpareKeys {
  readonly #layout: KeyboardLayout;
  /** What we have put where, the oldest first. */
  #lent: { readonly slot: Slot; readonly keysym: number }[] = [];

  constructor(layout: KeyboardLayout) {
    this.#layout = layout;
  }

  /** How many different symbols can be had at once. */
  capacity(): number {
    this.#forgetLost();
    return this.#slots().length;
  }

  /** Whether a key gives what we lent it. */
  isLent(keycode: number): boolean {
    return this.#lent.some(({ slot }) => slot.keycode === keycode);
  }

  /**
   * Puts symbols on spare keys, no more than `capacity()`.
   * @param options.keep symbols that must stay where they are
   * @param options.isPlain whether the symbols must come without Shift and AltGr, to be part of a chord
   * @returns false where there is no room
   */
  async lend(
    keysyms: readonly number[],
    options: { readonly keep: ReadonlySet<number>; readonly isPlain: boolean },
  ): Promise<boolean> {
    this.#forgetLost();
    const fits = ({ level }: Slot): boolean => !options.isPlain || level === 0;
    const taken = new Set(this.#lent.map(({ slot }) => slotId(slot)));
    const free = this.#slots().filter((slot) => fits(slot) && !taken.has(slotId(slot)));
    const reusable = this.#lent.filter(({ slot, keysym }) => fits(slot) && !options.keep.has(keysym));
    const slots = [...free, ...reusable.map(({ slot }) => slot)].slice(0, keysyms.length);
    if (slots.length < keysyms.length) return false;
    const overwritten = new Set(slots.map(slotId));
    this.#lent = [
      ...this.#lent.filter(({ slot }) => !overwritten.has(slotId(slot))),
      ...slots.map((slot, index) => ({ slot, keysym: keysyms[index] ?? 0 })),
    ];
    await this.#write(new Set(slots.map(({ keycode }) => keycode)));
    return true;
  }

  /** Takes all symbols back. */
  async restore(): Promise<void> {
    this.#forgetLost();
    const keycodes = new Set(this.#lent.map(({ slot }) => slot.keycode));
    this.#lent = [];
    if (keycodes.size > 0) await this.#write(keycodes);
  }

  async #write(keycodes: ReadonlySet<number>): Promise<void> {
    const { keymap } = this.#layout;
    const type = spareType(keymap);
    const keys = new Map<number, KeySymbols>();
    for (const keycode of keycodes) {
      const keysyms = Array.from({ length: type.type.levelCount }, () => 0);
      const lent = this.#lent.filter(({ slot }) => slot.keycode === keycode);
      for (const { slot, keysym } of lent) keysyms[slot.level] = keysym;
      const isEmpty = lent.length === 0;
      keys.set(keycode, {
        typeIndexes: [type.index, 0, 0, 0],
        groupInfo: isEmpty ? 0 : 1,
        width: isEmpty ? 0 : keysyms.length,
        keysyms: isEmpty ? [] : keysyms,
      });
    }
    await this.#layout.assign(keys);
  }

  /** Someone may have loaded another layout: what we put there is gone, and not ours to take back. */
  #forgetLost(): void {
    const { keymap } = this.#layout;
    this.#lent = this.#lent.filter(
      ({ slot, keysym }) => keyOf(keymap, slot.keycode).keysyms[slot.level] === keysym,
    );
  }

  /** Every slot, those without modifiers first. */
  #slots(): readonly Slot[] {
    const { keymap } = this.#layout;
    const lent = new Set(this.#lent.map(({ slot }) => slot.keycode));
    const keycodes = keymap.keys
      .map((_, index) => keymap.firstKeycode + index)
      .filter((keycode) => lent.has(keycode) || isSpare(keymap, keycode));
    return spareType(keymap).levels.flatMap((level) => keycodes.map((keycode) => ({ keycode, level })));
  }
}

function isSpare(keymap: Keymap, keycode: number): boolean {
  const key = keyOf(keymap, keycode);
  const isSilent = groupCount(key) === 0 || key.keysyms.every((keysym) => keysym === 0);
  return isSilent && !keymap.modifiers.has(keycode);
}

/** The key type for lent symbols, and which of its levels can be reached in the first group. */
function spareType(keymap: Keymap): { readonly index: number; readonly type: KeyType; readonly levels: readonly number[] } {
  const { shift } = modifierBits;
  const third = [...levelKeys(keymap, 0).keys()].find((bit) => bit !== shift);
  if (third !== undefined) {
    const wanted = [0, shift, third, shift | third];
    const index = keymap.types.findIndex(
      (type) =>
        type.mask === (shift | third) &&
        type.levelCount === 4 &&
        wanted.every((bits, level) => levelOf(type, bits) === level),
    );
    const type = keymap.types[index];
    if (type !== undefined) return { index, type, levels: [0, 1, 2, 3] };
  }
  // The protocol fixes the first four types; the second is chosen by Shift alone.
  return { index: 1, type: keymap.types[1] ?? { mask: shift, levelCount: 2, levels: [] }, levels: [0, 1] };
}

function slotId({ keycode, level }: Slot): string {
  return `${keycode}/${level}`;
}
