import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Rect } from "../../src/core/geometry.ts";
import type { Frame } from "../../src/imaging/frame.ts";
import { RestWatch } from "../../src/imaging/rest.ts";
import { paint, plainFrame } from "../support/frames.ts";

/** Draws what is on the screen at a time, in milliseconds from the first look on. */
type Scene = (frame: Frame, ms: number) => void;

/** As the product looks. */
const betweenLooksMs = 40;

/**
 * When the screen is at rest, as looks at it tell, or undefined when that is not before the end.
 * @param lateMs how far apart looks are on a machine that is too busy to look when it should
 */
function restAt(scenes: readonly Scene[], lateMs?: number): number | undefined {
  const look = (ms: number) => {
    const frame = plainFrame(640, 300);
    for (const draw of scenes) draw(frame, ms);
    return frame;
  };
  const watch = new RestWatch(look(0), 0);
  for (let ms = 0; ms < 6000; ) {
    if (watch.missingMs === 0) return ms;
    ms += lateMs ?? Math.min(betweenLooksMs, watch.missingMs);
    watch.observe(look(ms), ms);
  }
  return undefined;
}

/** Something that is drawn again 60 times a second until a time, or for ever. */
const ball =
  (untilMs = Number.POSITIVE_INFINITY): Scene =>
  (frame, ms) => {
    const turn = Math.floor(Math.min(ms, untilMs) / 16);
    paint(frame, { x: 20 + ((turn * 7) % 400), y: 200, width: 60, height: 60 }, 80);
  };

/** Shown and hidden in turns, from a phase on. */
const blinking =
  (area: Rect, shownMs: number, hiddenMs: number, phase = 0): Scene =>
  (frame, ms) => {
    if ((ms + phase) % (shownMs + hiddenMs) < shownMs) paint(frame, area, 0);
  };

/** Digits that look different after each period. */
const clock =
  (area: Rect, periodMs: number, phase = 0): Scene =>
  (frame, ms) => {
    const tick = Math.floor((ms + phase) / periodMs);
    for (let x = 0; x < area.width; x += 6) {
      paint(frame, { x: area.x + x, y: area.y, width: 2 + ((tick + x) % 4), height: area.height }, 0);
    }
  };

const bar: Rect = { x: 30, y: 20, width: 1, height: 18 };
const cell: Rect = { x: 200, y: 20, width: 7, height: 14 };
const digits: Rect = { x: 560, y: 10, width: 20, height: 12 };
const largeDigits: Rect = { x: 450, y: 60, width: 120, height: 70 };

describe("a screen where nothing moves", () => {
  test.each([
    ["nothing at all", []],
    ["a cursor", [blinking(bar, 530, 530, 400)]],
    ["a filled cursor", [blinking(cell, 600, 300, 500)]],
    ["a clock", [clock(digits, 1000, 800)]],
    ["all of them", [blinking(bar, 530, 530, 400), blinking(cell, 600, 300, 500), clock(digits, 1000, 800)]],
  ])("%s: is at rest after half a second", (_name, scenes) => {
    expect(restAt(scenes)).toBe(500);
  });
});

describe("motion that stops", () => {
  /** When it stops, long after every clock has ticked. */
  const stopMs = 2500;
  const anyPhase = fc.integer({ min: 0, max: 999 });
  const promptly = (scenes: readonly Scene[]) => {
    const at = restAt([ball(stopMs), ...scenes]) ?? Number.POSITIVE_INFINITY;
    // The last picture of the ball is up to one frame older than the time at which it stops.
    expect(at).toBeGreaterThan(stopMs + 180);
    expect(at).toBeLessThan(stopMs + 260);
  };

  test("is noticed within 300 ms", () => promptly([]));

  test("whatever cursors and clocks do meanwhile", async () => {
    await fc.assert(
      fc.property(anyPhase, anyPhase, anyPhase, (one, other, third) =>
        promptly([
          blinking(bar, 530, 530, one),
          blinking(cell, 600, 300, other),
          clock(digits, 1000, third),
          clock(largeDigits, 1000, one),
        ]),
      ),
      { numRuns: 30 },
    );
  });

  test("a clock that ticks for the first time does not matter either", async () => {
    await fc.assert(
      fc.property(fc.integer({ min: 0, max: 250 }), (afterMs) => {
        const tickMs = 300 + afterMs;
        const at = restAt([ball(300), clock(digits, 100_000, 100_000 - tickMs)]);
        expect(at).toBeLessThan(300 + 300);
      }),
      { numRuns: 30 },
    );
  });
});

