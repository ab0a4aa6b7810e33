import { z } from "zod";
import { type CoordinateMode, coordinateModes } from "../coordinates/model-profiles.ts";
import {
  resolveLogicalPoint,
  resolveModelArea,
  resolveModelPoint,
  type View,
  wholeDisplayView,
} from "../coordinates/resolver.ts";
import { GuiAgentError } from "../core/errors.ts";
import { type GlobalPoint, logicalPoint, modelPoint, type Rect } from "../core/geometry.ts";
import type { DescribedDisplay } from "../desktop/displays.ts";
import type { Display } from "../desktop/port.ts";
import type { ToolContext } from "./context.ts";
import { noticeOf } from "./fields.ts";

export const displayIndexField = z
  .int()
  .min(0)
  .optional()
  .describe("Which display, as numbered by gui_list_displays. Default: the selected display.");

/** The arguments that say in which space a tool's points are. */
export const spaceFields = {
  coordinateMode: z
    .enum(coordinateModes)
    .optional()
    .describe(
      "Give it for a point read off a screenshot. image-absolute: pixels of your last gui_screenshot of this display. normalized-…: the range in which your model answers. Default: logical points of the display.",
    ),
  displayIndex: displayIndexField,
};

/** Wider than any desktop; the exact range depends on the space and is checked when it is known. */
export const coordinateField = z.number().min(-100_000).max(100_000);

/** The arguments of a tool that acts at one point. */
export const pointFields = {
  x: coordinateField.describe("Distance from the left edge."),
  y: coordinateField.describe("Distance from the top edge."),
  ...spaceFields,
};

export interface Space {
  readonly coordinateMode?: CoordinateMode | undefined;
  readonly displayIndex?: number | undefined;
}

export interface Target {
  /** Spread it into the result: it says when the display is not the one that was asked for. */
  readonly notice: { readonly notice?: string };
  readonly display: DescribedDisplay;
  /** Turns the caller's coordinates into the desktop's. Throws `out_of_range`, `no_screenshot` or `stale_screenshot`. */
  point(x: number, y: number): GlobalPoint;
  /** Turns an area of the caller's into one of the display, in its logical points. Throws the same. */
  area(area: Rect): Rect;
}

/** Finds the display and the space that a call's points refer to. */
export async function resolveTarget(context: ToolContext, space: Space): Promise<Target> {
  const { coordinateMode: mode, displayIndex } = space;
  const { display, notice } = await context.displays.resolve(displayIndex);
  const before = context.session.noteDisplay(displayIndex, display);
  const change = before === undefined ? undefined : describeChange(displayIndex, before, display);
  const assertMeant = () => {
    // Without a displayIndex and without a picture, nothing says that the point was meant for the other one.
    if (change === undefined || (displayIndex === undefined && mode === undefined)) return;
    throw new GuiAgentError("display_not_found", change, {
      remedy: "Take a screenshot to see what is there now, then call again. Nothing was done.",
    });
  };
  // x and y are named, so the order in which a model writes them is settled by the caller.
  const resolve = (x: number, y: number) =>
    mode === undefined
      ? resolveLogicalPoint(logicalPoint(x, y), display)
      : resolveModelPoint(modelPoint(x, y), { mode, order: "xy" }, lastView(context, display, mode), display);
  return {
    display,
    notice: noticeOf(notice ?? change),
    point: (x, y) => {
      assertMeant();
      const point = resolve(x, y);
      context.points.push(point);
      return point;
    },
    area: (area) => {
      assertMeant();
      return mode === undefined
        ? area
        : resolveModelArea(area, mode, lastView(context, display, mode), display);
    },
  };
}

function describeChange(index: number | undefined, before: DescribedDisplay, now: DescribedDisplay): string {
  const written = ({ name, width, height }: DescribedDisplay) => `${name} (${width}×${height})`;
  const what = index === undefined ? "without a displayIndex calls go to" : `displayIndex ${index} is`;
  return `The displays have changed: ${what} ${written(now)} now, before it was ${written(before)}.`;
}

/** The picture that the caller read a point off. Normalised points do without one: they mean the whole display. */
function lastView(context: ToolContext, display: Display, mode: CoordinateMode): View {
  const { views } = context.session;
  const seen = views.get(display.name);
  if (seen?.lost.aborted) {
    views.delete(display.name);
    throw new GuiAgentError(
      "stale_screenshot",
      `The connection to the desktop was lost since the last screenshot of display ${display.index}, so what that shows may be gone.`,
      { remedy: "Take a new screenshot and read the point off that. Nothing was done." },
    );
  }
  if (seen !== undefined) return seen.view;
  if (mode !== "image-absolute") return wholeDisplayView(display);
  throw new GuiAgentError(
    "no_screenshot",
    `This session has no screenshot of display ${display.index} as it is now, so pixels of it mean nothing.`,
    { remedy: "Call gui_screenshot for this display first, and read the point off that picture." },
  );
}
