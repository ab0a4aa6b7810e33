import { join } from "node:path";
import type { ClipboardItem } from "./clipboard-owner.ts";

const png = await Bun.file(join(import.meta.dir, "../../docs/images/at-work.png")).bytes();
const longText = "Three megabytes of text: käse, 奶酪, جبن, 🧀.\n".repeat(60_000);

/** A text under every name that programs ask for it by. */
export function textItems(text: string): readonly ClipboardItem[] {
  const names = ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "TEXT", "STRING"];
  return names.map((target) => ({ target, type: target === "TEXT" ? "UTF8_STRING" : target, data: text }));
}

/** What people have on their clipboards: a picture, a piece of a page, a book, nothing. */
export const clipboardContents: readonly {
  readonly name: string;
  readonly items: readonly ClipboardItem[];
}[] = [
  {
    name: "a PNG",
    items: [
      { target: "image/png", data: png },
      { target: "x-special/gnome-copied-files", data: "copy\nfile:///tmp/at-work.png" },
      { target: "text/uri-list", data: "file:///tmp/at-work.png\r\n" },
    ],
  },
  {
    name: "HTML with all its targets",
    items: [
      { target: "text/html", data: "<meta charset='utf-8'><b>bold</b> and <i>schräg</i>" },
      ...textItems("bold and schräg"),
      { target: "text/rtf", data: "{\\rtf1 {\\b bold} and {\\i schr\\'e4g}}" },
      { target: "chromium/x-source-url", data: "http://127.0.0.1/page" },
      { target: "chromium/x-web-custom-data", data: new Uint8Array([0, 1, 2, 0xff, 0xfe, 0]) },
      { target: "LENGTH", type: "INTEGER", format: 32, data: new Uint8Array([15, 0, 0, 0]) },
    ],
  },
  { name: "3 MB of text", items: textItems(longText).slice(0, 2) },
  { name: "nothing", items: [] },
];
