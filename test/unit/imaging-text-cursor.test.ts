import { expect, test } from "bun:test";
import { findChanges } from "../../src/imaging/compare.ts";
import type { Frame } from "../../src/imaging/frame.ts";
import { looksLikeTextCursor } from "../../src/imaging/text-cursor.ts";
import { copyFrame, paint, plainFrame } from "../support/frames.ts";

type Size = readonly [width: number, height: number];

/** Whether what appears on a white screen is taken for a text cursor. It must be one change. */
function verdict([width, height]: Size, draw: (frame: Frame) => void): boolean {
  const before = plainFrame(width, height);
  const after = copyFrame(before);
  draw(after);
  const [change, ...others] = findChanges(before, after);
  if (change === undefined || others.length > 0) throw new Error("There is not one change.");
  return looksLikeTextCursor(before, after, change);
}

const fullHd: Size = [1920, 1080];
const ultraHd: Size = [3840, 2160];

test.each([
  ["a bar", fullHd, 1, 17],
  ["a thick bar", fullHd, 3, 40],
  ["a small filled cell", fullHd, 6, 13],
  ["a large filled cell", fullHd, 14, 28],
  ["a line under a character", fullHd, 9, 1],
  ["a bar on a small screen", [640, 480], 2, 18],
  ["a bar at 200 %", ultraHd, 4, 60],
  ["a filled cell at 200 %", ultraHd, 28, 56],
] as const)("%s is", (_name, size, width, height) => {
  expect(verdict(size, (frame) => paint(frame, { x: 41, y: 39, width, height }, 0))).toBe(true);
});

test.each([
  ["a check box that is filled", fullHd, 14, 14],
  ["a check box that is filled, at 200 %", ultraHd, 30, 30],
  ["a line of text that is marked", fullHd, 120, 17],
  ["the edge of a window", fullHd, 2, 300],
  ["a button", fullHd, 40, 60],
  ["a dot", fullHd, 3, 3],
  ["an underlined word", fullHd, 60, 1],
] as const)("%s is not", (_name, size, width, height) => {
  expect(verdict(size, (frame) => paint(frame, { x: 41, y: 39, width, height }, 0))).toBe(false);
});

test("a letter is not, nor is a mark, though of the same size: they have gaps", () => {
  const letter = (frame: Frame) => {
    paint(frame, { x: 50, y: 50, width: 2, height: 13 }, 0);
    paint(frame, { x: 50, y: 61, width: 7, height: 2 }, 0);
  };
  const mark = (frame: Frame) => {
    for (let step = 0; step < 9; step += 1)
      paint(frame, { x: 60 - step, y: 50 + step, width: 2, height: 2 }, 0);
  };
  expect([letter, mark].map((draw) => verdict(fullHd, draw))).toEqual([false, false]);
});
