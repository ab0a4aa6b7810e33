/** Characters that turn the direction of what follows, beyond the end of their text too. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Somebody else's text as it may be shown within ours: a terminal would obey control characters in it,
 * and a list would be misread behind what turns its direction.
 */
export function oneLine(text: string): string {
  return text
    .replaceAll(turns, "")
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
}
