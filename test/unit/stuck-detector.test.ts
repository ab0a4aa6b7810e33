import { expect, test } from "bun:test";
import { StuckDetector } from "../../src/agent/stuck-detector.ts";
import { createFrame, type Frame, frameWords } from "../../src/imaging/frame.ts";

const size = { width: 640, height: 400 };

/** A picture with filled areas: x, y, width, height. */
function pictureOf(...areas: readonly (readonly [number, number, number, number])[]): Frame {
  const frame = createFrame(size.width, size.height);
  const words = frameWords(frame);
  for (const [x, y, width, height] of areas) {
    for (let row = y; row < y + height; row += 1) {
      words.fill(0xff_ff_ff, row * size.width + x, row * size.width + x + width);
    }
  }
  return frame;
}

const empty = pictureOf();
const caret = pictureOf([100, 100, 2, 18]);
/** A digit, which is no filled shape as a cursor is. */
const tick = pictureOf([500, 20, 8, 3], [500, 29, 8, 3]);
const nextMinute = pictureOf([470, 20, 38, 3], [470, 29, 38, 3]);
const box = pictureOf([100, 100, 12, 12]);
const dialog = pictureOf([100, 100, 200, 100]);
const film = pictureOf([0, 0, 400, 300]);

test.each([
  ["nothing", empty, empty, empty, false],
  ["a text cursor that comes", empty, empty, caret, false],
  ["a text cursor that goes", empty, caret, empty, false],
  ["a check box", empty, empty, box, true],
  ["text that is typed where a cursor was", empty, caret, pictureOf([100, 100, 60, 14]), true],
  ["a clock that ticked before too", empty, tick, empty, false],
  ["a clock whose minute is over", empty, tick, nextMinute, false],
  ["a clock that had not ticked before", empty, empty, tick, true],
  ["something beside a clock", empty, tick, pictureOf([100, 100, 12, 12]), true],
  ["a film, in front of which nothing can be told", empty, film, empty, true],
])("a step after which there is %s", (_name, seen, before, after, hasChanged) => {
  const detector = new StuckDetector(3, seen);
  detector.beforeStep(before);
  expect(detector.afterStep(after).hasChanged).toBe(hasChanged);
});

test.each([
  ["nothing has happened", empty, false],
  ["a clock has ticked", tick, false],
  ["a text cursor has come", caret, false],
  ["a dialog has come up", dialog, true],
  ["a large window has come up", film, true],
])("a step in vain looks different to the model if before it: %s", (_name, before, looksDifferent) => {
  const detector = new StuckDetector(1, empty);
  detector.beforeStep(before);
  expect(detector.afterStep(before)).toEqual({ hasChanged: false, looksDifferent });
  expect(detector.isStuck).toBe(true);
  // By now the model has seen it.
  detector.beforeStep(before);
  expect(detector.afterStep(before).looksDifferent).toBe(false);
});

test("a screen of another size is a change", () => {
  const detector = new StuckDetector(1, empty);
  detector.beforeStep(empty);
  expect(detector.afterStep(createFrame(320, 200)).hasChanged).toBe(true);
  detector.beforeStep(empty);
  expect(detector.afterStep(empty).hasChanged).toBe(false);
  expect(detector.isStuck).toBe(true);
});

test("steps in vain are counted in a row", () => {
  const detector = new StuckDetector(2, empty);
  const step = (after: Frame) => {
    detector.beforeStep(empty);
    detector.afterStep(after);
    return detector.isStuck;
  };
  expect([step(empty), step(box), step(empty), step(empty)]).toEqual([false, false, false, true]);
});
