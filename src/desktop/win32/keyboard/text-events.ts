import type { User32 } from "../api/user32.ts";
import type { Control } from "../presses.ts";
import { characterControls, keyControl } from "./key-control.ts";
import { layoutInForce } from "./layout.ts";

/** Characters sent at once: between them the call can be cancelled. */
const chunkSize = 100;

/** Keys that a program wants to see as such: `VK_RETURN` and `VK_TAB`. */
const keys: Readonly<Record<string, number>> = { "\n": 0x0d, "\t": 0x09 };

/** What to strike, one after the other, to type a text, in pieces that may have pauses between them. */
export function textChunks(user32: User32, text: string): readonly (readonly Control[])[] {
  const layout = layoutInForce(user32);
  const controlsFor = (character: string): readonly Control[] => {
    const key = keys[character];
    return key === undefined ? characterControls(character) : [keyControl(user32, key, layout)];
  };
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / chunkSize) }, (_, index) =>
    characters.slice(index * chunkSize, (index + 1) * chunkSize).flatMap(controlsFor),
  );
}
