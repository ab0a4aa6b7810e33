import { GuiAgentError } from "../core/errors.ts";
import {
  clamp,
  type GlobalPoint,
  globalPoint,
  type LogicalPoint,
  logicalPoint,
  type ModelPoint,
  modelPoint,
  type Rect,
  type Size,
} from "../core/geometry.ts";
import type { CoordinateFormat, CoordinateMode } from "./model-profiles.ts";
import { axisRange, outOfRange } from "./ranges.ts";

/** What a picture showed, so that a point on it can be found again on the desktop. */
export interface View {
  /** Pixels of the picture as it was sent. */
  readonly image: Size;
  /** The part of the display that it shows, in that display's logical points. */
  readonly area: Rect;
  /** The display's logical size at that time. */
  readonly display: Size;
}

/** The view of a whole display that no picture was taken of, for formats that do not need one. */
export function wholeDisplayView(display: Rect): View {
  const size = { width: display.width, height: display.height };
  return { image: size, area: { x: 0, y: 0, ...size }, display: size };
}

/**
 * The place on the desktop that a model means, in whole input units (X11 and Windows: pixels;
 * macOS: points): order, then a fraction of the picture, then the display, then the desktop.
 * @param point the two numbers as the model wrote them, in the fields x and y
 * @param view the picture that the model saw
 * @param display where the display is now, in logical points of the desktop
 * @throws `out_of_range` for a point off the picture by more than rounding, `stale_screenshot` when
 *   the display has another size than in the picture, `invalid_input` for numbers that are not finite
 */
export function resolveModelPoint(
  point: ModelPoint,
  format: CoordinateFormat,
  view: View,
  display: Rect,
): GlobalPoint {
  assertFinite(point);
  assertFresh(view, display);
  const [x, y] = format.order === "xy" ? [point.x, point.y] : [point.y, point.x];
  const horizontal = axisRange(format.mode, view.image.width);
  const vertical = axisRange(format.mode, view.image.height);
  if (!horizontal.accepts(x) || !vertical.accepts(y)) throw outOfRange(point, format, view.image);
  return toInputUnits(
    view.area.x + (x / horizontal.span) * view.area.width,
    view.area.y + (y / vertical.span) * view.area.height,
    view.area,
    display,
  );
}

/**
 * The part of a display that a model means by an area of the picture that it saw, in the display's
 * logical points, fractions included. x and y come first, whatever the model's order.
 * @throws `out_of_range` for an area that is not on the picture, else as `resolveModelPoint`
 */
export function resolveModelArea(area: Rect, mode: CoordinateMode, view: View, display: Rect): Rect {
  const corners = [modelPoint(area.x, area.y), modelPoint(area.x + area.width, area.y + area.height)];
  assertFresh(view, display);
  const horizontal = axisRange(mode, view.image.width);
  const vertical = axisRange(mode, view.image.height);
  for (const corner of corners) {
    assertFinite(corner);
    if (!horizontal.accepts(corner.x) || !vertical.accepts(corner.y)) {
      throw outOfRange(corner, { mode, order: "xy" }, view.image);
    }
  }
  const along = (value: number, span: number, start: number, length: number) =>
    start + clamp(value / span, 0, 1) * length;
  const left = along(area.x, horizontal.span, view.area.x, view.area.width);
  const top = along(area.y, vertical.span, view.area.y, view.area.height);
  const right = along(area.x + area.width, horizontal.span, view.area.x, view.area.width);
  const bottom = along(area.y + area.height, vertical.span, view.area.y, view.area.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The place on the desktop of a point on a display, in whole input units.
 * @param point logical points from the display's top left corner; fractions are rounded
 * @throws `out_of_range` for a point off the display by more than rounding, `invalid_input` for
 *   numbers that are not finite
 */
export function resolveLogicalPoint(point: LogicalPoint, display: Rect): GlobalPoint {
  assertFinite(point);
  // A fraction beyond the last whole point is still on the display; a whole one is not.
  const inside = (value: number, length: number) => value >= -0.5 && value < length;
  if (!inside(point.x, display.width) || !inside(point.y, display.height)) {
    throw new GuiAgentError(
      "out_of_range",
      `The point (x ${point.x}, y ${point.y}) lies outside the display: in its logical points x must be from 0 to ${display.width - 1} and y from 0 to ${display.height - 1}.`,
      {
        remedy:
          "Points are counted from the top left corner of the display, not of the desktop. Send a point in this range, or name the display that you mean with displayIndex. Nothing was done.",
      },
    );
  }
  const whole = { x: 0, y: 0, width: display.width, height: display.height };
  return toInputUnits(point.x, point.y, whole, display);
}

/** Where a place on the desktop lies on a display, in that display's logical points. */
export function toLogicalPoint(point: GlobalPoint, display: Rect): LogicalPoint {
  return logicalPoint(point.x - display.x, point.y - display.y);
}

/** Rounds to whole units of the desktop and keeps the result in the area, which has one at each of its pixels. */
function toInputUnits(x: number, y: number, area: Rect, display: Rect): GlobalPoint {
  return globalPoint(
    nearestUnit(display.x + x, display.x + area.x, area.width),
    nearestUnit(display.y + y, display.y + area.y, area.height),
  );
}

function nearestUnit(value: number, start: number, length: number): number {
  // Edges of a zoomed area come from divisions: a hair over a whole unit must not lose that unit.
  const first = Math.ceil(start - 1e-6);
  const last = Math.ceil(start + length - 1e-6) - 1;
  // An area smaller than a unit may hold no whole one: `last`, which then lies before `first` and wins, is
  // the unit that the area lies in.
  const unit = clamp(Math.round(value), first, last);
  // Never -0, which is written "-0" in some places and compares unequal in others.
  return unit + 0;
}

function assertFinite(point: { readonly x: number; readonly y: number }): void {
  if (Number.isFinite(point.x) && Number.isFinite(point.y)) return;
  throw new GuiAgentError(
    "invalid_input",
    `The point (x ${point.x}, y ${point.y}) is not a pair of numbers.`,
    {
      remedy: "Send two finite numbers. Nothing was done.",
    },
  );
}

function assertFresh(view: View, display: Size): void {
  const { width, height } = view.display;
  if (width === display.width && height === display.height) return;
  throw new GuiAgentError(
    "stale_screenshot",
    `The display was ${width}×${height} when its last screenshot was taken and is ${display.width}×${display.height} now, so the point cannot be placed.`,
    { remedy: "Take a new screenshot and read the point off that. Nothing was done." },
  );
}
