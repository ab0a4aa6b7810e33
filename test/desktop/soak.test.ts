import { expect, test } from "bun:test";
import { runSoak } from "../bench/soak.ts";
import { nothingHeld } from "../support/held-input.ts";

test("a few hundred calls of all kinds leave nothing behind", async () => {
  const { before, after, held, isClipboardKept } = await runSoak(250, new AbortController().signal);
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors);
  expect(after.resources).toBeLessThanOrEqual(before.resources);
  expect(held).toEqual(nothingHeld);
  expect(isClipboardKept).toBe(true);
}, 300_000);
