/** In UTF-16 units. Frameworks that take an event apart keep no more of its text (CGEvent.h). */
const mostUnits = 20;

export type TextChunk = { readonly text: string } | { readonly key: "enter" | "tab" };

const keys: Readonly<Record<string, "enter" | "tab">> = { "\n": "enter", "\t": "tab" };

/** A text as events carry it: pieces that cut no character in two, and the keys between them. */
export function textChunks(text: string): readonly TextChunk[] {
  const chunks: TextChunk[] = [];
  let piece = "";
  const flush = () => {
    if (piece !== "") chunks.push({ text: piece });
    piece = "";
  };
  for (const character of text) {
    const key = keys[character];
    if (key !== undefined || piece.length + character.length > mostUnits) flush();
    if (key === undefined) piece += character;
    else chunks.push({ key });
  }
  flush();
  return chunks;
}
