import type { X11Session } from "../session.ts";
import { atom } from "../window-properties.ts";
import { stringType } from "./atoms.ts";

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

/** By this target password managers ask the histories of clipboards to leave something out. */
const secretHint = "x-kde-passwordManagerHint";

/** A text under every name that programs ask for it by. */
export async function textItems(session: X11Session, text: string, isSecret: boolean): Promise<Items> {
  const named = (name: string) => atom(session, name);
  const [utf8, withCharset, plain, any, hint] = await Promise.all([
    named("UTF8_STRING"),
    named("text/plain;charset=utf-8"),
    named("text/plain"),
    named("TEXT"),
    named(secretHint),
  ]);
  const data = Buffer.from(text, "utf8");
  const item = (type: number): Item => ({ type, format: 8, data });
  const items = new Map([
    [utf8, item(utf8)],
    [withCharset, item(withCharset)],
    [plain, item(plain)],
    [any, item(utf8)],
  ]);
  // By definition in Latin-1: who asks for it must not be given anything else.
  if (/^[\0-\xff]*$/.test(text)) {
    items.set(stringType, { type: stringType, format: 8, data: Buffer.from(text, "latin1") });
  }
  if (isSecret) items.set(hint, { type: hint, format: 8, data: Buffer.from("secret") });
  return items;
}
