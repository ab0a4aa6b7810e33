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
