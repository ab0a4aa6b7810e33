import type { Clock } from "../../../core/clock.ts";
import {
  groupCount,
  type Keymap,
  type KeySymbols,
  type KeyType,
  keyOf,
  levelOf,
  modifierBits,
} from "./keymap.ts";
import type { KeyboardLayout } from "./layout.ts";
import { levelKeys } from "./strokes.ts";

/** A program that has not read a key by now is taken to be hanging. */
const readWithinMs = 1_000;

/** A place for one symbol: a level of a key that means nothing by itself. */
interface Slot {
  readonly keycode: number;
  readonly level: number;
}

interface Lent {
  readonly slot: Slot;
  readonly keysym: number;
}

/**
 * Lends symbols that the layout lacks to keys that mean nothing. They stay there until the place is
 * needed or `restore` is called: a program that is slow reads the map long after the key was pressed.
 */
export class SpareKeys {
  readonly #layout: KeyboardLayout;
  readonly #clock: Clock;
  #lastUsed = Number.NEGATIVE_INFINITY;
  /** What we have put where, the oldest first. */
  #lent: readonly Lent[] = [];

  constructor(layout: KeyboardLayout, clock: Clock) {
    this.#layout = layout;
    this.#clock = clock;
  }

  /** Whether symbols were put on keys and not taken back, whoever may have overwritten them since. */
  get hasLent(): boolean {
    return this.#lent.length > 0;
  }

  /** Called when keys with lent symbols have been pressed. */
  noteUse(): void {
    this.#lastUsed = this.#clock.now();
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
   * @param keep symbols that must stay, in one place
   * @param held symbols that must stay wherever they are
   * @returns false where there is no room
   */
  async lend(
    keysyms: readonly number[],
    keep: ReadonlySet<number>,
    held: ReadonlySet<number>,
  ): Promise<boolean> {
    this.#forgetLost();
    const taken = new Set(this.#lent.map(({ slot }) => slotId(slot)));
    const free = this.#slots().filter((slot) => !taken.has(slotId(slot)));
    // A chord has put its symbol on every level of a key: one of them is enough for typing.
    const kept = new Set<number>();
    const isKept = ({ keysym }: Lent): boolean => {
      if (held.has(keysym)) return true;
      if (!keep.has(keysym) || kept.has(keysym)) return false;
      kept.add(keysym);
      return true;
    };
    const reusable = this.#lent.filter((lent) => !isKept(lent)).map(({ slot }) => slot);
    const slots = [...free, ...reusable].slice(0, keysyms.length);
    if (slots.length < keysyms.length) return false;
    if (slots.length > free.length) await this.#untilRead();
    await this.#put(slots.map((slot, index) => ({ slot, keysym: keysyms[index] ?? 0 })));
    return true;
  }

  /**
   * Puts a symbol on a spare key of its own, for a chord.
   * @param shifted the symbol of that key under Shift
   * @returns undefined where there is no room
   */
  async lendKey(
    keysym: number,
    shifted: number,
    keep: ReadonlySet<number>,
  ): Promise<{ readonly keycode: number; readonly isNew: boolean } | undefined> {
    this.#forgetLost();
    const slots = this.#slots();
    const wanted = ({ level }: Slot): number => (level % 2 === 0 ? keysym : shifted);
    const lentAt = new Map(this.#lent.map((lent) => [slotId(lent.slot), lent.keysym]));
    const keys = Map.groupBy(slots, ({ keycode }) => keycode);
    for (const [keycode, levels] of keys) {
      if (levels.every((slot) => lentAt.get(slotId(slot)) === wanted(slot))) return { keycode, isNew: false };
    }
    const oldestFirst = [...keys.keys()].toSorted(
      (one, other) => this.#lastLent(one) - this.#lastLent(other),
    );
    for (const keycode of oldestFirst) {
      const levels = keys.get(keycode) ?? [];
      if (levels.some((slot) => keep.has(lentAt.get(slotId(slot)) ?? 0))) continue;
      if (levels.some((slot) => lentAt.has(slotId(slot)))) await this.#untilRead();
      await this.#put(levels.map((slot) => ({ slot, keysym: wanted(slot) })));
      return { keycode, isNew: true };
    }
    return undefined;
  }

  /** Takes all symbols back. */
  async restore(): Promise<void> {
    this.#forgetLost();
    if (this.#lent.length > 0) await this.#untilRead();
    const keycodes = new Set(this.#lent.map(({ slot }) => slot.keycode));
    this.#lent = [];
    if (keycodes.size > 0) await this.#write(keycodes);
  }

  /** Waits until programs have had time to read the keys that were pressed with lent symbols. */
  async #untilRead(): Promise<void> {
    const left = this.#lastUsed + readWithinMs - this.#clock.now();
    if (left > 0) await this.#clock.sleep(left);
  }

  async #put(entries: readonly Lent[]): Promise<void> {
    const overwritten = new Set(entries.map(({ slot }) => slotId(slot)));
    this.#lent = [...this.#lent.filter(({ slot }) => !overwritten.has(slotId(slot))), ...entries];
    await this.#write(new Set(entries.map(({ slot }) => slot.keycode)));
  }

  /** When a key last got a symbol, as a position in time; -1 for never. */
  #lastLent(keycode: number): number {
    return this.#lent.findLastIndex(({ slot }) => slot.keycode === keycode);
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
      // The first keycode is number 0 of the kernel's keys: to programs that go by those, no key at all.
      .slice(1)
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
function spareType(keymap: Keymap): {
  readonly index: number;
  readonly type: KeyType;
  readonly levels: readonly number[];
} {
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