describe("is motion", () => {
  const endMs = 3000;
  /** The screen is at rest soon after the scene has come to its end, and not before. */
  const untilItEnds = (scene: Scene) => {
    const at = restAt([(frame, ms) => scene(frame, Math.min(ms, endMs))]);
    expect(at).toBeGreaterThan(endMs);
    expect(at).toBeLessThan(endMs + 260);
  };

  test("a small spinner", () => {
    const turning = clock({ x: 300, y: 150, width: 16, height: 16 }, 100);
    untilItEnds(turning);
  });

  test("a bar that grows by a little, as thin as a cursor", () => {
    const growing: Scene = (frame, ms) =>
      paint(frame, { x: 50, y: 270, width: 1 + Math.floor(ms / 20), height: 20 }, 0);
    untilItEnds(growing);
  });

  test.each([
    ["characters, with a cursor,", 9, 1],
    ["words", 48, 0],
  ])("%s that are written over several lines", (_what, width, cursorWidth) => {
    const perLine = Math.floor(250 / width);
    untilItEnds((frame, ms) => {
      const count = Math.floor(ms / 120);
      const place = (at: number) => ({
        x: 40 + (at % perLine) * width,
        y: 50 + Math.floor(at / perLine) * 19,
      });
      for (let at = 0; at < count; at += 1) paint(frame, { ...place(at), width: width - 4, height: 15 }, 40);
      paint(frame, { ...place(count), width: cursorWidth, height: 18 }, 0);
    });
  });

  test("words that are written where a large part of the screen has just been cleared", () => {
    untilItEnds((frame, ms) => {
      if (ms < 50) paint(frame, { x: 0, y: 0, width: 640, height: 300 }, 90);
      const count = Math.floor(ms / 120);
      for (let at = 0; at < count; at += 1) {
        paint(frame, { x: 40 + (at % 5) * 96, y: 20 + Math.floor(at / 5) * 40, width: 60, height: 12 }, 40);
      }
    });
  });

  test("small things that appear one after the other", () => {
    const appearing: Scene = (frame, ms) => {
      for (let at = 0; at < Math.floor(ms / 120); at += 1) {
        paint(frame, { x: 20 + (at % 8) * 70, y: 20 + Math.floor(at / 8) * 70, width: 32, height: 32 }, 40);
      }
    };
    untilItEnds(appearing);
  });

  test("a page that is painted in bursts", () => {
    const painted: Scene = (frame, ms) => {
      for (let at = 0; at < Math.floor(ms / 150); at += 1) {
        paint(frame, { x: 0, y: at * 16, width: 640, height: 14 }, 60);
      }
    };
    untilItEnds(painted);
  });

  test("a slow fade, of which two looks after each other show nothing", () => {
    const fading: Scene = (frame, ms) =>
      paint(frame, { x: 100, y: 50, width: 400, height: 250 }, 250 - Math.floor(ms / 12.5));
    untilItEnds(fading);
  });

  test("what begins late", () => {
    untilItEnds((frame, ms) => ball()(frame, Math.max(ms, 450)));
  });
});

describe("whatever has happened before", () => {
  const anyPatch = fc.record({
    atMs: fc.integer({ min: 1, max: 2000 }),
    area: fc.record({
      x: fc.integer({ min: 0, max: 539 }),
      y: fc.integer({ min: 0, max: 199 }),
      width: fc.integer({ min: 1, max: 100 }),
      height: fc.integer({ min: 1, max: 100 }),
    }),
    grey: fc.integer({ min: 0, max: 255 }),
  });
  const anyScene = fc.array(anyPatch, { maxLength: 30 });
  const drawing =
    (patches: readonly { readonly atMs: number; readonly area: Rect; readonly grey: number }[]): Scene =>
    (frame, ms) => {
      const inOrder = [...patches].sort((one, other) => one.atMs - other.atMs);
      for (const { atMs, area, grey } of inOrder) if (atMs <= ms) paint(frame, area, grey);
    };

  test("a screen that no longer changes is at rest half a second later at the latest", async () => {
    await fc.assert(
      fc.property(anyScene, (patches) => {
        const last = Math.max(0, ...patches.map(({ atMs }) => atMs));
        expect(restAt([drawing(patches)])).toBeLessThanOrEqual(last + 500);
      }),
    );
  });

  test("a screen of which a large part has just changed is not", async () => {
    await fc.assert(
      fc.property(anyScene, fc.integer({ min: 40, max: 440 }), (patches, changeMs) => {
        const large: Scene = (frame, ms) => {
          if (ms >= changeMs) paint(frame, { x: 0, y: 0, width: 640, height: 300 }, 100);
        };
        const small = drawing(patches);
        // The large part is drawn over the small ones, so that it is the last change.
        const at = restAt([small, large]);
        expect(at === undefined || at < changeMs || at >= changeMs + 200).toBe(true);
      }),
    );
  });
});

test("looks that come late prove little about the time between them", () => {
  // Half of the time nothing seems to move for 250 ms, since two looks find the same picture.
  const turning: Scene = (frame, ms) =>
    paint(frame, { x: 100, y: 100, width: 300, height: 200 }, Math.floor(ms / 500) % 2 === 0 ? 0 : 200);
  expect(restAt([turning], 250)).toBeUndefined();
  expect(restAt([], 250)).toBe(1250);
});

test("says what moved last, in exact pixels", () => {
  const watch = new RestWatch(plainFrame(640, 360), 0);
  expect(watch.moving).toEqual([]);
  const frame = plainFrame(640, 360);
  const area = { x: 33, y: 21, width: 301, height: 99 };
  paint(frame, area, 0);
  watch.observe(frame, 40);
  watch.observe(frame, 80);
  expect(watch.moving).toEqual([area]);
});
