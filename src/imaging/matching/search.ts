import { GuiAgentError } from "../../core/errors.ts";
import type { Size } from "../../core/geometry.ts";
import type { Raster } from "../raster.ts";
import { type FindOptions, findTemplate, type Match } from "./find.ts";
import { greyPlane } from "./plane.ts";
import { findAtOtherScale } from "./sweep.ts";
import { assertTelling, createTemplate } from "./template.ts";

export interface SearchOptions extends FindOptions {
  /** Whether, when it is nowhere at these sizes, the one place is looked for where it is up to twice or down to half as large. */
  readonly anyScale: boolean;
}

/**
 * Looks for a picture on a screen that is given in one or more sizes, the likeliest first: a template is
 * mostly cut from a picture of one of these sizes, and fits exactly there alone.
 * @param screens the last one in native pixels
 * @returns places in native pixels, fractions included; those of the first size that has any
 * @throws `invalid_input` for a template that is too small, too even or larger than the screen
 */
export function searchScreen(
  screens: readonly [...Raster[], Raster],
  picture: Raster,
  options: SearchOptions,
): readonly Match[] {
  const native = screens[screens.length - 1] ?? picture;
  const template = createTemplate(picture);
  assertTelling(template);
  assertFits(template, native);
  for (const raster of screens) {
    const found = findTemplate({ raster, plane: greyPlane(raster) }, template, options);
    if (found.length > 0) return found.map((match) => inPixelsOf(native, raster, match));
  }
  if (!options.anyScale) return [];
  const raster = screens[0] ?? native;
  const found = findAtOtherScale({ raster, plane: greyPlane(raster) }, template, options);
  return found === undefined ? [] : [inPixelsOf(native, raster, found)];
}

function inPixelsOf(native: Size, searched: Size, { x, y, width, height, confidence }: Match): Match {
  const across = native.width / searched.width;
  const down = native.height / searched.height;
  return { x: x * across, y: y * down, width: width * across, height: height * down, confidence };
}

/** @throws `invalid_input` for a template that is larger than the screen */
export function assertFits({ width, height }: Size, screen: Size): void {
  if (width <= screen.width && height <= screen.height) return;
  throw new GuiAgentError(
    "invalid_input",
    `The template is ${width}×${height} pixels, which is larger than the screen: ${screen.width}×${screen.height}.`,
    { remedy: "Cut the part that you look for out of a screenshot of this display." },
  );
}
