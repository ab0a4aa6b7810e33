import { type Keymap, keysymAt, modifierBits } from "./keymap.ts";

/** What the keys of modifiers are called, by keysym. */
const names: ReadonlyMap<number, string> = new Map([
  [0xffe1, "Shift"],
  [0xffe2, "Shift"],
  [0xffe3, "Ctrl"],
  [0xffe4, "Ctrl"],
  [0xffe9, "Alt"],
  [0xffea, "Alt"],
  [0xffe7, "Meta"],
  [0xffe8, "Meta"],
  [0xffeb, "Super"],
  [0xffec, "Super"],
  [0xffed, "Hyper"],
  [0xffee, "Hyper"],
  [0xff7f, "NumLock"],
  [0xff14, "ScrollLock"],
  [0xfe03, "AltGr"],
  [0xff7e, "the layout switch"],
]);

/** The five modifiers that only the keymap gives a meaning: Mod1 to Mod5. */
const numbered = [8, 16, 32, 64, 128] as const;

/** The modifiers in a mask by the names of their keys, such as Shift and Alt. */
export function modifierNames(keymap: Keymap, mask: number): readonly string[] {
  return [
    ...((mask & modifierBits.shift) !== 0 ? ["Shift"] : []),
    ...((mask & modifierBits.control) !== 0 ? ["Ctrl"] : []),
    ...numbered.flatMap((bit, index) =>
      (mask & bit) === 0 ? [] : [keyName(keymap, bit) ?? `modifier ${index + 1}`],
    ),
  ];
}

/** The modifiers that make a hotkey of a key: Shift, Ctrl, Alt and Super, as bits. */
export function hotkeyModifiers(keymap: Keymap): number {
  const byKey = numbered.filter((bit) => ["Alt", "Meta", "Super"].includes(keyName(keymap, bit) ?? ""));
  return byKey.reduce((mask, bit) => mask | bit, modifierBits.shift | modifierBits.control);
}

function keyName(keymap: Keymap, bit: number): string | undefined {
  for (const [keycode, bits] of keymap.modifiers) {
    const name = (bits & bit) === 0 ? undefined : names.get(keysymAt(keymap, keycode, 0, 0));
    if (name !== undefined) return name;
  }
  return undefined;
}
