import { describe, expect, test } from "bun:test";
import { parseMonitors } from "../../src/desktop/x11/displays.ts";
import { parseMap } from "../../src/desktop/x11/keyboard/keymap-wire.ts";

/** Answers are given without their first eight bytes, as a session hands them on. */
const body = (...parts: readonly (readonly number[])[]): Buffer => Buffer.from(parts.flat());
const short = (value: number): readonly number[] => [value & 0xff, (value >> 8) & 0xff];
const long = (value: number): readonly number[] => [...short(value), ...short(value >>> 16)];
const zeros = (count: number): readonly number[] => Array(count).fill(0);

describe("RRGetMonitors (RandR 1.5, section 7.6)", () => {
  const monitor = (atom: number, primary: number, rect: readonly number[], outputs: readonly number[]) =>
    [
      ...long(atom),
      primary,
      1,
      ...short(outputs.length),
      ...rect.flatMap(short),
      ...long(300),
      ...long(200),
      ...outputs.flatMap(long),
    ] as const;

  test("monitors with several outputs, and to the left of the origin", () => {
    const answer = body(
      [...long(1), ...long(2), ...long(3), ...zeros(12)],
      monitor(500, 0, [-1280, -24, 1280, 1024], [7, 8, 9]),
      monitor(501, 1, [0, 0, 3840, 2160], []),
    );
    expect(parseMonitors(answer)).toEqual([
      { nameAtom: 500, isPrimary: false, x: -1280, y: -24, width: 1280, height: 1024 },
      { nameAtom: 501, isPrimary: true, x: 0, y: 0, width: 3840, height: 2160 },
    ]);
  });
});

describe("XkbGetMap (XKB protocol, section 16.3.6)", () => {
  test("types with and without preserved modifiers, keys and modifiers", () => {
    const type = (mask: number, levels: number, entries: readonly number[][], hasPreserve: boolean) => [
      ...[mask, mask, ...short(0), levels, entries.length, hasPreserve ? 1 : 0, 0],
      ...entries.flatMap(([active = 0, modifiers = 0, level = 0]) => [
        active,
        modifiers,
        level,
        modifiers,
        ...zeros(4),
      ]),
      ...(hasPreserve ? entries.flatMap(() => [2, 2, 0, 0]) : []),
    ];
    const key = (types: readonly number[], groupInfo: number, width: number, keysyms: readonly number[]) => [
      ...[...types, groupInfo, width, ...short(keysyms.length)],
      ...keysyms.flatMap(long),
    ];
    const answer = body(
      // 2 pad, keycodes 8 to 10, present, types, keys (first 8, 3 symbols, 2 keys), actions, behaviors,
      // explicit, modifier map (first 8, 3 keys, 1 entry), virtual modifier map, pad, virtual modifiers
      [...short(0), 8, 10, ...short(7), 0, 2, 2, 8, ...short(3), 2, ...zeros(10), 8, 3, 1, ...zeros(6)],
      type(0, 1, [], false),
      type(
        3,
        2,
        [
          [1, 1, 1],
          [0, 2, 1],
        ],
        true,
      ),
      key([1, 0, 0, 0], 1, 2, [0x71, 0x51]),
      key([0, 0, 0, 0], 0x41, 1, [0x0100_4e2d]),
      [9, 128],
    );
    expect(parseMap(answer)).toEqual({
      types: [
        { mask: 0, levelCount: 1, levels: [] },
        // The second entry is not active: its virtual modifier is bound to nothing.
        { mask: 3, levelCount: 2, levels: [{ mask: 1, level: 1 }] },
      ],
      keys: [
        { typeIndexes: [1, 0, 0, 0], groupInfo: 1, width: 2, keysyms: [0x71, 0x51] },
        { typeIndexes: [0, 0, 0, 0], groupInfo: 0x41, width: 1, keysyms: [0x0100_4e2d] },
      ],
      firstKeycode: 8,
      modifiers: new Map([[9, 128]]),
    });
  });
});
