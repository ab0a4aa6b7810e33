import type { Rect } from "../../core/geometry.ts";
import type { ValueOf } from "../native/types.ts";
import type { rectangle } from "./api/user32-windows.ts";

/** A `RECT` of the system, whose right and bottom edges do not belong to it. */
export function rectOf({ left, top, right, bottom }: ValueOf<typeof rectangle>): Rect {
  return { x: left, y: top, width: right - left, height: bottom - top };
}
