import { describe, expect, test } from "bun:test";
import {
  type Keymap,
  type KeySymbols,
  type KeyType,
  keysymAt,
} from "../../src/desktop/x11/keyboard/keymap.ts";
import { strokesOf } from "../../src/desktop/x11/keyboard/strokes.ts";

const shift = 1;
const lock = 2;
const numLock = 16;
const altGr = 128;

/** Key types as the XKB protocol (section 7.2) and xkeyboard-config define them. */
const types: readonly KeyType[] = [
  { mask: 0, levelCount: 1, levels: [] },
  { mask: shift, levelCount: 2, levels: [{ mask: shift, level: 1 }] },
  {
    mask: shift | lock,
    levelCount: 2,
    levels: [
      { mask: shift, level: 1 },
      { mask: lock, level: 1 },
    ],
  },
  {
    mask: shift | numLock,
    levelCount: 2,
    levels: [
      { mask: shift, level: 1 },
      { mask: numLock, level: 1 },
    ],
  },
  {
    mask: shift | altGr,
    levelCount: 4,
    levels: [
      { mask: shift, level: 1 },
      { mask: altGr, level: 2 },
      { mask: shift | altGr, level: 3 },
    ],
  },
];
const [oneLevel, twoLevel, alphabetic, keypad, fourLevel] = [0, 1, 2, 3, 4] as const;

const wrap = 0x00;
const clamp = 0x40;
const redirectToSecond = 0x80 | 0x10;

function key(type: number, groups: readonly (readonly number[])[], outOfRange: number = wrap): KeySymbols {
  const width = Math.max(0, ...groups.map((group) => group.length));
  return {
    typeIndexes: [type, type, type, type],
    groupInfo: groups.length | outOfRange,
    width,
    keysyms: groups.flatMap((group) => [...group, ...Array(width - group.length).fill(0)]),
  };
}

const codes = {
  plus: 20,
  q: 24,
  shiftLeft: 50,
  lessThan: 94,
  num5: 84,
  numLock: 77,
  levelThree: 92,
  openParen: 187,
};

function keymap(keys: Readonly<Record<number, KeySymbols>>): Keymap {
  const firstKeycode = 8;
  const all = {
    [codes.shiftLeft]: key(oneLevel, [[0xffe1]]),
    [codes.levelThree]: key(oneLevel, [[0xfe03]]),
    [codes.numLock]: key(oneLevel, [[0xff7f]]),
    ...keys,
  };
  return {
    types,
    firstKeycode,
    keys: Array.from({ length: 248 }, (_, index) => all[index + firstKeycode] ?? key(oneLevel, [])),
    modifiers: new Map([
      [codes.shiftLeft, shift],
      [codes.numLock, numLock],
      [codes.levelThree, altGr],
    ]),
  };
}

describe("symbols of a key", () => {
  test("Shift, Lock and AltGr choose the level as the key's type says", () => {
    const map = keymap({
      [codes.q]: key(alphabetic, [[0x71, 0x51]]),
      [codes.plus]: key(fourLevel, [[1, 2, 3, 4]]),
    });
    const letter = (modifiers: number) => keysymAt(map, codes.q, 0, modifiers);
    expect([0, shift, lock, shift | lock].map(letter)).toEqual([0x71, 0x51, 0x51, 0x71]);
    const sign = (modifiers: number) => keysymAt(map, codes.plus, 0, modifiers);
    expect([0, shift, altGr, shift | altGr, lock].map(sign)).toEqual([1, 2, 3, 4, 1]);
  });

  test.each([
    ["wraps around", wrap, [1, 2, 1, 2]],
    ["stays at the last", clamp, [1, 2, 2, 2]],
    ["goes to the one that it names", redirectToSecond, [1, 2, 2, 2]],
  ] as const)("a group that the key lacks %s", (_, outOfRange, expected) => {
    const map = keymap({ [codes.q]: key(oneLevel, [[1], [2]], outOfRange) });
    expect([0, 1, 2, 3].map((group) => keysymAt(map, codes.q, group, 0))).toEqual([...expected]);
  });

  test("a key without symbols gives none", () => {
    expect(keysymAt(keymap({}), 200, 0, 0)).toBe(0);
  });
});

