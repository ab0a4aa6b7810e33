import type { Handle } from "../native/types.ts";

/** The modifiers: `kCGEventFlagMask…` (CGEventTypes.h), and the keys that are held for them (`kVK_…`, HIToolbox Events.h). */
export const modifiers = {
  shift: { flag: 0x2_0000, keycode: 0x38 },
  ctrl: { flag: 0x4_0000, keycode: 0x3b },
  alt: { flag: 0x8_0000, keycode: 0x3a },
  meta: { flag: 0x10_0000, keycode: 0x37 },
} as const;
export type ModifierName = keyof typeof modifiers;

export const modifierNames = ["shift", "ctrl", "alt", "meta"] as const satisfies readonly ModifierName[];

/** As they are written on a Mac's keyboard. */
export const modifierLabels = {
  shift: "Shift",
  ctrl: "Control",
  alt: "Option",
  meta: "Command",
} as const satisfies Record<ModifierName, string>;

/** Both sides of the keyboard: `kVK_Right…` beside the left ones above. */
const byKeycode: ReadonlyMap<number, ModifierName> = new Map([
  [0x38, "shift"],
  [0x3c, "shift"],
  [0x3b, "ctrl"],
  [0x3e, "ctrl"],
  [0x3a, "alt"],
  [0x3d, "alt"],
  [0x37, "meta"],
  [0x36, "meta"],
]);

export function modifierOfKey(keycode: number): ModifierName | undefined {
  return byKeycode.get(keycode);
}

export function flagsOf(names: Iterable<ModifierName>): number {
  let flags = 0;
  for (const name of names) flags |= modifiers[name].flag;
  return flags;
}

export function modifiersIn(flags: Handle): readonly ModifierName[] {
  // All of them lie in the lower half.
  const bits = Number(BigInt(flags) & 0xffff_ffffn);
  return modifierNames.filter((name) => (bits & modifiers[name].flag) !== 0);
}
