import { decodeCompoundText } from "../compound-text.ts";
import type { X11Session } from "../session.ts";
import { atom } from "../window-properties.ts";
import { stringType } from "./atoms.ts";
import type { Item, Items } from "./items.ts";

/** By this target password managers ask the histories of clipboards to leave something out. */
const secretHint = "x-kde-passwordManagerHint";

/** A text under every name that programs ask for it by. */
export async function textItems(session: X11Session, text: string, isSecret: boolean): Promise<Items> {
  const { utf8, utf8Mime, plain, any } = await textAtoms(session);
  const data = Buffer.from(text, "utf8");
  const item = (type: number): Item => ({ type, format: 8, data });
  const items = new Map([
    [utf8, item(utf8)],
    [utf8Mime, item(utf8Mime)],
    [plain, item(plain)],
    [any, item(utf8)],
  ]);
  // By definition in Latin-1: who asks for it must not be given anything else.
  if (/^[\0-\xff]*$/.test(text)) {
    items.set(stringType, { type: stringType, format: 8, data: Buffer.from(text, "latin1") });
  }
  if (isSecret) {
    const hint = await atom(session, secretHint);
    items.set(hint, { type: hint, format: 8, data: Buffer.from("secret") });
  }
  return items;
}

/** The targets that a text can be read from, the best first. */
export async function textTargets(session: X11Session): Promise<readonly number[]> {
  const { utf8, utf8Mime, compound, plain, any } = await textAtoms(session);
  return [utf8, utf8Mime, compound, stringType, plain, any];
}

/** The text of an item, whatever its owner has encoded it in. */
export async function textOf(session: X11Session, { type, data }: Item): Promise<string> {
  const { compound } = await textAtoms(session);
  if (type === stringType) return data.toString("latin1");
  return type === compound ? decodeCompoundText(data) : data.toString("utf8");
}

async function textAtoms(session: X11Session) {
  const [utf8, utf8Mime, compound, plain, any] = await Promise.all([
    atom(session, "UTF8_STRING"),
    atom(session, "text/plain;charset=utf-8"),
    atom(session, "COMPOUND_TEXT"),
    atom(session, "text/plain"),
    atom(session, "TEXT"),
  ]);
  return { utf8, utf8Mime, compound, plain, any };
}
