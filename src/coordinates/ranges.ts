import { GuiAgentError } from "../core/errors.ts";
import type { ModelPoint, Size } from "../core/geometry.ts";
import type { CoordinateFormat, CoordinateMode } from "./model-profiles.ts";

export interface AxisRange {
  /** The value that stands for the far edge of the picture; 0 stands for the near one. */
  readonly span: number;
  /** The largest value that names something on the picture. */
  readonly last: number;
  /** Whether a value lies on the picture, give or take rounding. */
  accepts(value: number): boolean;
}

/** What one axis of a format may hold, on a picture of so many pixels along that axis. */
export function axisRange(mode: CoordinateMode, pixels: number): AxisRange {
  switch (mode) {
    case "image-absolute":
      return range(pixels, pixels - 1, 0.5);
    case "normalized-1000":
      return range(1000, 1000, 0.5);
    case "normalized-999":
      // Gemini's boxes count to 1000 and its points to 999: the far edge may come out as either.
      return range(999, 999, 1);
    case "normalized-0-1":
      // These models write two decimals.
      return range(1, 1, 0.005);
    default:
      return mode satisfies never;
  }
}

/** The error for a point off the picture, in the numbers that the caller writes. */
export function outOfRange(point: ModelPoint, format: CoordinateFormat, image: Size): GuiAgentError {
  const { mode, order } = format;
  const last = {
    x: axisRange(mode, image.width).last,
    y: axisRange(mode, image.height).last,
  };
  const [first, second] = order === "xy" ? (["x", "y"] as const) : (["y", "x"] as const);
  const unit =
    mode === "image-absolute"
      ? `pixels of the ${image.width}×${image.height} screenshot`
      : `${mode}, whatever the size of the screenshot`;
  return new GuiAgentError(
    "out_of_range",
    `The point (${first} ${point.x}, ${second} ${point.y}) lies outside the screenshot: ${first} must be from 0 to ${last[first]} and ${second} from 0 to ${last[second]} (${unit}).`,
    {
      remedy:
        "Read the point off the newest screenshot again and send it in this range; do not scale it yourself. Nothing was done.",
    },
  );
}

function range(span: number, last: number, rounding: number): AxisRange {
  return { span, last, accepts: (value) => value >= -rounding && value <= span + rounding };
}
