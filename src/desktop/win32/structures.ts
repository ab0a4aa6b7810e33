import type { Rect } from "../../core/geometry.ts";

/** A `RECT` of the system: left, top, right and bottom, the last two excluded. */
export function readRect(view: DataView, offset: number): Rect {
  const [left, top] = [view.getInt32(offset, true), view.getInt32(offset + 4, true)];
  const [right, bottom] = [view.getInt32(offset + 8, true), view.getInt32(offset + 12, true)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}
