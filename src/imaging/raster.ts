import type { Rect, Size } from "../core/geometry.ts";
import { type Frame, framePixels } from "./frame.ts";

/** Bytes of a pixel. */
export const channels = 4;

/** Pixels to read: blue, green, red and alpha, 8 bits each, rows without padding, top row first. */
export interface Raster extends Size {
  readonly pixels: Uint8Array;
}

/** The pixels of a captured frame, whose fourth bytes carry no meaning. */
export function frameRaster(frame: Frame): Raster {
  return { width: frame.width, height: frame.height, pixels: framePixels(frame) };
}

/** A raster without its alpha: of a screen the fourth bytes carry no meaning. */
export function opaque({ width, height, pixels }: Raster): Raster {
  return { width, height, pixels: pixels.map((value, index) => (index % channels === 3 ? 0xff : value)) };
}

/** A copy of a part of a raster, which must lie within it. */
export function cutOut({ width, pixels }: Raster, area: Rect): Raster {
  const part = new Uint8Array(area.width * area.height * channels);
  for (let row = 0; row < area.height; row += 1) {
    const start = ((area.y + row) * width + area.x) * channels;
    part.set(pixels.subarray(start, start + area.width * channels), row * area.width * channels);
  }
  return { width: area.width, height: area.height, pixels: part };
}
