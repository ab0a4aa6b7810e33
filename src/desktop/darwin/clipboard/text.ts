import type { Item } from "./pasteboard.ts";

/** `kUTTypeUTF8PlainText`, `kUTTypeUTF16PlainText`, UTCoreTypes.h. */
export const utf8Type = "public.utf8-plain-text";
const utf16Type = "public.utf16-plain-text";

/** By these types histories of the clipboard are asked to leave something out (nspasteboard.org). */
const transientType = "org.nspasteboard.TransientType";
const concealedType = "org.nspasteboard.ConcealedType";
/** The types alone count, but macOS does not keep one without data. */
const mark = new Uint8Array([0x31]);

/** The types that a text can be read from, the best first. */
export const textTypes = [utf8Type, utf16Type] as const;

export function textOf(type: (typeof textTypes)[number], data: Uint8Array): string {
  return new TextDecoder(type === utf8Type ? "utf-8" : "utf-16le").decode(data);
}

/** What goes with a text that is there for one paste, or is secret. */
export function marks(options: { readonly isTransient: boolean; readonly isSecret: boolean }): Item {
  const types = [
    ...(options.isTransient ? [transientType] : []),
    ...(options.isSecret ? [concealedType] : []),
  ];
  return types.map((type) => ({ type, data: mark, flags: 0 }));
}

export function textFlavor(text: string) {
  return { type: utf8Type, data: new TextEncoder().encode(text), flags: 0 };
}

/** The text among items that were saved. */
export function textIn(items: readonly Item[]): string | undefined {
  for (const type of textTypes) {
    const flavor = items.flat().find((each) => each.type === type);
    if (flavor !== undefined) return textOf(type, flavor.data);
  }
  return undefined;
}
