import { describe, expect, test } from "bun:test";
import { codePointOf, keysymsOf } from "../../src/desktop/x11/keyboard/keysyms.ts";

/** Names and numbers as in the X protocol's appendix A ("KEYSYM Encoding"). */
const encoded: readonly (readonly [string, string, number])[] = [
  ["space", " ", 0x20],
  ["A", "A", 0x41],
  ["asciitilde", "~", 0x7e],
  ["adiaeresis", "ä", 0xe4],
  ["ydiaeresis", "ÿ", 0xff],
  ["Aogonek", "Ą", 0x1a1],
  ["abovedot", "˙", 0x1ff],
  ["scircumflex", "ŝ", 0x2fe],
  ["umacron", "ū", 0x3fe],
  ["kana_A", "ア", 0x4b1],
  ["Arabic_alef", "ا", 0x5c7],
  ["Arabic_yeh", "ي", 0x5ea],
  ["Cyrillic_io", "ё", 0x6a3],
  ["Cyrillic_zhe", "ж", 0x6d6],
  ["Cyrillic_HARDSIGN", "Ъ", 0x6ff],
  ["Greek_omega", "ω", 0x7f9],
  ["lessthanequal", "≤", 0x8bc],
  ["rightarrow", "→", 0x8fd],
  ["endash", "–", 0xaaa],
  ["doublelowquotemark", "„", 0xafe],
  ["hebrew_aleph", "א", 0xce0],
  ["Thai_kokai", "ก", 0xda1],
  ["Hangul_Kiyeog", "ㄱ", 0xea1],
  ["oe", "œ", 0x13bd],
  ["EuroSign", "€", 0x20ac],
];

describe("keysyms", () => {
  test.each(encoded)("%s is %s", (_, character, keysym) => {
    const codePoint = character.codePointAt(0) ?? 0;
    expect(codePointOf(keysym)).toBe(codePoint);
    expect(keysymsOf(codePoint)).toContain(keysym);
  });

  test("Latin-1 is named by itself, everything else by its Unicode number first", () => {
    expect(keysymsOf(0x71)[0]).toBe(0x71);
    expect(keysymsOf(0xdf)[0]).toBe(0xdf);
    expect(keysymsOf(0x436)[0]).toBe(0x0100_0436);
    expect(keysymsOf(0x4e2d)).toEqual([0x0100_4e2d]);
    expect(keysymsOf(0x1f600)).toEqual([0x0101_f600]);
    expect(codePointOf(0x0101_f600)).toBe(0x1f600);
  });

  test("a line break is Return, a tab is Tab", () => {
    expect(keysymsOf(0x0a)).toEqual([0xff0d]);
    expect(keysymsOf(0x0d)).toEqual([0xff0d]);
    expect(keysymsOf(0x09)).toEqual([0xff09]);
  });

  test.each([0x00, 0x07, 0x1b, 0x7f, 0x85, 0xd800, 0xdfff])("no key writes U+%p", (codePoint) => {
    expect(keysymsOf(codePoint)).toEqual([]);
  });

  test("dead keys, function keys and gaps write nothing", () => {
    // dead_circumflex, F1, Shift_L, and numbers that no keysym has
    for (const keysym of [0xfe52, 0xffbe, 0xffe1, 0x1a4, 0x7a6, 0])
      expect(codePointOf(keysym)).toBeUndefined();
  });
});
