import { groupCount, type Keymap, keysymAt, modifierBits } from "./keymap.ts";

/** How to get a symbol: which modifier keys to hold, which key to press, in which group. */
export interface Stroke {
  readonly keycode: number;
  /** Keycodes of modifier keys. */
  readonly modifiers: readonly number[];
  readonly group: number;
  /** Modifiers to lock meanwhile, as bits: NumLock for the digits of the keypad. */
  readonly locks: number;
}

/** Keysyms of keys that choose a level while they are held, and nothing else. */
const shiftKeysyms = new Set([0xffe1, 0xffe2]);
const levelKeysyms = new Set([...shiftKeysyms, 0xfe03, 0xfe11]);
const numLockKeysym = 0xff7f;

/**
 * The end of the rows of letters and digits on a PC keyboard. Keys beyond it often carry the same
 * symbols, but programs that go by a key's place do not know them, or take them for the keypad.
 */
const lastMainKeycode = 61;

/**
 * How every symbol of a group is typed, by keysym. Where there are several ways the one that a
 * person would use comes first: in the main rows, with the fewest modifiers.
 * @param locked modifiers that are in force besides, such as NumLock; never Lock, which is released for typing
 */
export function strokesOf(keymap: Keymap, group: number, locked: number): ReadonlyMap<number, Stroke> {
  const found = new Map<number, Stroke>();
  const choices = modifierChoices(keymap, group);
  for (const place of ["main", "other"] as const) {
    for (const { bits, keycodes, locks } of choices) {
      for (const [index, key] of keymap.keys.entries()) {
        const keycode = keymap.firstKeycode + index;
        if (groupCount(key) === 0 || keycode <= lastMainKeycode !== (place === "main")) continue;
        const keysym = keysymAt(keymap, keycode, group, locked | bits | locks);
        if (keysym !== 0 && !found.has(keysym))
          found.set(keysym, { keycode, modifiers: keycodes, group, locks });
      }
    }
  }
  return found;
}

interface ModifierChoice {
  readonly bits: number;
  readonly keycodes: readonly number[];
  readonly locks: number;
}

/** Every combination of the keys that choose a level, those with the fewest keys first; last, NumLock. */
function modifierChoices(keymap: Keymap, group: number): readonly ModifierChoice[] {
  let choices: readonly ModifierChoice[] = [{ bits: 0, keycodes: [], locks: 0 }];
  for (const [bit, keycode] of levelKeys(keymap, group)) {
    choices = [
      ...choices,
      ...choices.map(({ bits, keycodes }) => ({
        bits: bits | bit,
        keycodes: [...keycodes, keycode],
        locks: 0,
      })),
    ];
  }
  const ordered = choices.toSorted((one, other) => one.keycodes.length - other.keycodes.length);
  return [...ordered, { bits: 0, keycodes: [], locks: numLockBits(keymap, group) }];
}

function numLockBits(keymap: Keymap, group: number): number {
  for (const [keycode, bits] of keymap.modifiers) {
    if (keysymAt(keymap, keycode, group, 0) === numLockKeysym) return bits;
  }
  return 0;
}

/** One key for each real modifier that chooses levels, by the modifier's bit. */
export function levelKeys(keymap: Keymap, group: number): ReadonlyMap<number, number> {
  const keys = new Map<number, number>();
  for (const [keycode, bits] of keymap.modifiers) {
    const keysym = keysymAt(keymap, keycode, group, 0);
    // A key that is bound to several modifiers at once, or Shift to another one, would do more than choose.
    const isPlain = (bits & (bits - 1)) === 0 && bits !== modifierBits.lock && bits !== modifierBits.control;
    const fits = shiftKeysyms.has(keysym) === (bits === modifierBits.shift);
    if (isPlain && fits && levelKeysyms.has(keysym) && !keys.has(bits)) keys.set(bits, keycode);
  }
  return keys;
}
