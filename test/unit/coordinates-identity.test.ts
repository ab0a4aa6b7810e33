import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type ModelProfile, modelProfiles, profileFor } from "../../src/coordinates/model-profiles.ts";
import { axisRange } from "../../src/coordinates/ranges.ts";
import { resolveModelPoint, type View } from "../../src/coordinates/resolver.ts";
import { globalPoint, modelPoint, type Rect } from "../../src/core/geometry.ts";
import type { Display } from "../../src/desktop/port.ts";
import { takeScreenshot } from "../../src/desktop/screenshot.ts";
import { toModelPoint } from "../support/to-model-point.ts";

/** Every line of the table, and so every limit in it, and a model that the table does not know. */
const profiles: readonly (readonly [string, ModelProfile])[] = [
  ...modelProfiles.map((profile) => [profile.names.join(", "), profile] as const),
  ["an unknown model", profileFor("unknown")],
];
const scaleFactors = [1, 1.25, 1.5, 2, 3];
const combinations = profiles.flatMap(([name, profile]) =>
  scaleFactors.map((scaleFactor) => [name, scaleFactor, profile] as const),
);

/** Display sizes in pixels that real screens have, and odd ones. */
const physicalSizes = fc.oneof(
  fc.constantFrom(
    [1920, 1080],
    [1366, 768],
    [2560, 1440],
    [2880, 1800],
    [3440, 1440],
    [3840, 2160],
    [1080, 1920],
  ),
  fc.tuple(fc.integer({ min: 600, max: 5120 }), fc.integer({ min: 480, max: 2880 })),
);
const origins = fc.oneof(fc.constant(0), fc.integer({ min: -6000, max: 6000 }));
const portion = fc.double({ min: 0, max: 1, noNaN: true });

function displays(scaleFactor: number): fc.Arbitrary<Display> {
  return fc.tuple(physicalSizes, origins, origins).map(([[width, height], x, y]) => ({
    index: 1,
    name: "TEST-1",
    isPrimary: false,
    x,
    y,
    width: Math.round((width ?? 1) / scaleFactor),
    height: Math.round((height ?? 1) / scaleFactor),
    physicalWidth: width ?? 1,
    physicalHeight: height ?? 1,
    scaleFactor,
  }));
}

/** A zoom region of a display, of at least 1×1 points, whole or not. */
function regions(display: Display): fc.Arbitrary<Rect> {
  const along = (length: number) =>
    fc.tuple(portion, portion, fc.boolean()).map(([one, other, whole]) => {
      const edges = [one * (length - 1), 1 + other * (length - 1)].sort((a, b) => a - b);
      const [start = 0, end = 1] = whole ? edges.map(Math.round) : edges;
      return end - start >= 1 ? { start, length: end - start } : { start: 0, length: 1 };
    });
  return fc
    .tuple(along(display.width), along(display.height))
    .map(([x, y]) => ({ x: x.start, y: y.start, width: x.length, height: y.length }));
}

/** The view that the real pipeline makes, without the pixels. */
async function viewOf(display: Display, profile: ModelProfile, region?: Rect): Promise<View> {
  const screenshot = await takeScreenshot({
    desktop: {
      capture: async ({ width, height }) => ({ width, height, buffer: new Uint8Array() }),
    },
    codec: { encode: async () => new Uint8Array(1) },
    display,
    region,
    format: "jpeg",
    quality: 75,
    limits: profile.limits,
    maxBytes: 1,
  });
  return screenshot.view;
}

interface Axis {
  /** Pixels of the picture. */
  readonly image: number;
  /** The part of the desktop that it shows, in input units. */
  readonly start: number;
  readonly length: number;
  /** The number of the format that stands for the far edge. */
  readonly span: number;
}

function axes(view: View, display: Display, { mode }: ModelProfile): { x: Axis; y: Axis } {
  const { image, area } = view;
  return {
    x: {
      image: image.width,
      start: display.x + area.x,
      length: area.width,
      span: axisRange(mode, image.width).span,
    },
    y: {
      image: image.height,
      start: display.y + area.y,
      length: area.height,
      span: axisRange(mode, image.height).span,
    },
  };
}

/** A point on the picture, in the numbers that a model of this family can write: whole ones, or two decimals. */
function answer({ image, span }: Axis, place: number): number {
  const pixel = Math.min(image - 1, Math.floor(place * image));
  const exact = (pixel / image) * span;
  return span === 1 ? Math.round(exact * 100) / 100 : Math.round(exact);
}

function inOrder({ order }: ModelProfile, x: number, y: number) {
  return order === "xy" ? modelPoint(x, y) : modelPoint(y, x);
}

/** How far two numbers of a format are apart, in pixels of the picture. */
function pixelsApart({ image, span }: Axis, one: number, other: number): number {
  return (Math.abs(one - other) / span) * image;
}

const rounding = 1e-6;

