import { expect, test } from "bun:test";
import { usage } from "../../src/config/usage.ts";
import { wrap } from "../../src/core/wrap.ts";

test("words stay whole, and lines after the first are indented", () => {
  expect(wrap("one two three fourteen", 8, "  ")).toBe("one two\n  three\n  fourteen");
  expect(wrap("uninterrupted", 4)).toBe("uninterrupted");
});

test("--help fits a terminal", () => {
  const program = { version: "1.2.3", description: "A program." };
  for (const columns of [60, 80, 200]) {
    const longest = Math.max(
      ...usage(program, columns)
        .split("\n")
        .slice(1)
        .map((line) => line.length),
    );
    expect(longest).toBeLessThanOrEqual(Math.min(columns, 100));
  }
});
