/** Splits a text into the pieces that it was put together from, in any order; fails when that is not possible. */
export function piecesOf(text: string, pieces: readonly string[]): readonly string[] {
  let rest = text;
  const found: string[] = [];
  while (rest !== "") {
    const next = pieces.find((piece) => rest.startsWith(piece));
    if (next === undefined) throw new Error(`This was torn apart: ${rest.slice(0, 200)}`);
    found.push(next);
    rest = rest.slice(next.length);
  }
  return found;
}
