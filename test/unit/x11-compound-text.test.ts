import { expect, test } from "bun:test";
import { decodeCompoundText } from "../../src/desktop/x11/compound-text.ts";

// What Xlib (Xutf8TextListToTextProperty) writes for these texts.
test.each([
  ["plain", "plain"],
  ["Füße", "F\u00fc\u00dfe"],
  ["日本語 ok", "\u001b$(BF|K\\8l\u001b(B ok"],
  ["你好世界", "\u001b$(ADc:CJ@=g"],
  ["한국어", "\u001b$(CGQ19>n"],
  ["Привет", "\u001b-L\u00bf\u00e0\u00d8\u00d2\u00d5\u00e2"],
  ["Ελλ ž ş €", "\u001b-F\u00c5\u00eb\u00eb \u001b-B\u00be \u00ba \u001b-b\u00a4"],
  ["emoji 😀 end", "emoji \u001b%G\u00f0\u009f\u0098\u0080\u001b%@ end"],
])("%s", (text, written) => {
  expect(decodeCompoundText(Buffer.from(written, "latin1"))).toBe(text);
});

test("a character set that is not known leaves the rest as it is", () => {
  expect(decodeCompoundText(Buffer.from("one \u001b$(Gxy\u001b(B two", "latin1"))).toBe("one � two");
});
