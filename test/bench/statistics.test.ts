import { expect, test } from "bun:test";
import { quantile } from "./statistics.ts";

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
