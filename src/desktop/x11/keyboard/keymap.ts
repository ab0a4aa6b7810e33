/**
 * The keyboard map as XKB keeps it: which symbol a key gives in which group (layout) and at which
 * level (Shift, AltGr …). The core protocol's map is only a summary of it.
 */
export interface Keymap {
  readonly types: readonly KeyType[];
  /** By keycode, from `firstKeycode` on. */
  readonly keys: readonly KeySymbols[];
  readonly firstKeycode: number;
  /** The real modifiers that a keycode is bound to. */
  readonly modifiers: ReadonlyMap<number, number>;
}

/** How modifiers choose the level of a key. */
export interface KeyType {
  /** The modifiers that count. */
  readonly mask: number;
  readonly levelCount: number;
  readonly levels: readonly { readonly mask: number; readonly level: number }[];
}

export interface KeySymbols {
  /** Indexes into `types`, one a group. */
  readonly typeIndexes: readonly number[];
  /** Number of groups in the low four bits, what to do beyond them in the high four. */
  readonly groupInfo: number;
  /** Symbols a group. */
  readonly width: number;
  /** Group after group; 0 where there is none. */
  readonly keysyms: readonly number[];
}

export const modifierBits = { shift: 1, lock: 2, control: 4 } as const;

const emptyKey: KeySymbols = { typeIndexes: [0, 0, 0, 0], groupInfo: 0, width: 0, keysyms: [] };

export function keyOf(keymap: Keymap, keycode: number): KeySymbols {
  return keymap.keys[keycode - keymap.firstKeycode] ?? emptyKey;
}

export function groupCount(key: KeySymbols): number {
  return key.groupInfo & 0x0f;
}

/** How many groups (layouts) there are: as many as the key with the most has. */
export function totalGroups(keymap: Keymap): number {
  return Math.max(1, ...keymap.keys.map(groupCount));
}

/** The symbol that a key gives in a group under modifiers; 0 for none. */
export function keysymAt(keymap: Keymap, keycode: number, group: number, modifiers: number): number {
  const key = keyOf(keymap, keycode);
  const effective = effectiveGroup(key, group);
  if (effective === undefined) return 0;
  const type = keymap.types[key.typeIndexes[effective] ?? 0];
  const level = type === undefined ? 0 : levelOf(type, modifiers);
  return level < key.width ? (key.keysyms[effective * key.width + level] ?? 0) : 0;
}

/** Every symbol that a key gives in a group, whatever the modifiers. */
export function keysymsIn(keymap: Keymap, keycode: number, group: number): readonly number[] {
  const key = keyOf(keymap, keycode);
  const effective = effectiveGroup(key, group);
  return effective === undefined
    ? []
    : key.keysyms.slice(effective * key.width, (effective + 1) * key.width).filter(Boolean);
}

/** The level that modifiers choose. Those that match no entry choose the first. */
export function levelOf(type: KeyType, modifiers: number): number {
  const relevant = modifiers & type.mask;
  return type.levels.find((entry) => entry.mask === relevant)?.level ?? 0;
}

/** Keys with fewer groups than the keyboard say themselves which of theirs stands in for the others. */
function effectiveGroup(key: KeySymbols, group: number): number | undefined {
  const count = groupCount(key);
  if (count === 0) return undefined;
  if (group < count) return group;
  const clamp = 0x40;
  const redirect = 0x80;
  switch (key.groupInfo & 0xc0) {
    case redirect: {
      const target = (key.groupInfo >> 4) & 0x03;
      return target < count ? target : 0;
    }
    case clamp:
      return count - 1;
    default:
      return group % count;
  }
}
