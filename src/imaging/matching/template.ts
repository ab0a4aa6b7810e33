import { GuiAgentError } from "../../core/errors.ts";
import type { Size } from "../../core/geometry.ts";
import type { Raster } from "../raster.ts";
import { greyPlane } from "./plane.ts";

/** Pixels of an edge under which a picture fits in too many places. */
const smallestEdge = 8;
/** Of 255: the noise that JPEG leaves on an even area stays below it. */
const flatDeviation = 4;
/** From this alpha on, a pixel counts. */
const opaqueAlpha = 128;
/** Pixels that are compared at one place: more of them tell no more. */
const mostSamples = 4096;

/** What is looked for. */
export interface Template extends Size {
  readonly raster: Raster;
  readonly grey: Uint8Array;
  /** The pixels that count, by their number in the raster, spread evenly; at most `mostSamples`. */
  readonly samples: Int32Array;
}

export function createTemplate(raster: Raster): Template {
  const { width, height } = raster;
  return {
    width,
    height,
    raster,
    grey: greyPlane(raster).data,
    samples: spread(opaquePixels(raster), mostSamples),
  };
}

/** Why a template cannot be told from many other places; undefined when it can. */
export function weakness({ width, height, grey, samples }: Template): string | undefined {
  if (Math.min(width, height) < smallestEdge) {
    return `The template is ${width}×${height} pixels; it must be at least ${smallestEdge}×${smallestEdge} to be told from other places.`;
  }
  if (samples.length < smallestEdge ** 2) {
    return `Only ${samples.length} pixels of the template are opaque; at least ${smallestEdge ** 2} are needed to tell it from other places.`;
  }
  if (deviationOf({ grey, samples }) < flatDeviation) {
    return "The template is an even area without detail, which looks like many other places.";
  }
  return undefined;
}

/** @throws `invalid_input` for a template that is too small or too even to be told from other places */
export function assertTelling(template: Template): void {
  const problem = weakness(template);
  if (problem === undefined) return;
  throw new GuiAgentError("invalid_input", problem, {
    remedy: "Cut a larger part out of a screenshot, with an edge, text or an icon in it.",
  });
}

function opaquePixels({ width, height, pixels }: Raster): Int32Array {
  const found = new Int32Array(width * height);
  let count = 0;
  for (let pixel = 0; pixel < found.length; pixel += 1) {
    if ((pixels[pixel * 4 + 3] ?? 0) < opaqueAlpha) continue;
    found[count] = pixel;
    count += 1;
  }
  return found.subarray(0, count);
}

/** At most `count` of the values, at even distances. */
function spread(values: Int32Array, count: number): Int32Array {
  if (values.length <= count) return values;
  return Int32Array.from(
    { length: count },
    (_, index) => values[Math.floor((index * values.length) / count)] ?? 0,
  );
}

/** Standard deviation of the grey of the pixels that count; of a template without any, 0. */
export function deviationOf({ grey, samples }: Pick<Template, "grey" | "samples">): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  let squares = 0;
  for (const sample of samples) {
    const value = grey[sample] ?? 0;
    sum += value;
    squares += value * value;
  }
  return Math.sqrt(squares / samples.length - (sum / samples.length) ** 2);
}
