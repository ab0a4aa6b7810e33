import type { Size } from "../core/geometry.ts";
import { type Frame, framePixels } from "./frame.ts";

/**
 * A picture to be drawn over another one, such as the pointer: BGRA, 8 bits a channel, colours multiplied
 * by their alpha, rows without padding, top row first.
 */
export interface Sprite extends Size {
  readonly pixels: Uint8Array;
}

/** Whether a sprite has anything to see. */
export function isVisible({ pixels }: Sprite): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha] !== 0) return true;
  return false;
}

/**
 * Draws a sprite over a frame, to the bit as X servers draw their pointer. Tells whether anything of it can
 * be seen there.
 * @param left where the sprite's left edge goes, in pixels of the frame; what lies outside is cut off
 * @param top the same of its top edge
 */
export function drawSprite(frame: Frame, sprite: Sprite, left: number, top: number): boolean {
  const target = framePixels(frame);
  const source = sprite.pixels;
  const [firstX, lastX] = [Math.max(0, -left), Math.min(sprite.width, frame.width - left)];
  const [firstY, lastY] = [Math.max(0, -top), Math.min(sprite.height, frame.height - top)];
  let isSeen = false;
  for (let y = firstY; y < lastY; y += 1) {
    for (let x = firstX; x < lastX; x += 1) {
      const from = (y * sprite.width + x) * 4;
      const to = ((top + y) * frame.width + left + x) * 4;
      const alpha = source[from + 3] ?? 0;
      if (alpha === 0) continue;
      isSeen = true;
      for (let channel = 0; channel < 3; channel += 1) {
        const drawn = (source[from + channel] ?? 0) + scaled(target[to + channel] ?? 0, 255 - alpha);
        target[to + channel] = Math.min(255, drawn);
      }
    }
  }
  return isSeen;
}

/** `value * share / 255`, rounded. */
function scaled(value: number, share: number): number {
  return Math.round((value * share) / 255);
}
