/** The 95 printable characters of ASCII, from space to tilde. */
export const printableAscii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index));

/** Characters that are dead keys under some layouts, each before a letter that it would combine with. */
export const deadKeyTraps = "^a`e~n'o\"u ^ ` ~";

/** Two that type ASCII in their own ways, and one that has no Latin letters at all. */
export const layouts = ["us", "de", "fr", "ru"] as const;
