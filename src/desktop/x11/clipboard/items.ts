/** One form in which a selection offers what it holds. */
export interface Item {
  /** The name of its type, which is often another than that of its target. */
  readonly type: string;
  /** Bits of each value: 8, 16 or 32. */
  readonly format: number;
  readonly data: Buffer;
}

/** What a selection holds, by target: the name that programs ask for it by. */
export type Items = ReadonlyMap<string, Item>;

/** CLIPBOARD holds what was copied, PRIMARY what is marked. */
export const selections = ["CLIPBOARD", "PRIMARY"] as const;
export type SelectionName = (typeof selections)[number];
