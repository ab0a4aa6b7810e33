/**
 * Keysyms: the numbers by which X names what a key means. From the X protocol's appendix A and the
 * rule for Unicode in "keysymdef.h".
 */

/** Keysyms of Unicode characters that have no number of their own start here. */
const unicodeBase = 0x0100_0000;

/** Old keysyms that run parallel to Unicode: first keysym, first code point, how many. */
const parallelRanges: readonly (readonly [number, number, number])[] = [
  [0x05ac, 0x060c, 1],
  [0x05bb, 0x061b, 1],
  [0x05bf, 0x061f, 1],
  [0x05c1, 0x0621, 26],
  [0x05e0, 0x0640, 19],
  [0x0cdf, 0x2017, 1],
  [0x0ce0, 0x05d0, 27],
  [0x0da1, 0x0e01, 58],
  [0x0ddf, 0x0e3f, 15],
  [0x0df0, 0x0e50, 10],
  [0x0ea1, 0x3131, 51],
  [0x0ed4, 0x11a8, 27],
];

/** Old keysyms that do not: the first keysym, and the characters from there on (`_` where there is none). */
const scatteredRanges: readonly (readonly [number, string])[] = [
  [0x01a1, "Ą˘Ł_ĽŚ__ŠŞŤŹ_ŽŻ_ą˛ł_ľśˇ_šşťź˝žżŔ__Ă_ĹĆ_Č_Ę_Ě__ĎĐŃŇ__Ő__ŘŮ_Ű__Ţ_ŕ__ă_ĺć_č_ę_ě__ďđńň__ő__řů_ű__ţ˙"],
  [0x02a1, "Ħ____Ĥ__İ_ĞĴ____ħ____ĥ__ı_ğĵ________ĊĈ______________Ġ__Ĝ____ŬŜ______ċĉ______________ġ__ĝ____ŭŝ"],
  [0x03a2, "ĸŖ_ĨĻ___ĒĢŦ______ŗ_ĩļ___ēģŧŊ_ŋĀ______Į____Ė__Ī_ŅŌĶ_____Ų___ŨŪ_ā______į____ė__ī_ņōķ_____ų___ũū"],
  [
    0x047e,
    "‾__________________________________。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜",
  ],
  [0x06a1, "ђѓёєѕіїјљњћќґўџ№ЂЃЁЄЅІЇЈЉЊЋЌҐЎЏюабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"],
  [0x07a1, "ΆΈΉΊΪ_ΌΎΫ_Ώ__΅―_άέήίϊΐόύϋΰώ_____ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣ_ΤΥΦΧΨΩ_______αβγδεζηθικλμνξοπρσςτυφχψω"],
  [0x08a1, "⎷__⌠⌡_⎡⎣⎤⎦⎛⎝⎞⎠⎨⎬___________≤≠≥∫∴∝∞__∇__∼≃___⇔⇒≡______√___⊂⊃∩∪∧∨_______________∂______ƒ____←↑→↓"],
  [0x0aa9, "—–___…‥⅓⅔⅕⅖⅗⅘⅙⅚℅__‒_______⅛⅜⅝⅞__™______‘’“”℞‰′″_✝__________________♣♦♥_✠†‡✓✗♯♭♂♀☎⌕℗‸‚„"],
  [0x13bc, "ŒœŸ"],
  [0x20ac, "€"],
];

const legacyToCodePoint = new Map<number, number>(legacyPairs());
const codePointToLegacy = new Map<number, number[]>();
for (const [keysym, codePoint] of legacyToCodePoint) {
  const known = codePointToLegacy.get(codePoint);
  if (known === undefined) codePointToLegacy.set(codePoint, [keysym]);
  else known.push(keysym);
}

/**
 * Every keysym by which a keyboard layout may name a character; the one to lend to a key comes
 * first. Empty for control characters and lone surrogates, which no key writes.
 */
export function keysymsOf(codePoint: number): readonly number[] {
  const unicode = unicodeBase | codePoint;
  const control = controlKeysyms.get(codePoint);
  if (control !== undefined) return [control];
  if (isLatin1(codePoint)) return [codePoint, unicode];
  if (codePoint < 0xa0 || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return [];
  return [unicode, ...(codePointToLegacy.get(codePoint) ?? [])];
}

/** The character that a keysym stands for; undefined for keys that write nothing. */
export function codePointOf(keysym: number): number | undefined {
  if (isLatin1(keysym)) return keysym;
  if (keysym > unicodeBase && keysym <= unicodeBase + 0x10_ffff) return keysym - unicodeBase;
  return legacyToCodePoint.get(keysym);
}

/** Control characters that are keys: a newline is Return. */
const controlKeysyms: ReadonlyMap<number, number> = new Map([
  [0x09, 0xff09],
  [0x0a, 0xff0d],
  [0x0d, 0xff0d],
]);

function isLatin1(value: number): boolean {
  return (value >= 0x20 && value <= 0x7e) || (value >= 0xa0 && value <= 0xff);
}

function* legacyPairs(): Iterable<readonly [number, number]> {
  for (const [keysym, codePoint, count] of parallelRanges) {
    for (let index = 0; index < count; index += 1) yield [keysym + index, codePoint + index];
  }
  for (const [keysym, characters] of scatteredRanges) {
    for (const [index, character] of [...characters].entries()) {
      const codePoint = character.codePointAt(0);
      if (character !== "_" && codePoint !== undefined) yield [keysym + index, codePoint];
    }
  }
}
