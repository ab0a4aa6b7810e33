import type { Size } from "../core/geometry.ts";

/** The shorter edge of a plain display: one for which programs draw lines that are one pixel wide. */
const plainEdge = 1080;

/**
 * How many pixels of a whole display's picture make what is one pixel on a plain display: 1 up to
 * 1920×1080, 2 at 3840×2160. An estimate, for sizes of what programs draw: X11 knows no scale factor.
 */
export function drawingScale({ width, height }: Size): number {
  return Math.max(1, Math.min(width, height) / plainEdge);
}
