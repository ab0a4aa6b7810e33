import type { User32 } from "../api/user32.ts";
import { type InputEvent, type KeyEvent, keyFlags } from "../input-events.ts";
import { keyControl } from "./key-control.ts";
import { layoutInForce } from "./layout.ts";

/** Characters sent at once: between them the call can be cancelled. */
const chunkSize = 100;

/** Keys that a program wants to see as such: `VK_RETURN` and `VK_TAB`. */
const keys: Readonly<Record<string, number>> = { "\n": 0x0d, "\t": 0x09 };

/** The events that type a text, in pieces that may have pauses between them. */
export function textChunks(user32: User32, text: string): readonly (readonly InputEvent[])[] {
  const layout = layoutInForce(user32);
  const strike = (character: string): readonly InputEvent[] => {
    const key = keys[character];
    if (key === undefined) return inUnicode(character);
    const { press, release } = keyControl(user32, key, layout);
    return [press, release];
  };
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / chunkSize) }, (_, index) =>
    characters.slice(index * chunkSize, (index + 1) * chunkSize).flatMap(strike),
  );
}

/** A character as its code units, each pressed and released: so both halves of one arrive together. */
function inUnicode(character: string): readonly KeyEvent[] {
  return Array.from({ length: character.length }, (_, index) => {
    const press: KeyEvent = {
      kind: "key",
      virtualKey: 0,
      scanCode: character.charCodeAt(index),
      flags: keyFlags.unicode,
    };
    return [press, { ...press, flags: keyFlags.unicode | keyFlags.up }];
  }).flat();
}
