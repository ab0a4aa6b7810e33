import { keyOf, keysymAt, keysymsIn } from "./keymap.ts";
import { codePointOf, keysymsOf } from "./keysyms.ts";
import type { KeyboardLayout } from "./layout.ts";
import type { Stroke } from "./strokes.ts";
import { usKeysyms } from "./us-places.ts";

/**
 * What else programs may take a stroke for when they look for a hotkey: the modifiers that it holds,
 * the key's symbols at other levels, those of its other layouts, and those of its place on a US
 * keyboard. Symbols of the last two count only where the layout in force has no key for them: so do
 * toolkits judge it, and otherwise Ctrl+A of a French keyboard, at the place of Q, would be Ctrl+Q.
 * @param locked modifiers in force
 * @returns keysyms
 */
export function otherSymbols(layout: KeyboardLayout, stroke: Stroke, locked: number): readonly number[] {
  const { keymap } = layout;
  const { keycode, modifiers, group } = stroke;
  const elsewhere = [...keyOf(keymap, keycode).keysyms, ...(usKeysyms.get(keycode) ?? [])];
  return [
    ...modifiers.map((modifier) => keysymAt(keymap, modifier, group, 0)),
    ...keysymsIn(keymap, keycode, group),
    ...elsewhere.filter((keysym) => layout.find(namesOf(keysym), group, locked)?.group !== group),
  ];
}

/** Layouts name the same character by different keysyms. */
function namesOf(keysym: number): readonly number[] {
  const codePoint = codePointOf(keysym);
  return codePoint === undefined ? [keysym] : keysymsOf(codePoint);
}
