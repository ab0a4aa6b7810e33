import type { Size } from "../core/geometry.ts";
import { type Frame, framePixels } from "./frame.ts";

/** Pixels to read: blue, green, red and alpha, 8 bits each, rows without padding, top row first. */
export interface Raster extends Size {
  readonly pixels: Uint8Array;
}

/** The pixels of a captured frame, whose fourth bytes carry no meaning. */
export function frameRaster(frame: Frame): Raster {
  return { width: frame.width, height: frame.height, pixels: framePixels(frame) };
}