describe("strokes", () => {
  test("take the modifiers that a symbol needs", () => {
    const strokes = strokesOf(keymap({ [codes.q]: key(fourLevel, [[0x71, 0x51, 0x40, 0x7d9]]) }), 0, 0);
    const modifiersOf = (keysym: number) => strokes.get(keysym)?.modifiers.toSorted();
    expect(modifiersOf(0x71)).toEqual([]);
    expect(modifiersOf(0x51)).toEqual([codes.shiftLeft]);
    expect(modifiersOf(0x40)).toEqual([codes.levelThree]);
    expect(modifiersOf(0x7d9)).toEqual([codes.shiftLeft, codes.levelThree]);
  });

  test("prefer a key of the main rows, even with a modifier", () => {
    const map = keymap({
      [codes.plus]: key(twoLevel, [[0x39, 0x28]]),
      [codes.openParen]: key(oneLevel, [[0x28]]),
    });
    expect(strokesOf(map, 0, 0).get(0x28)).toMatchObject({
      keycode: codes.plus,
      modifiers: [codes.shiftLeft],
    });
  });

  test("use a key beyond the main rows where no other has the symbol", () => {
    const map = keymap({ [codes.lessThan]: key(twoLevel, [[0x3c, 0x3e]]) });
    expect(strokesOf(map, 0, 0).get(0x3e)).toMatchObject({ keycode: codes.lessThan });
  });

  test("prefer few modifiers to many", () => {
    const map = keymap({
      [codes.plus]: key(fourLevel, [[1, 2, 3, 0x40]]),
      [codes.q]: key(twoLevel, [[0x71, 0x40]]),
    });
    expect(strokesOf(map, 0, 0).get(0x40)).toMatchObject({ keycode: codes.q, modifiers: [codes.shiftLeft] });
  });

  test("belong to the group asked for", () => {
    const map = keymap({
      [codes.q]: key(alphabetic, [
        [0x71, 0x51],
        [0x6ca, 0x6ea],
      ]),
    });
    expect(strokesOf(map, 0, 0).has(0x6ca)).toBe(false);
    expect(strokesOf(map, 1, 0).get(0x6ca)).toMatchObject({ keycode: codes.q, modifiers: [], group: 1 });
    expect(strokesOf(map, 1, 0).has(0x71)).toBe(false);
  });

  test("lock NumLock only where the keypad's digit needs it", () => {
    const onlyNumLock: KeyType = { mask: numLock, levelCount: 2, levels: [{ mask: numLock, level: 1 }] };
    const map: Keymap = {
      ...keymap({ [codes.num5]: key(keypad, [[0xff9d, 0xffb5]]) }),
      types: types.with(keypad, onlyNumLock),
    };
    expect(strokesOf(map, 0, 0).get(0xffb5)).toMatchObject({ modifiers: [], locks: numLock });
    expect(strokesOf(map, 0, numLock).get(0xffb5)).toMatchObject({ modifiers: [], locks: 0 });
  });

  test("never use a modifier key that does more than choose a level", () => {
    const map = keymap({ [codes.q]: key(fourLevel, [[0x71, 0x51, 0x40, 0x7d9]]) });
    const control = 4;
    const bound = (modifiers: readonly (readonly [number, number])[]): Keymap => ({
      ...map,
      modifiers: new Map(modifiers),
    });
    expect(strokesOf(bound([[codes.shiftLeft, shift | control]]), 0, 0).has(0x51)).toBe(false);
    expect(strokesOf(bound([[codes.levelThree, altGr | control]]), 0, 0).has(0x40)).toBe(false);
  });
});
