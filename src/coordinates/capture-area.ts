import { GuiAgentError } from "../core/errors.ts";
import type { Rect, Size } from "../core/geometry.ts";

/** A display as it is needed here: in logical points of the desktop, and its size in native pixels. */
interface CapturedDisplay extends Rect {
  readonly physicalWidth: number;
  readonly physicalHeight: number;
  readonly nativeOrigin?: { readonly x: number; readonly y: number };
}

export interface CaptureArea {
  /** What to capture: native pixels of the whole desktop. */
  readonly native: Rect;
  /** The same, in logical points of the display. Where a point is not a whole number of pixels, fractions. */
  readonly shown: Rect;
}

/**
 * The whole display, or a region of it out to whole native pixels.
 * @param region logical points of the display
 * @throws `out_of_range` when the region does not lie on the display, `invalid_input` when it is no
 *   region at all
 */
export function captureArea(display: CapturedDisplay, region?: Rect): CaptureArea {
  if (region !== undefined) assertOnDisplay(region, display);
  const { x, y, width, height } = region ?? { x: 0, y: 0, width: display.width, height: display.height };
  const horizontal = toPixels(x, width, display.width, display.physicalWidth);
  const vertical = toPixels(y, height, display.height, display.physicalHeight);
  const origin = display.nativeOrigin ?? {
    x: originInPixels(display.x, display.width, display.physicalWidth),
    y: originInPixels(display.y, display.height, display.physicalHeight),
  };
  return {
    native: {
      x: origin.x + horizontal.start,
      y: origin.y + vertical.start,
      width: horizontal.length,
      height: vertical.length,
    },
    shown: {
      x: horizontal.shownStart,
      y: vertical.shownStart,
      width: horizontal.shownLength,
      height: vertical.shownLength,
    },
  };
}

/**
 * An area of a display's picture in logical points of the display, out to whole ones: for people, not to
 * capture it again.
 * @param area native pixels, from the top left corner of the display
 */
export function areaInPoints(display: CapturedDisplay, area: Rect): Rect {
  const horizontal = toPixels(area.x, area.width, display.physicalWidth, display.width);
  const vertical = toPixels(area.y, area.height, display.physicalHeight, display.height);
  return { x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length };
}

function toPixels(start: number, length: number, logical: number, physical: number) {
  // Multiplied before divided: an exact quotient then comes out exact, without a stray last digit that
  // would be taken for the next pixel.
  const from = Math.max(0, Math.floor((start * physical) / logical));
  const to = Math.min(physical, Math.ceil(((start + length) * physical) / logical));
  return {
    start: from,
    length: to - from,
    shownStart: (from * logical) / physical,
    shownLength: ((to - from) * logical) / physical,
  };
}

/** A display's corner lies on a whole pixel; its origin in points may have been rounded. */
function originInPixels(origin: number, logical: number, physical: number): number {
  return Math.round((origin * physical) / logical) + 0;
}

function assertOnDisplay(region: Rect, display: Size): void {
  const { x, y, width, height } = region;
  const asked = `The region x ${x}, y ${y}, width ${width}, height ${height}`;
  const size = `${display.width}×${display.height} logical points`;
  if (![x, y, width, height].every(Number.isFinite) || width < 1 || height < 1) {
    throw new GuiAgentError("invalid_input", `${asked} is not a region of at least 1×1.`, {
      remedy: `Send finite numbers, inside the display's ${size}.`,
    });
  }
  if (x < 0 || y < 0 || x + width > display.width || y + height > display.height) {
    throw new GuiAgentError("out_of_range", `${asked} does not lie on the display, which has ${size}.`, {
      remedy:
        "Regions are counted from the top left corner of the display, not of the desktop. Send one that lies inside, or name the display that you mean with displayIndex.",
    });
  }
}
