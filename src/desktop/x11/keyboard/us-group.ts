import { groupCount, type Keymap, type KeySymbols, keyOf, totalGroups } from "./keymap.ts";
import type { KeyboardLayout } from "./layout.ts";
import { usKeysyms } from "./us-places.ts";

/** XKB fixes the first key types; this one has two levels, chosen by Shift and Caps Lock. */
const alphabetic = 2;

const mostGroups = 4;

/**
 * A US layout beside the user's, for hotkeys that the user's layout has no letters for. A spare key
 * will not do for those: Chromium goes by the place of the key once Control is down. People who
 * write Cyrillic or Greek have such a second layout, so programs know it.
 */
export class UsGroup {
  readonly #layout: KeyboardLayout;
  #before: ReadonlyMap<number, KeySymbols> = new Map();
  #added: ReadonlyMap<number, KeySymbols> = new Map();

  constructor(layout: KeyboardLayout) {
    this.#layout = layout;
  }

  /** Whether it was added and not taken away, whoever may have loaded another map since. */
  get isAdded(): boolean {
    return this.#added.size > 0;
  }

  /**
   * Adds the layout unless it is there.
   * @returns its group and whether the map has changed by it; undefined where there is no room
   */
  async add(): Promise<{ readonly group: number; readonly isNew: boolean } | undefined> {
    const { keymap } = this.#layout;
    if (this.#isThere(keymap)) return { group: totalGroups(keymap) - 1, isNew: false };
    const group = totalGroups(keymap);
    if (group >= mostGroups) return undefined;
    const keys = usKeys(keymap);
    this.#before = new Map(keys.map(({ keycode }) => [keycode, keyOf(keymap, keycode)]));
    this.#added = new Map(
      keys.map(({ keycode, keysyms }) => [keycode, withGroup(keyOf(keymap, keycode), group, keysyms)]),
    );
    await this.#layout.assign(this.#added);
    return { group, isNew: true };
  }

  /** Takes it away, unless somebody has loaded another map since. */
  async restore(): Promise<void> {
    if (this.#isThere(this.#layout.keymap)) await this.#layout.assign(this.#before);
    this.#added = new Map();
  }

  #isThere(keymap: Keymap): boolean {
    const added = [...this.#added];
    return added.length > 0 && added.every(([keycode, key]) => sameSymbols(keyOf(keymap, keycode), key));
  }
}

function sameSymbols(one: KeySymbols, other: KeySymbols): boolean {
  return (
    one.keysyms.length === other.keysyms.length &&
    one.keysyms.every((keysym, index) => keysym === other.keysyms[index])
  );
}

function usKeys(
  keymap: Keymap,
): readonly { readonly keycode: number; readonly keysyms: readonly number[] }[] {
  return [...usKeysyms]
    .map(([keycode, keysyms]) => ({ keycode, keysyms }))
    .filter(({ keycode }) => groupCount(keyOf(keymap, keycode)) > 0 && !keymap.modifiers.has(keycode));
}

/** A key with one more group. Groups that it lacks in between are written out as the first. */
function withGroup(key: KeySymbols, group: number, keysyms: readonly number[]): KeySymbols {
  const width = Math.max(key.width, keysyms.length);
  const groups = Array.from({ length: group }, (_, index) => (index < groupCount(key) ? index : 0));
  const padded = (symbols: readonly number[]) => [
    ...symbols,
    ...Array.from({ length: width - symbols.length }, () => 0),
  ];
  const typeIndexes = [...groups.map((from) => key.typeIndexes[from] ?? 0), alphabetic];
  return {
    typeIndexes: [...typeIndexes, 0, 0, 0].slice(0, mostGroups),
    groupInfo: (key.groupInfo & 0xf0) | (group + 1),
    width,
    keysyms: [
      ...groups.flatMap((from) => padded(key.keysyms.slice(from * key.width, (from + 1) * key.width))),
      ...padded(keysyms),
    ],
  };
}
