import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { modelProfiles, profileFor } from "../../src/coordinates/model-profiles.ts";
import type { Size } from "../../src/core/geometry.ts";
import type { ImageLimits } from "../../src/core/image-limits.ts";
import { fitImage, standardLimits, tighterLimits } from "../../src/imaging/scale.ts";

/** What a picture of a whole display is sent as, for a model. */
function sent(source: Size, model: string): Size {
  return fitImage(source, tighterLimits(standardLimits, profileFor(model).limits));
}

const sizes: fc.Arbitrary<Size> = fc.record({
  width: fc.integer({ min: 1, max: 8000 }),
  height: fc.integer({ min: 1, max: 8000 }),
});
const someLimits: fc.Arbitrary<ImageLimits> = fc.oneof(
  fc.constantFrom(
    standardLimits,
    ...modelProfiles.map((profile) => tighterLimits(standardLimits, profile.limits)),
  ),
  fc.record({
    maxEdge: fc.integer({ min: 1, max: 4000 }),
    maxShortEdge: fc.integer({ min: 1, max: 4000 }),
    maxPixels: fc.integer({ min: 1, max: 4_000_000 }),
    edgeMultiple: fc.constantFrom(1, 14, 28, 32),
  }),
);

describe("fitImage", () => {
  test.each([
    // The specification's table: up to 1920 as it is, above that down to 1920.
    [1440, 900, 1440, 900],
    [1920, 1080, 1920, 1080],
    [1920, 1200, 1920, 1200],
    [2560, 1440, 1920, 1080],
    [3840, 2160, 1920, 1080],
    [1440, 2560, 1080, 1920],
    [1536, 864, 1536, 864],
    // 1440 × 1920 / 3440 = 803.7
    [3440, 1440, 1920, 804],
    [1, 1, 1, 1],
    [5000, 1, 1920, 1],
    [1, 5000, 1, 1920],
  ])("a screen of %d×%d goes to any model as %d×%d", (width, height, toWidth, toHeight) => {
    expect(fitImage({ width, height }, standardLimits)).toEqual({ width: toWidth, height: toHeight });
  });

  test.each([
    // Short side 768 with a 2048 box: 1080p becomes 1365×768, as OpenAI's own rule has it.
    ["gpt-4o", 1920, 1080, 1365, 768],
    ["gpt-5", 1280, 768, 1280, 768],
    ["gpt-5.4", 1920, 1080, 1920, 1080],
    // Longest edge 1120.
    ["cogagent-9b", 1920, 1080, 1120, 630],
    // Whole cells of 28: 1920 = 68 × 28 + 16, 1080 = 38 × 28 + 16.
    ["ui-tars-1.5-7b", 1920, 1080, 1904, 1064],
    ["ui-tars-1.5-7b", 1400, 980, 1400, 980],
    // Less than a cell cannot be made a whole one without enlarging.
    ["ui-tars-1.5-7b", 100, 20, 84, 20],
    ["gemini-2.5-pro", 1920, 1080, 1920, 1080],
  ])("%s sees %d×%d as %d×%d", (model, width, height, toWidth, toHeight) => {
    expect(sent({ width, height }, model)).toEqual({ width: toWidth, height: toHeight });
  });

  test("never over a limit, never enlarged, never 0, always whole", () => {
    fc.assert(
      fc.property(sizes, someLimits, (source, limits) => {
        const { width, height } = fitImage(source, limits);
        for (const edge of [width, height]) expect(Number.isInteger(edge) && edge >= 1).toBeTrue();
        expect(width).toBeLessThanOrEqual(source.width);
        expect(height).toBeLessThanOrEqual(source.height);
        expect(Math.max(width, height)).toBeLessThanOrEqual(limits.maxEdge ?? 8000);
        expect(Math.min(width, height)).toBeLessThanOrEqual(limits.maxShortEdge ?? 8000);
        expect(width * height).toBeLessThanOrEqual(limits.maxPixels ?? 64_000_000);
      }),
      { numRuns: 3000 },
    );
  });

  test("what is within the limits stays as it is", () => {
    fc.assert(
      fc.property(sizes, (source) => {
        const { width, height } = source;
        const limits = {
          maxEdge: Math.max(width, height),
          maxShortEdge: Math.min(width, height),
          maxPixels: width * height,
        };
        expect(fitImage(source, limits)).toEqual(source);
      }),
    );
  });

  test("proportions are kept to within half a pixel of each edge", () => {
    fc.assert(
      fc.property(sizes, someLimits, (source, limits) => {
        const { width, height } = fitImage(source, { ...limits, edgeMultiple: 1 });
        // There is one factor that explains both edges, give or take half a pixel (and the floor of one pixel).
        const factors = (edge: number, whole: number) =>
          [edge === 1 ? 0 : (edge - 0.5) / whole, (edge + 0.5) / whole] as const;
        const [lowX, highX] = factors(width, source.width);
        const [lowY, highY] = factors(height, source.height);
        expect(Math.max(lowX, lowY)).toBeLessThanOrEqual(Math.min(highX, highY) + 1e-12);
      }),
      { numRuns: 3000 },
    );
  });

  test("no larger picture of the same proportions would do, but for a pixel", () => {
    fc.assert(
      fc.property(sizes, someLimits, (source, { edgeMultiple: _, ...limits }) => {
        const { width, height } = fitImage(source, limits);
        const grown = Math.max(width, height) + 2;
        const factor = grown / Math.max(source.width, source.height);
        const short = Math.min(source.width, source.height) * factor;
        const fits =
          factor <= 1 &&
          grown <= (limits.maxEdge ?? grown) &&
          short <= (limits.maxShortEdge ?? short) - 1 &&
          grown * (short + 1) <= (limits.maxPixels ?? Number.POSITIVE_INFINITY);
        expect(fits).toBeFalse();
      }),
      { numRuns: 3000 },
    );
  });

  test("edges are multiples where the model rounds to them, at the cost of less than one multiple", () => {
    fc.assert(
      fc.property(sizes, fc.constantFrom("qwen2.5-vl-7b", "ui-tars-1.5-7b"), (source, model) => {
        const limits = tighterLimits(standardLimits, profileFor(model).limits);
        const loose = fitImage(source, { ...limits, edgeMultiple: 1 });
        const aligned = fitImage(source, limits);
        for (const edge of ["width", "height"] as const) {
          if (loose[edge] < 28) expect(aligned[edge]).toBe(loose[edge]);
          else expect(aligned[edge] % 28).toBe(0);
          expect(loose[edge] - aligned[edge]).toBeLessThan(28);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

test("of two limits the tighter one holds", () => {
  expect(tighterLimits({ maxEdge: 1920, maxPixels: 5 }, { maxEdge: 1568, maxPixels: 10 })).toEqual({
    maxEdge: 1568,
    maxShortEdge: Number.POSITIVE_INFINITY,
    maxPixels: 5,
    edgeMultiple: 1,
  });
  expect(tighterLimits(standardLimits, { edgeMultiple: 28 })).toMatchObject({
    maxEdge: 1920,
    edgeMultiple: 28,
  });
});

/**
 * The providers' resizing as they document it, written from their pages. A picture that we send must
 * come through unchanged, or the model's pixels are not ours.
 */
const providers: Record<string, { models: string[]; resized: (size: Size) => Size }> = {
  // "Your image's long edge is more than 1568 pixels, or your image is more than ~1600 tokens": tokens are
  // counted in cells of 28 px, 1568 of them, or as width × height / 750.
  Anthropic: {
    models: ["claude-sonnet-4-20250514"],
    resized: (size) => {
      const tooLong = Math.max(size.width, size.height) > 1568;
      const cells = Math.ceil(size.width / 28) * Math.ceil(size.height / 28);
      return tooLong || cells > 1568 || (size.width * size.height) / 750 > 1600 ? shrunk(size, 0.9) : size;
    },
  },
  "OpenAI, tiles": {
    models: ["gpt-4o", "gpt-4.1", "gpt-5", "computer-use-preview"],
    resized: (size) => {
      const boxed = shrunk(size, Math.min(1, 2048 / Math.max(size.width, size.height)));
      return shrunk(boxed, Math.min(1, 768 / Math.min(boxed.width, boxed.height)));
    },
  },
  "OpenAI, 1536 patches": {
    models: ["gpt-5-mini", "gpt-5-nano", "gpt-5.2"],
    resized: (size) => patchBudget(size, 1536),
  },
  "OpenAI, 2500 patches": {
    models: ["gpt-5.4", "gpt-5.5", "gpt-6"],
    resized: (size) => patchBudget(size, 2500),
  },
  "Qwen, hosted": {
    models: ["qwen2.5-vl-72b-instruct", "qwen-vl-max"],
    resized: (size) => smartResize(size, 1280),
  },
  "UI-TARS 1.5": { models: ["ui-tars-1.5-7b"], resized: (size) => smartResize(size, 16_384) },
};

function shrunk(size: Size, factor: number): Size {
  return factor === 1
    ? size
    : { width: Math.round(size.width * factor), height: Math.round(size.height * factor) };
}

function patchBudget(size: Size, budget: number): Size {
  const patches = Math.ceil(size.width / 32) * Math.ceil(size.height / 32);
  const tooLong = Math.max(size.width, size.height) > 2048;
  return tooLong || patches > budget
    ? shrunk(size, Math.sqrt((32 ** 2 * budget) / (size.width * size.height)) * 0.99)
    : size;
}

/** Rounds both edges to the nearest whole cells, then scales what is over the maximum down to whole cells. */
function smartResize({ width, height }: Size, cells: number): Size {
  const nearest = (edge: number) => Math.max(28, Math.round(edge / 28) * 28);
  if (nearest(width) * nearest(height) <= cells * 28 * 28)
    return { width: nearest(width), height: nearest(height) };
  const factor = Math.sqrt((width * height) / (cells * 28 * 28));
  const down = (edge: number) => Math.floor(edge / factor / 28) * 28;
  return { width: down(width), height: down(height) };
}

describe("a picture goes through the provider unchanged", () => {
  const screens = fc.record({
    width: fc.integer({ min: 320, max: 8000 }),
    height: fc.integer({ min: 320, max: 8000 }),
  });
  for (const [provider, { models, resized }] of Object.entries(providers)) {
    test.each(models)(`${provider}: %s`, (model) => {
      fc.assert(
        fc.property(screens, (screen) => {
          const size = sent(screen, model);
          expect(resized(size)).toEqual(size);
        }),
        { numRuns: 2000 },
      );
      const large = { width: 3840, height: 2160 };
      expect(resized(large)).not.toEqual(large);
    });
  }
});
