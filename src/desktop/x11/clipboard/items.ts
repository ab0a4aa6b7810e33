/** One form in which a selection offers what it holds. */
export interface Item {
  /** The atom of its type, which is often another than that of its target. */
  readonly type: number;
  /** Bits of each value: 8, 16 or 32. */
  readonly format: number;
  readonly data: Buffer;
}

/** What a selection holds, by target: the atom of the name that programs ask for it by. */
export type Items = ReadonlyMap<number, Item>;
