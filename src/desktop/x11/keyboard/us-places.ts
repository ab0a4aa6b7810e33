/** The character keys of a US keyboard by their place: first keycode of a run, plain, with Shift. */
const runs = [
  [10, "1234567890-=", "!@#$%^&*()_+"],
  [24, "qwertyuiop[]", "QWERTYUIOP{}"],
  [38, "asdfghjkl;'`", 'ASDFGHJKL:"~'],
  [51, "\\zxcvbnm,./", "|ZXCVBNM<>?"],
] as const;

/** What each key of a US keyboard gives, plain and with Shift, as keysyms by keycode. */
export const usKeysyms: ReadonlyMap<number, readonly [plain: number, shifted: number]> = new Map(
  runs.flatMap(([first, plain, shifted]) =>
    [...plain].map((character, index) => {
      // The keysym of an ASCII character is its code.
      const symbols = [character.charCodeAt(0), (shifted[index] ?? character).charCodeAt(0)] as const;
      return [first + index, symbols] as const;
    }),
  ),
);
