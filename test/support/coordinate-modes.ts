import type { Size } from "../../src/core/geometry.ts";

/** A way in which models tell places of a picture. */
export interface CoordinateMode {
  readonly coordinateMode: string;
  /** What stands for the far edges of a picture. */
  readonly edges: (picture: Size) => Size;
  /** How many decimals models write. */
  readonly decimals: number;
}

export const coordinateModes: readonly CoordinateMode[] = [
  { coordinateMode: "image-absolute", edges: (picture) => picture, decimals: 0 },
  { coordinateMode: "normalized-1000", edges: () => ({ width: 1000, height: 1000 }), decimals: 0 },
  { coordinateMode: "normalized-999", edges: () => ({ width: 999, height: 999 }), decimals: 0 },
  { coordinateMode: "normalized-0-1", edges: () => ({ width: 1, height: 1 }), decimals: 3 },
];

/** A place of a picture in the numbers that a model would answer, and the place that those numbers mean. */
export function answerIn({ edges, decimals }: CoordinateMode, picture: Size, place: Point) {
  const { width, height } = edges(picture);
  const answered = (share: number) => Number(share.toFixed(decimals));
  const x = answered((place.x / picture.width) * width);
  const y = answered((place.y / picture.height) * height);
  const means = { x: (x / width) * picture.width, y: (y / height) * picture.height };
  return { answer: { x, y }, means };
}

interface Point {
  readonly x: number;
  readonly y: number;
}
