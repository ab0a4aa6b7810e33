import type { Rect } from "../../src/core/geometry.ts";
import { createFrame, type Frame, framePixels } from "../../src/imaging/frame.ts";
import type { Picture } from "./picture.ts";

/** A frame of one grey, 0 to 255. */
export function plainFrame(width: number, height: number, grey = 255): Frame {
  const frame = createFrame(width, height);
  framePixels(frame).fill(grey);
  return frame;
}

export function copyFrame(frame: Frame): Frame {
  const copy = createFrame(frame.width, frame.height);
  framePixels(copy).set(framePixels(frame));
  return copy;
}

/** Paints an area of a frame in one grey, in place. */
export function paint(frame: Frame, area: Rect, grey: number): void {
  const pixels = framePixels(frame);
  for (let y = area.y; y < area.y + area.height; y += 1) {
    const row = (y * frame.width + area.x) * 4;
    pixels.fill(grey, row, row + area.width * 4);
  }
}

/** What was read off a screen, as a frame. */
export function frameOf({ width, height, rgb }: Picture): Frame {
  const frame = createFrame(width, height);
  const pixels = framePixels(frame);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(pixel * 3, pixel * 3 + 3);
    pixels.set([blue, green, red, 0], pixel * 4);
  }
  return frame;
}
