import { readFile } from "node:fs/promises";
import type { Picture } from "./picture.ts";

/** Offsets of the 32-bit fields of an X window dump's header that we need. */
const headerFields = {
  headerSize: 0,
  version: 4,
  width: 16,
  height: 20,
  bytesPerLine: 48,
  bitsPerPixel: 44,
  colorCount: 76,
} as const;
const colorEntrySize = 12;

/**
 * Reads what the X server shows from the file that it keeps its memory in (`Xvfb -fbdir`). No X
 * client is involved, so this is the truth that captures are compared with. It contains the pointer.
 */
export async function readFramebuffer(file: string): Promise<Picture> {
  const bytes = await readFile(file);
  const field = (name: keyof typeof headerFields) => bytes.readUInt32BE(headerFields[name]);
  if (field("version") !== 7 || field("bitsPerPixel") !== 32) {
    throw new Error(`${file} is not an X window dump with 32 bits a pixel.`);
  }
  const { width, height } = { width: field("width"), height: field("height") };
  const start = field("headerSize") + field("colorCount") * colorEntrySize;
  const rgb = new Uint8Array(width * height * 3);
  let target = 0;
  for (let y = 0; y < height; y += 1) {
    let source = start + y * field("bytesPerLine");
    for (let x = 0; x < width; x += 1) {
      rgb[target] = bytes[source + 2] ?? 0;
      rgb[target + 1] = bytes[source + 1] ?? 0;
      rgb[target + 2] = bytes[source] ?? 0;
      source += 4;
      target += 3;
    }
  }
  return { width, height, rgb };
}
