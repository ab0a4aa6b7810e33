import type { Picture } from "./picture.ts";

/** How far each channel may be off, of 255: JPEG and scaling blur colours. */
const tolerance = 60;

/**
 * Where a colour is in a picture: the middle of the only patch of it, in whole pixels of the picture.
 * @param color as `#rrggbb`
 */
export function findColor({ width, height, rgb }: Picture, color: string): { x: number; y: number } {
  const wanted = Uint8Array.fromHex(color.slice(1));
  const looksLikeIt = (offset: number) =>
    wanted.every((value, channel) => Math.abs((rgb[offset + channel] ?? 0) - value) <= tolerance);
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!looksLikeIt((y * width + x) * 3)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  if (right < 0) throw new Error(`Nothing in the picture is ${color}.`);
  return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
}
