import { intersection, type Size } from "../core/geometry.ts";
import { countChangedPixels } from "../imaging/compare.ts";
import type { Frame } from "../imaging/frame.ts";

/** In logical points: what a click is meant for, with some of what is around it. */
const side = 48;
/** A window in front of it changes nearly all of it; a text cursor, a mark or a spinner changes less. */
const largeShare = 0.5;

/**
 * Whether what lies around a point has changed for the most part from one picture of a display to another.
 * @param point in logical points of the display
 * @param display its size in those
 */
export function hasChangedAround(
  point: { readonly x: number; readonly y: number },
  display: Size,
  before: Frame,
  after: Frame,
): boolean {
  if (before.width !== after.width || before.height !== after.height) return true;
  const [across, down] = [before.width / display.width, before.height / display.height];
  const [width, height] = [Math.round(side * across), Math.round(side * down)];
  const [x, y] = [Math.round(point.x * across - width / 2), Math.round(point.y * down - height / 2)];
  const area = intersection({ x, y, width, height }, { ...before, x: 0, y: 0 });
  if (area === undefined) return false;
  return countChangedPixels(before, after, area) > largeShare * area.width * area.height;
}
