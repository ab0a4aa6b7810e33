import type { Raster } from "../raster.ts";
import type { Plane } from "./plane.ts";
import type { Template } from "./template.ts";

/** Colours are compared by the mean of each cell of this many columns and rows: JPEG blurs them within. */
const divisions = 4;
/** Mean distance of the cells' colours, of 255, at which nothing is left of the likeness. */
const strangeColor = 60;

/** Where the shapes are less alike than this, nobody needs to know the colours. */
const unlike = 0.3;

/** A screen to search, in colour and in grey. */
export interface Scene {
  readonly raster: Raster;
  readonly plane: Plane;
}

/** Tells how much a place of a scene, by its top left corner, looks like the template: 0 to 1. */
export type Similarity = (x: number, y: number) => number;

/**
 * Three things in one number: whether bright and dark lie in the same places (correlation), whether
 * they are as far apart (a button that is greyed out has the same shapes, only paler), and whether the
 * colours are the same.
 */
export function similarityTo(template: Template, { raster, plane }: Scene): Similarity {
  const { samples, width, grey } = template;
  const count = samples.length;
  const places = Int32Array.from(samples, (sample) => {
    const x = sample % width;
    return ((sample - x) / width) * plane.width + x;
  });
  const values = Uint8Array.from(samples, (sample) => grey[sample] ?? 0);
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const colors = colorMeans(template);

  return (x, y) => {
    const corner = y * plane.width + x;
    let sum = 0;
    let squares = 0;
    let product = 0;
    for (let index = 0; index < count; index += 1) {
      const value = plane.data[corner + (places[index] ?? 0)] ?? 0;
      sum += value;
      squares += value * value;
      product += value * (values[index] ?? 0);
    }
    const varianceHere = squares - (sum * sum) / count;
    const covariance = product - sum * mean;
    if (varianceHere <= 0 || covariance <= 0) return 0;
    const correlation = covariance / Math.sqrt(variance * varianceHere);
    const contrast = Math.sqrt(Math.min(variance, varianceHere) / Math.max(variance, varianceHere));
    const shape = correlation * contrast;
    return shape < unlike ? shape : rounded(shape * colors(raster, x, y));
  };
}

/** Sums of a different order end a hair apart, and the very same pixels must give 1. */
function rounded(likeness: number): number {
  return Math.round(likeness * 1e6) / 1e6;
}

/** Compares colours at a place: 1 for the same, 0 for others. */
function colorMeans({ raster: own, width, height, samples }: Template) {
  const cells = Uint8Array.from(samples, (sample) => {
    const x = sample % width;
    const y = (sample - x) / width;
    return Math.floor((y * divisions) / height) * divisions + Math.floor((x * divisions) / width);
  });
  const counts = new Float64Array(divisions ** 2);
  for (const cell of cells) counts[cell] = (counts[cell] ?? 0) + 1;
  const used = counts.filter((count) => count > 0).length;

  const sums = (raster: Raster, left: number, top: number): Float64Array => {
    const totals = new Float64Array(divisions ** 2 * 3);
    const skipped = raster.width - width;
    for (let index = 0; index < samples.length; index += 1) {
      const sample = samples[index] ?? 0;
      const row = (sample - (sample % width)) / width;
      const byte = (top * raster.width + left + sample + row * skipped) * 4;
      const total = (cells[index] ?? 0) * 3;
      totals[total] = (totals[total] ?? 0) + (raster.pixels[byte] ?? 0);
      totals[total + 1] = (totals[total + 1] ?? 0) + (raster.pixels[byte + 1] ?? 0);
      totals[total + 2] = (totals[total + 2] ?? 0) + (raster.pixels[byte + 2] ?? 0);
    }
    return totals;
  };
  const ownSums = sums(own, 0, 0);

  return (raster: Raster, left: number, top: number): number => {
    const here = sums(raster, left, top);
    let distance = 0;
    for (const [cell, count] of counts.entries()) {
      if (count === 0) continue;
      const channel = (index: number) =>
        Math.abs((here[cell * 3 + index] ?? 0) - (ownSums[cell * 3 + index] ?? 0)) / count;
      distance += Math.max(channel(0), channel(1), channel(2));
    }
    return Math.max(0, 1 - distance / used / strangeColor);
  };
}
