import type { Rect } from "../core/geometry.ts";
import { countChangedPixels } from "./compare.ts";
import { drawingScale } from "./drawing-scale.ts";
import type { Frame } from "./frame.ts";

/** What blinks where text is typed, in pixels of a plain display: a bar between characters, a filled cell, a line under one. */
const bar = { minHeight: 8, maxHeight: 64, maxWidth: 3 };
const cell = { minHeight: 8, maxHeight: 48, proportion: 0.7 };
const line = { minWidth: 4, maxWidth: 24, maxHeight: 2 };
/** A cursor fills its shape, but for what shows through: a letter has gaps, and so has a mark in a box. */
const filled = 0.9;

/**
 * Whether a change may be a text cursor that came or went, by its shape alone: one that goes on growing
 * or moving is none.
 * @param change exact bounds in pixels of the frames
 */
export function looksLikeTextCursor(before: Frame, after: Frame, change: Rect): boolean {
  const scale = drawingScale(before);
  const [width, height] = [change.width / scale, change.height / scale];
  const isBar = width <= bar.maxWidth && height >= bar.minHeight && height <= bar.maxHeight;
  // Higher than wide, unlike a check box.
  const isCell = height >= cell.minHeight && height <= cell.maxHeight && width <= cell.proportion * height;
  const isLine = width >= line.minWidth && width <= line.maxWidth && height <= line.maxHeight;
  if (!(isBar || isCell || isLine)) return false;
  return countChangedPixels(before, after, change) >= filled * change.width * change.height;
}