describe("model → screen → model", () => {
  // The screen takes whole units, so a point may move by half a unit. A whole display is never sent larger
  // than its logical size, so a unit is at most one pixel of its picture: half a pixel, whatever the family.
  // The grids of 0-999 and 0-1000 add nothing here: the inverse is exact and does not round to the grid.
  test.each(combinations)(
    "%s at %d: a whole display is the identity within half a pixel",
    async (_, scaleFactor, profile) => {
      await fc.assert(
        fc.asyncProperty(displays(scaleFactor), portion, portion, async (display, placeX, placeY) => {
          const view = await viewOf(display, profile);
          const { x, y } = axes(view, display, profile);
          // A grid's last line is the far edge, beyond the last pixel; it has its own test.
          const there = inOrder(
            profile,
            Math.min(answer(x, placeX), lastOnScreen(x)),
            Math.min(answer(y, placeY), lastOnScreen(y)),
          );
          const back = toModelPoint(resolveModelPoint(there, profile, view, display), profile, view, display);
          const [first, second] = profile.order === "xy" ? [x, y] : [y, x];
          expect(pixelsApart(first, there.x, back.x)).toBeLessThanOrEqual(0.5 + rounding);
          expect(pixelsApart(second, there.y, back.y)).toBeLessThanOrEqual(0.5 + rounding);
        }),
        { numRuns: 60 },
      );
    },
  );

  // A zoomed picture has up to scaleFactor pixels for one unit of the screen. The click can be no finer than
  // the unit: the tolerance is half a pixel or half a unit, whichever is larger. At the rim of a region
  // that begins or ends inside a unit, the nearest unit that the region shows is the answer.
  test.each(combinations)(
    "%s at %d: a zoomed region gives the nearest unit that it shows",
    async (_, scaleFactor, profile) => {
      const zooms = displays(scaleFactor).chain((display) =>
        fc.tuple(fc.constant(display), regions(display)),
      );
      await fc.assert(
        fc.asyncProperty(zooms, portion, portion, async ([display, region], placeX, placeY) => {
          const view = await viewOf(display, profile, region);
          const { x, y } = axes(view, display, profile);
          const [answerX, answerY] = [answer(x, placeX), answer(y, placeY)];
          const point = resolveModelPoint(inOrder(profile, answerX, answerY), profile, view, display);
          expectNearestShown(x, answerX, point.x);
          expectNearestShown(y, answerY, point.y);

          const back = toModelPoint(point, profile, view, display);
          const [backX, backY] = profile.order === "xy" ? [back.x, back.y] : [back.y, back.x];
          expectSame(x, answerX, backX, point.x);
          expectSame(y, answerY, backY, point.y);
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe("screen → model → screen", () => {
  // Here the model's answer is rounded to what it can write. On a screen of more than 1000 points a grid
  // step is more than one unit: the tolerance is half a step of the format, out to whole units.
  test.each(combinations)("%s at %d: within half a step of the format", async (_, scaleFactor, profile) => {
    await fc.assert(
      fc.asyncProperty(displays(scaleFactor), portion, portion, async (display, placeX, placeY) => {
        const view = await viewOf(display, profile);
        const { x, y } = axes(view, display, profile);
        const unitX = display.x + Math.min(display.width - 1, Math.floor(placeX * display.width));
        const unitY = display.y + Math.min(display.height - 1, Math.floor(placeY * display.height));
        const exact = toModelPoint(globalPoint(unitX, unitY), profile, view, display);
        const said =
          profile.mode === "normalized-0-1" ? exact : modelPoint(Math.round(exact.x), Math.round(exact.y));
        const again = resolveModelPoint(said, profile, view, display);
        expect(Math.abs(again.x - unitX)).toBeLessThanOrEqual(halfStep(x, profile));
        expect(Math.abs(again.y - unitY)).toBeLessThanOrEqual(halfStep(y, profile));
      }),
      { numRuns: 60 },
    );
  });
});

test.each(combinations)(
  "%s at %d: the far edge of the format is the last unit of the display",
  async (_, scaleFactor, profile) => {
    await fc.assert(
      fc.asyncProperty(displays(scaleFactor), async (display) => {
        const view = await viewOf(display, profile);
        const { x, y } = axes(view, display, profile);
        const { x: farX, y: farY } = resolveModelPoint(
          inOrder(profile, x.span, y.span),
          profile,
          view,
          display,
        );
        expect([farX, farY]).toEqual([display.x + display.width - 1, display.y + display.height - 1]);
        const near = resolveModelPoint(modelPoint(0, 0), profile, view, display);
        expect(near).toEqual(globalPoint(display.x, display.y));
      }),
      { numRuns: 20 },
    );
  },
);

/** The largest number that a model can write for the last pixel of the picture. */
function lastOnScreen({ image, span }: Axis): number {
  const exact = ((image - 1) / image) * span;
  return span === 1 ? Math.floor(exact * 100) / 100 : Math.floor(exact);
}

/** By search: of the units that the area shows, none is nearer to the exact place. */
function expectNearestShown({ start, length, span }: Axis, said: number, unit: number): void {
  const exact = start + (said / span) * length;
  expect(Number.isInteger(unit)).toBeTrue();
  const shown = (candidate: number) => candidate > start - rounding && candidate < start + length - rounding;
  const candidates = [-2, -1, 0, 1, 2].map((offset) => unit + offset).filter(shown);
  // An area of less than a unit may show the beginning of none: then the unit that it lies in.
  if (candidates.length === 0) candidates.push(Math.floor(start));
  const nearest = Math.min(...candidates.map((candidate) => Math.abs(candidate - exact)));
  expect(candidates).toContain(unit);
  expect(Math.abs(unit - exact)).toBeLessThanOrEqual(nearest + rounding);
}

function expectSame(axis: Axis, said: number, back: number, unit: number): void {
  const pixelsOfUnit = axis.image / axis.length;
  const atRim = unit - 1 < axis.start || unit + 1 >= axis.start + axis.length - rounding;
  const tolerance = Math.max(0.5, (atRim ? 1 : 0.5) * pixelsOfUnit);
  expect(pixelsApart(axis, said, back)).toBeLessThanOrEqual(tolerance + rounding);
}

function halfStep({ length, span }: Axis, { mode }: ModelProfile): number {
  return mode === "normalized-0-1" ? 0 : Math.floor(length / span / 2 + 0.5 + rounding);
}
