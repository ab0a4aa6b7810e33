import type { Size } from "../../core/geometry.ts";
import type { Raster } from "../raster.ts";

/** A picture in grey: one byte a pixel, 0 is black, rows without padding. */
export interface Plane extends Size {
  readonly data: Uint8Array;
}

/** How bright a picture is, as the eye weighs the colours (BT.601). */
export function greyPlane({ width, height, pixels }: Raster): Plane {
  const data = new Uint8Array(width * height);
  for (let pixel = 0, byte = 0; pixel < data.length; pixel += 1, byte += 4) {
    data[pixel] =
      ((pixels[byte] ?? 0) * 29 + (pixels[byte + 1] ?? 0) * 150 + (pixels[byte + 2] ?? 0) * 77) >> 8;
  }
  return { width, height, data };
}

/** The plane at half its size, each 2×2 pixels averaged to one. An odd last row or column is left out. */
export function halve(plane: Plane): Plane {
  const width = plane.width >> 1;
  const height = plane.height >> 1;
  const source = plane.data;
  const data = new Uint8Array(width * height);
  for (let y = 0, target = 0; y < height; y += 1) {
    let above = 2 * y * plane.width;
    let below = above + plane.width;
    for (let x = 0; x < width; x += 1, target += 1, above += 2, below += 2) {
      data[target] =
        ((source[above] ?? 0) +
          (source[above + 1] ?? 0) +
          (source[below] ?? 0) +
          (source[below + 1] ?? 0) +
          2) >>
        2;
    }
  }
  return { width, height, data };
}
