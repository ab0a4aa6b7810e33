import { describe, expect, test } from "bun:test";
import { Jimp } from "jimp";
import { imageCodec } from "#runtime";
import { imageFormats } from "../../src/imaging/codec.ts";
import { createFrame, type Frame, frameHeadroom, framePixels } from "../../src/imaging/frame.ts";
import { thrownBy } from "../support/thrown.ts";

type Colour = readonly [red: number, green: number, blue: number];

/** A frame from a rule; the fourth byte is what X11 leaves there, or anything at all. */
function paint(width: number, height: number, colour: (x: number, y: number) => Colour, fourth = 0): Frame {
  const frame = createFrame(width, height);
  const pixels = framePixels(frame);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = colour(x, y);
      pixels.set([blue, green, red, fourth], (y * width + x) * 4);
    }
  }
  return frame;
}

/** Decoded by jimp, which shares no code with the encoder: red, green, blue, alpha. */
async function decode(bytes: Uint8Array) {
  const { width, height, data } = (await Jimp.read(Buffer.from(bytes))).bitmap;
  return { width, height, data: new Uint8Array(data) };
}

/** The frame's pixels as a decoder gives them: red, green, blue, opaque. */
function expected(frame: Frame) {
  const bgra = framePixels(frame);
  const rgba = new Uint8Array(bgra.length);
  for (let at = 0; at < bgra.length; at += 4) {
    rgba.set([bgra[at + 2] ?? 0, bgra[at + 1] ?? 0, bgra[at] ?? 0, 255], at);
  }
  return rgba;
}

/** Differs in every pixel, in every channel and in both directions, so no swap or flip goes unseen. */
const pattern = (x: number, y: number): Colour => [
  (x * 7 + y) % 256,
  (y * 5 + 3 * x) % 256,
  (x ^ (y * 11)) % 256,
];
/** Smooth, as lossy formats like it. */
const slope = (x: number, y: number): Colour => [x, y, 255 - x];

describe("png", () => {
  test.each([0, 1, 127, 255])(
    "has the frame's exact pixels, opaque, with %d as the fourth byte",
    async (fourth) => {
      const frame = paint(61, 37, pattern, fourth);
      const image = await decode(await imageCodec.encode(frame, { format: "png", quality: 75, size: frame }));
      expect([image.width, image.height]).toEqual([61, 37]);
      expect(image.data).toEqual(expected(frame));
    },
  );

  test("of a mixed fourth byte, too", async () => {
    const frame = paint(50, 20, pattern);
    const pixels = framePixels(frame);
    for (let at = 3; at < pixels.length; at += 4) pixels[at] = at % 256;
    const image = await decode(await imageCodec.encode(frame, { format: "png", quality: 75, size: frame }));
    expect(image.data).toEqual(expected(frame));
  });

  test.each([
    [1, 1],
    [1, 300],
    [300, 1],
    [1920, 1080],
  ])("of %d×%d", async (width, height) => {
    const frame = paint(width, height, pattern);
    const image = await decode(await imageCodec.encode(frame, { format: "png", quality: 75, size: frame }));
    expect([image.width, image.height]).toEqual([width, height]);
    expect(Buffer.compare(image.data, expected(frame))).toBe(0);
  });
});

describe("jpeg", () => {
  test("is close to the frame at high quality, and less so at low", async () => {
    const frame = paint(256, 256, slope);
    const distance = async (quality: number) => {
      const image = await decode(await imageCodec.encode(frame, { format: "jpeg", quality, size: frame }));
      return meanDistance(image.data, expected(frame));
    };
    expect(await distance(95)).toBeLessThan(2);
    expect(await distance(95)).toBeLessThan(await distance(5));
  });

  test("takes more bytes the higher the quality", async () => {
    const frame = paint(256, 256, pattern);
    const bytes = async (quality: number) =>
      (await imageCodec.encode(frame, { format: "jpeg", quality, size: frame })).length;
    expect(await bytes(30)).toBeLessThan(await bytes(75));
    expect(await bytes(75)).toBeLessThan(await bytes(100));
  });
});

test("webp is lossy webp of the right size", async () => {
  const frame = paint(200, 100, slope);
  const bytes = await imageCodec.encode(frame, { format: "webp", quality: 75, size: frame });
  const text = (start: number, end: number) => new TextDecoder().decode(bytes.subarray(start, end));
  expect([text(0, 4), text(8, 12), text(12, 16)]).toEqual(["RIFF", "WEBP", "VP8 "]);
  // RFC 6386, 9.1: after the frame tag and the start code, 14 bits each of width and height.
  const header = new DataView(bytes.buffer, bytes.byteOffset + 20);
  expect([header.getUint16(6, true) & 0x3fff, header.getUint16(8, true) & 0x3fff]).toEqual([200, 100]);
});

