import { Jimp } from "jimp";
import type { Rect, Size } from "../../src/core/geometry.ts";
import { crop, type Picture } from "./picture.ts";

/** Standard deviation of grey, of 255, from which an area has something to recognise. */
const texturedDeviation = 20;
const edges = { shortest: 32, longest: 200 };

/** Areas of a picture, of many sizes, with something on them. The same numbers give the same areas. */
export function texturedAreas(picture: Picture, count: number, random: () => number): readonly Rect[] {
  const areas: Rect[] = [];
  for (let attempt = 0; areas.length < count; attempt += 1) {
    if (attempt > count * 1000) throw new Error("The picture has too little texture.");
    const edge = () => Math.floor(edges.shortest + random() ** 2 * (edges.longest - edges.shortest));
    const size = { width: edge(), height: edge() };
    const area = { ...place(picture, size, random), ...size };
    if (deviation(crop(picture, area)) >= texturedDeviation) areas.push(area);
  }
  return areas;
}

function place(picture: Size, { width, height }: Size, random: () => number) {
  return {
    x: Math.floor(random() * (picture.width - width)),
    y: Math.floor(random() * (picture.height - height)),
  };
}

function deviation({ rgb }: Picture): number {
  const greys = Array.from({ length: rgb.length / 3 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(pixel * 3, pixel * 3 + 3);
    return (red + green + blue) / 3;
  });
  const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length;
  return Math.sqrt(greys.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / greys.length);
}

/** @param alphaOf how opaque a pixel is, 0 to 255 */
export async function toPng(
  { width, height, rgb }: Picture,
  alphaOf: (x: number, y: number) => number = () => 255,
): Promise<string> {
  const data = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    data.set(rgb.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
    data[pixel * 4 + 3] = alphaOf(pixel % width, Math.floor(pixel / width));
  }
  const image = new Jimp({ width, height, data: Buffer.from(data) });
  return (await image.getBuffer("image/png")).toString("base64");
}
