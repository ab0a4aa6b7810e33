import type { Size } from "../../core/geometry.ts";
import { channels, type Raster } from "../raster.ts";

/** Lanczos' window, in pixels of the result: as screenshots are reduced. */
const lobes = 3;

/** A raster at a smaller size (Lanczos). Transparent pixels give no colour to those around them. */
export function reduce(raster: Raster, { width, height }: Size): Raster {
  const weighted = Float32Array.from(raster.pixels, (value, index) =>
    index % channels === 3 ? value : (value * (raster.pixels[index | 3] ?? 0)) / 255,
  );
  const narrow = reduceRows(weighted, raster.width, raster.height, width);
  const small = reduceRows(transpose(narrow, width, raster.height), raster.height, width, height);
  return { width, height, pixels: toPixels(transpose(small, height, width)) };
}

/** A raster at half its size, each 2×2 pixels averaged to one; an odd last row or column is left out. Much faster. */
export function halve({ width, height, pixels }: Raster): Raster {
  const size = { width: width >> 1, height: height >> 1 };
  const target = new Uint8Array(size.width * size.height * channels);
  const row = width * channels;
  for (let y = 0, to = 0; y < size.height; y += 1) {
    for (let x = 0, from = 2 * y * row; x < size.width; x += 1, from += channels) {
      for (let channel = 0; channel < channels; channel += 1, from += 1, to += 1) {
        const above = (pixels[from] ?? 0) + (pixels[from + channels] ?? 0);
        const below = (pixels[from + row] ?? 0) + (pixels[from + row + channels] ?? 0);
        target[to] = (above + below + 2) >> 2;
      }
    }
  }
  return { ...size, pixels: target };
}

function reduceRows(source: Float32Array, width: number, height: number, newWidth: number): Float32Array {
  const step = width / newWidth;
  const reach = lobes * step;
  const target = new Float32Array(newWidth * height * channels);
  for (let column = 0; column < newWidth; column += 1) {
    const center = (column + 0.5) * step - 0.5;
    const first = Math.max(0, Math.ceil(center - reach));
    const last = Math.min(width - 1, Math.floor(center + reach));
    const weights = Array.from({ length: last - first + 1 }, (_, index) =>
      lanczos((first + index - center) / step),
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, weight] of weights.entries()) {
      const share = weight / total;
      for (let row = 0; row < height; row += 1) {
        const from = (row * width + first + index) * channels;
        const to = (row * newWidth + column) * channels;
        for (let channel = 0; channel < channels; channel += 1) {
          target[to + channel] = (target[to + channel] ?? 0) + share * (source[from + channel] ?? 0);
        }
      }
    }
  }
  return target;
}

function lanczos(distance: number): number {
  if (distance === 0) return 1;
  if (Math.abs(distance) >= lobes) return 0;
  const angle = Math.PI * distance;
  return (lobes * Math.sin(angle) * Math.sin(angle / lobes)) / angle ** 2;
}

function transpose(source: Float32Array, width: number, height: number): Float32Array {
  const target = new Float32Array(source.length);
  for (let y = 0, from = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, from += channels) {
      const to = (x * height + y) * channels;
      for (let channel = 0; channel < channels; channel += 1)
        target[to + channel] = source[from + channel] ?? 0;
    }
  }
  return target;
}

function toPixels(values: Float32Array): Uint8Array {
  return Uint8Array.from(values, (value, index) => {
    const alpha = values[index | 3] ?? 0;
    const color = index % channels === 3 || alpha <= 0 ? value : (value * 255) / alpha;
    return Math.min(255, Math.max(0, Math.round(color)));
  });
}
