import { decodeCompoundText } from "../compound-text.ts";
import type { Item, Items } from "./items.ts";

const utf8 = "UTF8_STRING";
const utf8Mime = "text/plain;charset=utf-8";
const plain = "text/plain";
/** In whatever encoding its type tells. */
const anyText = "TEXT";
const latin1 = "STRING";
const compoundText = "COMPOUND_TEXT";

/** By this target password managers ask the histories of clipboards to leave something out. */
const secretHint = "x-kde-passwordManagerHint";

/** The targets that a text can be read from, the best first. */
export const textTargets = [utf8, utf8Mime, compoundText, latin1, plain, anyText] as const;

/** A text under every name that programs ask for it by. */
export function textItems(text: string, isSecret: boolean): Items {
  const data = Buffer.from(text, "utf8");
  const item = (type: string): Item => ({ type, format: 8, data });
  const items = new Map([
    [utf8, item(utf8)],
    [utf8Mime, item(utf8Mime)],
    [plain, item(plain)],
    [anyText, item(utf8)],
  ]);
  // By definition in Latin-1: who asks for it must not be given anything else.
  if (/^[\0-\xff]*$/.test(text)) {
    items.set(latin1, { type: latin1, format: 8, data: Buffer.from(text, "latin1") });
  }
  if (isSecret) items.set(secretHint, { type: secretHint, format: 8, data: Buffer.from("secret") });
  return items;
}

/** The text of an item, whatever its owner has encoded it in. */
export function textOf({ type, data }: Item): string {
  if (type === latin1) return data.toString("latin1");
  return type === compoundText ? decodeCompoundText(data) : data.toString("utf8");
}
