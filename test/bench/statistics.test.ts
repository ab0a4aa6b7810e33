import { expect, test } from "bun:test";
import { quantile, slope } from "./statistics.ts";

test.each([
  // Worked out by hand, from numpy's definition of its default (linear) method.
  { samples: [7], share: 0.9, expected: 7 },
  { samples: [3, 1, 2], share: 0.5, expected: 2 },
  { samples: [4, 1, 3, 2], share: 0.5, expected: 2.5 },
  { samples: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110], share: 0.9, expected: 100 },
  { samples: [100, 0], share: 0.9, expected: 90 },
  { samples: [9, 100, 11, 10], share: 0, expected: 9 },
])("quantile $share of $samples is $expected", ({ samples, share, expected }) => {
  expect(quantile(samples, share)).toBeCloseTo(expected, 10);
});

test("there is no quantile of nothing", () => {
  expect(() => quantile([], 0.5)).toThrow("no samples");
});

test("the slope is that of the best line", () => {
  // Anscombe's first set, whose regression line is y = 3 + 0.5 x (The American Statistician 27, 1973).
  const xs = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
  const ys = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
  expect(slope(xs.map((x, index) => ({ x, y: ys[index] ?? 0 })))).toBeCloseTo(0.5, 3);
});

test("one point has no slope", () => {
  expect(() => slope([{ x: 1, y: 1 }])).toThrow("two points");
});
