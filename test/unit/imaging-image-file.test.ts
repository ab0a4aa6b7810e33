import { describe, expect, test } from "bun:test";
import type { ImageFormat } from "../../src/imaging/codec.ts";
import { isWhole } from "../../src/imaging/image-file.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { toPng } from "../support/templates.ts";

async function noise(): Promise<Bun.Image> {
  const random = randomNumbers(3);
  const rgb = Uint8Array.from({ length: 40 * 30 * 3 }, () => random() * 256);
  return new Bun.Image(Buffer.from(await toPng({ width: 40, height: 30, rgb }), "base64"));
}

/** A JPEG as cameras write it, with a small whole one within. */
async function withPreview(): Promise<Uint8Array> {
  const preview = await (await noise()).resize(10, 10).jpeg().bytes();
  const file = await (await noise()).jpeg().bytes();
  const head = Buffer.from([0xff, 0xe1, (preview.length + 2) >> 8, (preview.length + 2) & 0xff]);
  return Buffer.concat([file.subarray(0, 2), head, preview, file.subarray(2)]);
}

/** Length and checksum of a PNG's last chunk, and its name: without them the picture is whole all the same. */
const endOfPng = 12;

const files: readonly [name: string, ImageFormat, () => Promise<Uint8Array>, mayLack: number][] = [
  ["a JPEG", "jpeg", async () => (await noise()).jpeg().bytes(), 0],
  ["a progressive JPEG", "jpeg", async () => (await noise()).jpeg({ progressive: true }).bytes(), 0],
  ["a JPEG with a preview", "jpeg", withPreview, 0],
  ["a PNG", "png", async () => (await noise()).png().bytes(), endOfPng],
  ["a WebP", "webp", async () => (await noise()).webp().bytes(), 0],
];

describe.each(files)("%s", (_name, format, make, mayLack) => {
  test("is whole, also with something behind it", async () => {
    const file = await make();
    expect(isWhole(file, format)).toBe(true);
    expect(isWhole(Buffer.concat([file, Buffer.from("more")]), format)).toBe(true);
  });

  test("is not whole, wherever it is cut off", async () => {
    const file = await make();
    for (let length = 0; length < file.length - mayLack; length += 1) {
      if (isWhole(file.subarray(0, length), format))
        throw new Error(`${length} of ${file.length} bytes are.`);
    }
  });
});
