import { expect, test } from "bun:test";
import { globalPoint } from "../../src/core/geometry.ts";
import { ClickPacing } from "../../src/desktop/click-pacing.ts";
import { ManualClock } from "../support/manual-clock.ts";

test.each([200, 500, 900])(
  "two clicks are kept apart by what the user calls a double click: %d ms",
  async (ms) => {
    const clock = new ManualClock();
    const pacing = new ClickPacing(clock, () => ms);
    const click = { button: "left", point: globalPoint(5, 5), count: 1 } as const;
    pacing.pressed(click);
    let isClear = false;
    const waiting = pacing.before(click, new AbortController().signal).then(() => {
      isClear = true;
    });
    await clock.advance(ms);
    expect(isClear).toBe(false);
    await clock.advance(100);
    expect(isClear).toBe(true);
    await waiting;
  },
);
