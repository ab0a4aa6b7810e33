/** The 95 printable characters of ASCII, from space to tilde. */
export const printableAscii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index));

/** Characters that are dead keys under some layouts, each before a letter that it would combine with. */
export const deadKeyTraps = "^a`e~n'o\"u ^ ` ~";

/** Two that type ASCII in their own ways, and one that has no Latin letters at all. */
export const layouts = ["us", "de", "fr", "ru"] as const;

const chinese = "我喜欢喝茶。繁體字：臺灣、龜；𠮷野家、𪚥。";
const japanese = "カタカナ、ひらがな、漢字と ﾊﾝｶｸ。が＝か゛、葛󠄀城。";
const korean = "다람쥐가 나무에 올라간다. 자모: 한글 ㄱㅏ.";
const arabic = "اَلسَّلَامُ عَلَيْكُمْ \u200fمرحبًا (hello) ١٢٣\u200e، لا.";
const emoji = "👩‍👩‍👧‍👦 🏳️‍🌈 🇯🇵🇩🇪 👍🏽 🧑🏿‍💻 ❤️ 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿";
const ascii = `plain text, "quoted" <tags> & \\backslashes\\ {braces} 100 % ~`;

const mixedLines = [chinese, `\t${japanese}`, korean, `a\tb\t\tc ${ascii}`, arabic, "", emoji, "é è ñ ß Ж Ω"];

/** As long as a text may be: exactly 10 000 characters of every kind, with line breaks and tabs. */
export const longMixedText = [...`${mixedLines.join("\n")}\n`.repeat(60)]
  .slice(0, 9_999)
  .join("")
  .concat("。");

/** Texts that other tools lose or change on their way. */
export const worldTexts = { chinese, japanese, korean, arabic, emoji, longMixedText } as const;
