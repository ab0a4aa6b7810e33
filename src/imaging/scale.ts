import type { Size } from "../core/geometry.ts";
import type { ImageLimits } from "../core/image-limits.ts";

/** Every picture that a model gets: larger ones cost tokens and time and are read no better. */
export const standardLimits: ImageLimits = { maxEdge: 1920 };

/**
 * The size at which a picture is sent: as large as the limits allow, never larger than it is, with
 * its proportions kept to within half a pixel (or one `edgeMultiple`, where there is one).
 * @param source whole pixels, at least 1×1
 */
export function fitImage(source: Size, limits: ImageLimits): Size {
  const shrunk = shrink(source, limits);
  const multiple = limits.edgeMultiple ?? 1;
  return { width: alignDown(shrunk.width, multiple), height: alignDown(shrunk.height, multiple) };
}

/** Limits that satisfy both. Of two edge multiples the second counts. */
export function tighterLimits(one: ImageLimits, other: ImageLimits): Required<ImageLimits> {
  const lower = (key: "maxEdge" | "maxShortEdge" | "maxPixels") =>
    Math.min(one[key] ?? Number.POSITIVE_INFINITY, other[key] ?? Number.POSITIVE_INFINITY);
  return {
    maxEdge: lower("maxEdge"),
    maxShortEdge: lower("maxShortEdge"),
    maxPixels: lower("maxPixels"),
    edgeMultiple: other.edgeMultiple ?? one.edgeMultiple ?? 1,
  };
}

function shrink(source: Size, limits: ImageLimits): Size {
  const { maxEdge, maxShortEdge, maxPixels } = tighterLimits(limits, {});
  const long = Math.max(source.width, source.height);
  const short = Math.min(source.width, source.height);
  const within = (longEdge: number, shortEdge: number) =>
    longEdge <= maxEdge && shortEdge <= maxShortEdge && longEdge * shortEdge <= maxPixels;

  const factor = Math.min(1, maxEdge / long, maxShortEdge / short, Math.sqrt(maxPixels / (long * short)));
  // The long edge is made whole first and the short one follows it, so that only one edge is rounded.
  let longEdge = Math.max(1, Math.floor(long * factor + 1e-9));
  let shortEdge = follow(longEdge, long, short);
  while (longEdge > 1 && !within(longEdge, shortEdge)) {
    longEdge -= 1;
    shortEdge = follow(longEdge, long, short);
  }
  return source.width >= source.height
    ? { width: longEdge, height: shortEdge }
    : { width: shortEdge, height: longEdge };
}

function follow(longEdge: number, long: number, short: number): number {
  return Math.max(1, Math.round((short * longEdge) / long));
}

/** An edge shorter than the multiple stays: making it longer would enlarge the picture. */
function alignDown(edge: number, multiple: number): number {
  return edge < multiple ? edge : edge - (edge % multiple);
}
