/** A decoded image for comparisons: RGB, 8 bits a channel, rows without padding, top row first. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** A part of a picture. */
export function crop(
  picture: Picture,
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Picture {
  const rgb = new Uint8Array(area.width * area.height * 3);
  for (let row = 0; row < area.height; row += 1) {
    const start = ((area.y + row) * picture.width + area.x) * 3;
    rgb.set(picture.rgb.subarray(start, start + area.width * 3), row * area.width * 3);
  }
  return { width: area.width, height: area.height, rgb };
}

/** How many pixels differ between two pictures of the same size. */
export function countDifferences(one: Picture, other: Picture): number {
  if (one.width !== other.width || one.height !== other.height) {
    throw new Error(`Sizes differ: ${one.width}×${one.height} and ${other.width}×${other.height}.`);
  }
  let count = 0;
  for (let offset = 0; offset < one.rgb.length; offset += 3) {
    const same =
      one.rgb[offset] === other.rgb[offset] &&
      one.rgb[offset + 1] === other.rgb[offset + 1] &&
      one.rgb[offset + 2] === other.rgb[offset + 2];
    if (!same) count += 1;
  }
  return count;
}

/** The picture with each square of `factor` by `factor` pixels averaged to one. */
export function shrink(picture: Picture, factor: number): Picture {
  const width = Math.floor(picture.width / factor);
  const height = Math.floor(picture.height / factor);
  const sums = new Float64Array(width * height * 3);
  for (let y = 0; y < height * factor; y += 1) {
    for (let x = 0; x < width * factor; x += 1) {
      const source = (y * picture.width + x) * 3;
      const target = (Math.floor(y / factor) * width + Math.floor(x / factor)) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        sums[target + channel] = (sums[target + channel] ?? 0) + (picture.rgb[source + channel] ?? 0);
      }
    }
  }
  return { width, height, rgb: Uint8Array.from(sums, (sum) => Math.round(sum / (factor * factor))) };
}

/** The largest difference of any channel of any pixel, of 255. */
export function largestDifference(one: Picture, other: Picture): number {
  return one.rgb.reduce((largest, value, index) => {
    return Math.max(largest, Math.abs(value - (other.rgb[index] ?? 0)));
  }, 0);
}
