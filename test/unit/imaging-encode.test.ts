import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { imageCodec } from "#runtime";
import type { EncodeOptions, ImageCodec, ImageFormat } from "../../src/imaging/codec.ts";
import { imageFormats } from "../../src/imaging/codec.ts";
import { type EncodeRequest, encodeWithinLimit } from "../../src/imaging/encode.ts";
import { createFrame, type Frame, framePixels } from "../../src/imaging/frame.ts";
import { fitImage, standardLimits } from "../../src/imaging/scale.ts";
import { thrownBy } from "../support/thrown.ts";

/** A codec whose pictures take a known number of bytes, and what it was asked for. */
function countingCodec(bytesPerPixel: number): ImageCodec & { readonly asked: EncodeOptions[] } {
  const asked: EncodeOptions[] = [];
  return {
    asked,
    encode: async (_, options) => {
      asked.push(options);
      const share = options.format === "png" ? 1 : options.quality / 100;
      return new Uint8Array(Math.ceil(options.size.width * options.size.height * bytesPerPixel * share));
    },
  };
}

const request: EncodeRequest = {
  format: "jpeg",
  quality: 75,
  size: { width: 1000, height: 500 },
  maxBytes: 375_000,
};
const frame: Frame = createFrame(1, 1);

describe("encodeWithinLimit", () => {
  test("changes nothing when the picture fits, to the byte", async () => {
    const codec = countingCodec(1);
    const result = await encodeWithinLimit(codec, frame, request);
    expect(result).toEqual({ bytes: new Uint8Array(375_000), size: request.size, quality: 75 });
    expect(codec.asked).toEqual([{ format: "jpeg", quality: 75, size: request.size }]);
  });

  test.each(["jpeg", "webp"] as const)("%s: lowers the quality first, as little as helps", async (format) => {
    const codec = countingCodec(1);
    const result = await encodeWithinLimit(codec, frame, { ...request, format, maxBytes: 374_999 });
    expect(result).toMatchObject({ size: request.size, quality: 60 });
    expect(result.reduced).toBe("quality 75 → 60, to stay under 374999 bytes");
    expect(codec.asked.map(({ quality }) => quality)).toEqual([75, 60]);
  });

  test("never raises a quality that is low already", async () => {
    const codec = countingCodec(1);
    const result = await encodeWithinLimit(codec, frame, { ...request, quality: 20, maxBytes: 99_999 });
    expect(Math.max(...codec.asked.map(({ quality }) => quality))).toBe(20);
    expect(result.bytes.length).toBeLessThanOrEqual(99_999);
  });

  test("then lowers the size, keeping the proportions, and says both", async () => {
    const codec = countingCodec(1);
    const result = await encodeWithinLimit(codec, frame, { ...request, maxBytes: 100_000 });
    expect(result.quality).toBe(30);
    expect(result.bytes.length).toBeLessThanOrEqual(100_000);
    expect(result.size.width).toBeLessThan(1000);
    expect(Math.abs(result.size.width / 2 - result.size.height)).toBeLessThanOrEqual(0.5);
    const { width, height } = result.size;
    expect(result.reduced).toBe(
      `quality 75 → 30, size 1000×500 → ${width}×${height}, to stay under 100000 bytes`,
    );
  });

  test("png has no quality and goes straight to the size", async () => {
    const codec = countingCodec(1);
    const result = await encodeWithinLimit(codec, frame, { ...request, format: "png", maxBytes: 400_000 });
    expect(codec.asked.length).toBe(2);
    expect(result.reduced).toStartWith("size 1000×500 → ");
    expect(result.reduced).not.toContain("quality");
  });

  test("keeps edges multiples where the model needs them", async () => {
    const size = { width: 1316, height: 728 };
    const result = await encodeWithinLimit(countingCodec(1), frame, {
      ...request,
      size,
      maxBytes: 100_000,
      edgeMultiple: 28,
    });
    expect([result.size.width % 28, result.size.height % 28]).toEqual([0, 0]);
    expect(result.size).not.toEqual(size);
  });

  test.each([
    ["jpeg", "smaller region"],
    ["png", "jpeg or webp"],
  ] as const)("%s: stops at the smallest readable size and says so", async (format, remedy) => {
    const codec = countingCodec(1);
    const error = await thrownBy(() =>
      encodeWithinLimit(codec, frame, { ...request, format, maxBytes: 1000 }),
    );
    expect(error.code).toBe("limit_exceeded");
    expect(error.message).toContain("1000 bytes");
    expect(error.remedy).toContain(remedy);
    // 480 px is the longest edge at which it gives up; it is tried, and nothing below it.
    const widths = codec.asked.map(({ size }) => size.width);
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(479);
    expect(Math.min(...widths)).toBeLessThanOrEqual(480);
  });

  test("a picture that is small already is not made unreadable", async () => {
    const codec = countingCodec(10);
    const size = { width: 200, height: 100 };
    const error = await thrownBy(() => encodeWithinLimit(codec, frame, { ...request, size, maxBytes: 10 }));
    expect(error.code).toBe("limit_exceeded");
    expect(codec.asked.every((options) => options.size.width === 200)).toBeTrue();
  });

  test("fits or fails, in a few attempts, whatever the picture and the limit", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ width: fc.integer({ min: 1, max: 1920 }), height: fc.integer({ min: 1, max: 1920 }) }),
        fc.constantFrom(...imageFormats),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 2_000_000 }),
        fc.double({ min: 0.001, max: 8, noNaN: true }),
        fc.constantFrom(1, 28),
        async (size, format, quality, maxBytes, bytesPerPixel, edgeMultiple) => {
          const codec = countingCodec(bytesPerPixel);
          const asked = { format, quality, size, maxBytes, edgeMultiple };
          const result = await encodeWithinLimit(codec, frame, asked).catch((error: unknown) => error);
          expect(codec.asked.length).toBeLessThan(25);
          if (result instanceof Error) expect(result).toMatchObject({ code: "limit_exceeded" });
          else {
            expect(result).toMatchObject({ bytes: { length: expect.any(Number) } });
            expect(codec.asked.at(-1)).toMatchObject({ format });
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("with the real codec, on noise, which compresses worst", () => {
  const limit = 700_000;

  test.each([
    [3840, 2160],
    [1920, 1920],
  ])(
    "%d×%d stays under 700 kB in every format",
    async (width, height) => {
      const noise = noiseFrame(width, height);
      for (const format of imageFormats satisfies readonly ImageFormat[]) {
        const size = fitImage(noise, standardLimits);
        const result = await encodeWithinLimit(imageCodec, noise, {
          format,
          quality: 75,
          size,
          maxBytes: limit,
        });
        expect(result.bytes.length).toBeLessThanOrEqual(limit);
        expect(result.reduced).toContain(`under ${limit} bytes`);
      }
    },
    30_000,
  );
});

function noiseFrame(width: number, height: number): Frame {
  const noise = createFrame(width, height);
  const pixels = framePixels(noise);
  const chunk = 65_536;
  for (let start = 0; start < pixels.length; start += chunk) {
    crypto.getRandomValues(pixels.subarray(start, start + chunk));
  }
  return noise;
}
