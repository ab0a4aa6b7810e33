import type { CoordinateFormat } from "../../src/coordinates/model-profiles.ts";
import { axisRange } from "../../src/coordinates/ranges.ts";
import { toLogicalPoint, type View } from "../../src/coordinates/resolver.ts";
import { type GlobalPoint, type ModelPoint, modelPoint, type Rect } from "../../src/core/geometry.ts";

/**
 * The inverse of `resolveModelPoint`: where a place on the desktop lies on the picture, in the model's own
 * format. It is exact; a place outside the picture gives numbers outside the format's range.
 */
export function toModelPoint(
  point: GlobalPoint,
  format: CoordinateFormat,
  view: View,
  display: Rect,
): ModelPoint {
  const { x: localX, y: localY } = toLogicalPoint(point, display);
  const { width, height } = view.image;
  const x = ((localX - view.area.x) / view.area.width) * axisRange(format.mode, width).span;
  const y = ((localY - view.area.y) / view.area.height) * axisRange(format.mode, height).span;
  return format.order === "xy" ? modelPoint(x, y) : modelPoint(y, x);
}
