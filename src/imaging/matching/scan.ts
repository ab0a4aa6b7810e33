import type { Size } from "../../core/geometry.ts";
import type { Plane } from "./plane.ts";
import type { Probe, ProbePoint } from "./probe.ts";

/** A place that may be the template's: its top left corner, and how well the probe fits there, up to 1. */
export interface Candidate {
  readonly x: number;
  readonly y: number;
  readonly fit: number;
}

export interface ScanOptions {
  /** Size of the template. */
  readonly size: Size;
  /** Of the contrast of the probe's pairs, how much a place must have. */
  readonly leastContrast: number;
  /** How well the probe must fit. */
  readonly leastFit: number;
  /** Asked once a row: true ends the scan with what there is. */
  readonly isStopped: () => boolean;
}

/** Pixels. In a row of things that repeat at a shorter distance, one of them may stand for its neighbour. */
const largestCell = 12;

/**
 * Most of a screen is even, which two pairs tell. Of the contrast that the others must have too, these
 * need less: one of them is enough where something else covers the other.
 */
const earlyShare = 0.7;

/** Looks at every place of a plane. Of places close to each other, the best is kept. */
export function scan(plane: Plane, probe: Probe, options: ScanOptions): Candidate[] {
  const { data, width } = plane;
  const { size, leastContrast, leastFit, isStopped } = options;
  const [dark = 0, bright = 0, otherDark = 0, otherBright = 0, ...rest] = offsets(probe.pairs, width);
  const wanted = contrastOf(probe.pairs) * leastContrast;
  const wantedOfTwo = contrastOf(probe.pairs.slice(0, 4)) * leastContrast * earlyShare;
  const fitAt = correlation(plane, probe.points);
  const best = new BestOfCells(plane, size);
  for (let y = 0; y <= plane.height - size.height; y += 1) {
    if (isStopped()) break;
    const row = y * width;
    for (let x = 0; x <= width - size.width; x += 1) {
      const place = row + x;
      let contrast =
        (data[place + bright] ?? 0) -
        (data[place + dark] ?? 0) +
        (data[place + otherBright] ?? 0) -
        (data[place + otherDark] ?? 0);
      if (contrast < wantedOfTwo) continue;
      for (let pair = 0; pair < rest.length; pair += 2) {
        contrast += (data[place + (rest[pair + 1] ?? 0)] ?? 0) - (data[place + (rest[pair] ?? 0)] ?? 0);
      }
      if (contrast < wanted) continue;
      const fit = fitAt(place);
      if (fit >= leastFit) best.offer(x, y, fit);
    }
  }
  return best.candidates();
}

/** How much brighter the bright ones of pairs are than the dark ones, all in all. */
function contrastOf(pairs: readonly ProbePoint[]): number {
  return pairs.reduce((sum, { grey }, index) => sum + (index % 2 === 0 ? -grey : grey), 0);
}

/** How the points' brightness at a place goes along with that in the template, from -1 to 1. */
function correlation({ data, width }: Plane, points: readonly ProbePoint[]): (place: number) => number {
  const count = points.length;
  const places = offsets(points, width);
  const mean = points.reduce((sum, { grey }) => sum + grey, 0) / count;
  const weights = Float64Array.from(points, ({ grey }) => grey - mean);
  const norm = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0));
  return (place) => {
    let sum = 0;
    let squares = 0;
    let product = 0;
    for (let index = 0; index < count; index += 1) {
      const value = data[place + (places[index] ?? 0)] ?? 0;
      sum += value;
      squares += value * value;
      product += value * (weights[index] ?? 0);
    }
    const variance = squares - (sum * sum) / count;
    return variance <= 0 ? 0 : product / (norm * Math.sqrt(variance));
  };
}

function offsets(points: readonly ProbePoint[], width: number): Int32Array {
  return Int32Array.from(points, ({ x, y }) => y * width + x);
}

/** Keeps the best place of each small cell, so that memory stays small whatever is on the screen. */
class BestOfCells {
  readonly #cell: Size;
  readonly #columns: number;
  readonly #width: number;
  readonly #fits: Float64Array;
  readonly #places: Int32Array;

  constructor(plane: Size, template: Size) {
    this.#cell = {
      width: Math.min(largestCell, template.width >> 1),
      height: Math.min(largestCell, template.height >> 1),
    };
    this.#columns = Math.ceil(plane.width / this.#cell.width);
    this.#width = plane.width;
    const cells = this.#columns * Math.ceil(plane.height / this.#cell.height);
    this.#fits = new Float64Array(cells);
    this.#places = new Int32Array(cells);
  }

  offer(x: number, y: number, fit: number): void {
    const cell = Math.floor(y / this.#cell.height) * this.#columns + Math.floor(x / this.#cell.width);
    if (fit <= (this.#fits[cell] ?? 0)) return;
    this.#fits[cell] = fit;
    this.#places[cell] = y * this.#width + x;
  }

  /** Best first. */
  candidates(): Candidate[] {
    const found: Candidate[] = [];
    for (const [cell, fit] of this.#fits.entries()) {
      const place = this.#places[cell] ?? 0;
      const x = place % this.#width;
      if (fit > 0) found.push({ x, y: (place - x) / this.#width, fit });
    }
    return found.sort((one, other) => other.fit - one.fit);
  }
}
