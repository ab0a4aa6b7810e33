/** A decoded image for comparisons: RGB, 8 bits a channel, rows without padding, top row first. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** The colour of one pixel as `#rrggbb`. */
export function colorAt(picture: Picture, x: number, y: number): string {
  const offset = (y * picture.width + x) * 3;
  return `#${picture.rgb.subarray(offset, offset + 3).toHex()}`;
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
