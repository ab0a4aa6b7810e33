/** The beginning of a text: as many characters as JavaScript counts them, or one less where half of one would stay. */
export function beginningOf(text: string, longest: number): string {
  const cut = text.slice(0, longest);
  return cut.length < text.length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** The end of a text, alike. */
export function endOf(text: string, longest: number): string {
  const cut = text.slice(Math.max(0, text.length - longest));
  return cut.length < text.length && /^[\udc00-\udfff]/.test(cut) ? cut.slice(1) : cut;
}