describe("resampling", () => {
  test.each([...imageFormats])("%s: gives the asked size, also with other proportions", async (format) => {
    const frame = paint(300, 200, slope);
    const size = { width: 140, height: 112 };
    const bytes = await imageCodec.encode(frame, { format, quality: 75, size });
    if (format === "webp") return;
    const image = await decode(bytes);
    expect({ width: image.width, height: image.height }).toEqual(size);
  });

  test("keeps colours and places", async () => {
    // Quarters of four colours, halved: each quarter's middle keeps its colour.
    const colours: Colour[] = [
      [250, 10, 20],
      [10, 240, 30],
      [40, 20, 230],
      [128, 128, 128],
    ];
    const frame = paint(400, 200, (x, y) => colours[(x < 200 ? 0 : 1) + (y < 100 ? 0 : 2)] ?? [0, 0, 0]);
    const bytes = await imageCodec.encode(frame, {
      format: "png",
      quality: 75,
      size: { width: 200, height: 100 },
    });
    const { data } = await decode(bytes);
    const at = (x: number, y: number) => [...data.subarray((y * 200 + x) * 4, (y * 200 + x) * 4 + 3)];
    expect([at(50, 25), at(150, 25), at(50, 75), at(150, 75)]).toEqual(colours.map((colour) => [...colour]));
  });

  test("averages what is finer than a pixel instead of picking from it", async () => {
    const frame = paint(512, 512, (x) => (x % 2 === 0 ? [0, 0, 0] : [255, 255, 255]));
    const bytes = await imageCodec.encode(frame, {
      format: "png",
      quality: 75,
      size: { width: 128, height: 128 },
    });
    const { data } = await decode(bytes);
    for (let x = 8; x < 120; x += 1)
      expect(Math.abs((data[(64 * 128 + x) * 4] ?? 0) - 127.5)).toBeLessThan(8);
  });
});

describe("frames", () => {
  test("are not changed by encoding, and can be encoded many times at once", async () => {
    const frame = paint(300, 200, pattern);
    const before = framePixels(frame).slice();
    const encode = () => imageCodec.encode(frame, { format: "png", quality: 75, size: frame });
    const all = await Promise.all(Array.from({ length: 8 }, encode));
    expect(framePixels(frame)).toEqual(before);
    for (const bytes of all) expect(Buffer.compare(bytes, all[0] ?? new Uint8Array())).toBe(0);
  });

  test("may be a view into a larger buffer", async () => {
    const own = paint(40, 30, pattern);
    const shared = new Uint8Array(own.buffer.length + 100);
    shared.set(own.buffer, 37);
    const frame = { ...own, buffer: shared.subarray(37, 37 + own.buffer.length) };
    const image = await decode(await imageCodec.encode(frame, { format: "png", quality: 75, size: frame }));
    expect(image.data).toEqual(expected(own));
  });

  test("stay alive while they are encoded, also when nobody else holds them", async () => {
    const pending = Array.from({ length: 6 }, () =>
      imageCodec.encode(paint(400, 300, pattern), {
        format: "png",
        quality: 75,
        size: { width: 400, height: 300 },
      }),
    );
    Bun.gc(true);
    const wanted = expected(paint(400, 300, pattern));
    for (const bytes of await Promise.all(pending)) {
      expect(Buffer.compare((await decode(bytes)).data, wanted)).toBe(0);
    }
  });

  test("that do not have the bytes they claim are refused", async () => {
    const frame = { width: 10, height: 10, buffer: new Uint8Array(frameHeadroom + 10 * 10 * 4 - 1) };
    const error = await thrownBy(() => imageCodec.encode(frame, { format: "png", quality: 75, size: frame }));
    expect(error.code).toBe("internal");
    expect(error.message).toContain("453");
  });
});

describe("what Bun.Image would take silently is refused", () => {
  const frame = paint(20, 10, slope);

  test.each([0, -1, 10.5, 16_384, Number.NaN, Number.POSITIVE_INFINITY])("an edge of %d", async (edge) => {
    for (const size of [
      { width: edge, height: 10 },
      { width: 10, height: edge },
    ]) {
      const error = await thrownBy(() => imageCodec.encode(frame, { format: "jpeg", quality: 75, size }));
      expect(error.code).toBe("invalid_input");
      expect(error.message).toContain("1 to 16383");
    }
  });

  test.each([0, -5, 101, 75.5, Number.NaN])("a quality of %d", async (quality) => {
    for (const format of imageFormats) {
      const error = await thrownBy(() => imageCodec.encode(frame, { format, quality, size: frame }));
      expect(error.code).toBe("invalid_input");
      expect(error.message).toContain("1 to 100");
    }
  });
});

function meanDistance(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return sum / one.length;
}
