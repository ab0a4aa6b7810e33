import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Rect } from "../../src/core/geometry.ts";
import { countChangedPixels, findChanges } from "../../src/imaging/compare.ts";
import { createFrame, type Frame, framePixels } from "../../src/imaging/frame.ts";
import { copyFrame, paint, plainFrame } from "../support/frames.ts";

/** The sizes and places of changes, from top to bottom. */
function areas(before: Frame, after: Frame): Rect[] {
  return findChanges(before, after)
    .map(({ x, y, width, height }) => ({ x, y, width, height }))
    .sort((one, other) => one.y - other.y || one.x - other.x);
}

// Not a multiple of the tiles' size in either direction.
const size = { width: 203, height: 101 };
const anyRect = fc
  .record({
    x: fc.integer({ min: 0, max: size.width - 1 }),
    y: fc.integer({ min: 0, max: size.height - 1 }),
    width: fc.integer({ min: 1, max: size.width }),
    height: fc.integer({ min: 1, max: size.height }),
  })
  .map(({ x, y, width, height }) => ({
    x,
    y,
    width: Math.min(width, size.width - x),
    height: Math.min(height, size.height - y),
  }));
const anyGrey = fc.integer({ min: 0, max: 255 });

/** A picture with some structure: areas of different greys over each other. */
const anyFrame = fc.array(fc.record({ area: anyRect, grey: anyGrey }), { maxLength: 6 }).map((patches) => {
  const frame = plainFrame(size.width, size.height);
  for (const { area, grey } of patches) paint(frame, area, grey);
  return frame;
});

describe("for any picture", () => {
  test("its copy shows no change", async () => {
    await fc.assert(
      fc.property(anyFrame, (frame) => expect(findChanges(frame, copyFrame(frame))).toEqual([])),
    );
  });

  test("a part that is turned dark or light anywhere is found, with its exact bounds", async () => {
    await fc.assert(
      fc.property(anyRect, anyGrey, (area, grey) => {
        const before = plainFrame(size.width, size.height, grey);
        const after = copyFrame(before);
        paint(after, area, (grey + 128) % 256);
        expect(areas(before, after)).toEqual([area]);
        expect(countChangedPixels(before, after, area)).toBe(area.width * area.height);
      }),
    );
  });

  test("two parts are both within what is found, and nothing else is", async () => {
    await fc.assert(
      fc.property(anyFrame, anyRect, anyRect, (before, one, other) => {
        const after = copyFrame(before);
        invert(after, one);
        invert(after, other);
        const inside = (inner: Rect, outer: Rect) =>
          inner.x >= outer.x &&
          inner.y >= outer.y &&
          inner.x + inner.width <= outer.x + outer.width &&
          inner.y + inner.height <= outer.y + outer.height;
        const found = areas(before, after);
        for (const area of found) expect(inside(area, around(one, other))).toBe(true);
        const total = found.reduce((sum, area) => sum + countChangedPixels(before, after, area), 0);
        expect(total).toBeGreaterThanOrEqual(countChangedPixels(before, after, around(one, other)));
      }),
    );
  });

  test("it does not matter which picture comes first", async () => {
    await fc.assert(
      fc.property(anyFrame, anyFrame, (one, other) => expect(areas(one, other)).toEqual(areas(other, one))),
    );
  });

  test("differences that nobody sees are none", async () => {
    await fc.assert(
      fc.property(
        anyFrame,
        fc.constantFrom(0, 1, 2, 3),
        fc.integer({ min: 1, max: 15 }),
        (before, channel, shift) => {
          const after = copyFrame(before);
          const pixels = framePixels(after);
          for (let at = channel; at < pixels.length; at += 4) {
            const value = pixels[at] ?? 0;
            pixels[at] = value + (value < 128 ? shift : -shift);
          }
          expect(findChanges(before, after)).toEqual([]);
        },
      ),
    );
  });
});

test.each([0, 1, 2])("a difference in channel %d alone is one, in the fourth byte it is none", (channel) => {
  const before = plainFrame(40, 40, 100);
  const after = copyFrame(before);
  const at = (7 * 40 + 33) * 4;
  framePixels(after)[at + 3] = 255;
  expect(areas(before, after)).toEqual([]);
  framePixels(after)[at + channel] = 116;
  expect(areas(before, after)).toEqual([{ x: 33, y: 7, width: 1, height: 1 }]);
});

test("what touches is one change, what lies apart is several", () => {
  const before = plainFrame(200, 200);
  const after = copyFrame(before);
  // A frame around nothing, which something smaller lies inside of.
  for (const area of [
    { x: 10, y: 10, width: 120, height: 2 },
    { x: 10, y: 128, width: 120, height: 2 },
    { x: 10, y: 10, width: 2, height: 120 },
    { x: 128, y: 10, width: 2, height: 120 },
    { x: 60, y: 60, width: 10, height: 10 },
    { x: 190, y: 190, width: 10, height: 10 },
  ]) {
    paint(after, area, 0);
  }
  expect(areas(before, after)).toEqual([
    { x: 10, y: 10, width: 120, height: 120 },
    { x: 60, y: 60, width: 10, height: 10 },
    { x: 190, y: 190, width: 10, height: 10 },
  ]);
});

test.each([
  [1, 1],
  [16, 16],
  [17, 1],
  [1, 33],
])("a screen of %d×%d that changes altogether is one change", (width, height) => {
  const black = plainFrame(width, height, 0);
  expect(areas(black, plainFrame(width, height))).toEqual([{ x: 0, y: 0, width, height }]);
});

test("a large screen that changes altogether is one change too", () => {
  const found = areas(createFrame(3840, 2160), plainFrame(3840, 2160));
  expect(found).toEqual([{ x: 0, y: 0, width: 3840, height: 2160 }]);
});

function invert(frame: Frame, area: Rect): void {
  const pixels = framePixels(frame);
  for (let y = area.y; y < area.y + area.height; y += 1) {
    for (let at = (y * frame.width + area.x) * 4; at < (y * frame.width + area.x + area.width) * 4; at += 1) {
      pixels[at] = ((pixels[at] ?? 0) + 128) % 256;
    }
  }
}

function around(one: Rect, other: Rect): Rect {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
