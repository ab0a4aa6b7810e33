import { describe, expect, test } from "bun:test";
import type { Rect } from "../../src/core/geometry.ts";
import { DisplayService } from "../../src/desktop/displays.ts";
import type { Display } from "../../src/desktop/port.ts";
import { waitUntilStill } from "../../src/desktop/stillness.ts";
import type { Frame } from "../../src/imaging/frame.ts";
import { paint, plainFrame } from "../support/frames.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { thrownBy } from "../support/thrown.ts";

const plain: Display = {
  index: 1,
  name: "HDMI-1",
  isPrimary: false,
  x: 100,
  y: 50,
  width: 600,
  height: 300,
  physicalWidth: 600,
  physicalHeight: 300,
  scaleFactor: 1,
};

const retina: Display = { ...plain, physicalWidth: 1200, physicalHeight: 600, scaleFactor: 2 };

/** A display on which areas of native pixels look different at every look, and a wait for it. */
class Stage {
  readonly clock = new ManualClock();
  readonly captured: Rect[] = [];
  moving: readonly Rect[] = [];
  plugged: readonly Display[];
  /** Milliseconds that a look takes. */
  costMs = 0;
  readonly #display: Display;

  constructor(display = plain) {
    this.#display = display;
    this.plugged = [{ ...display, index: 0, name: "eDP-1" }, display];
  }

  async capture(area: Rect): Promise<Frame> {
    this.captured.push(area);
    if (this.costMs > 0) await this.clock.sleep(this.costMs);
    const frame = plainFrame(area.width, area.height);
    for (const moving of this.moving) paint(frame, moving, this.captured.length % 2 === 0 ? 0 : 200);
    return frame;
  }

  async wait(longestMs: number, signal = new AbortController().signal): Promise<void> {
    const displays = new DisplayService({ displays: async () => this.plugged }, 0);
    const { display } = await displays.resolve(this.#display.index);
    let hasEnded = false;
    const waiting = waitUntilStill({
      desktop: this,
      displays,
      display,
      clock: this.clock,
      longestMs,
      signal,
    }).finally(() => {
      hasEnded = true;
    });
    waiting.catch(() => undefined);
    while (!hasEnded) await this.clock.advance(10);
    await waiting;
  }
}

const box: Rect = { x: 33, y: 21, width: 300, height: 101 };

test("a screen that is still is so after half a second of looks at this display alone", async () => {
  const stage = new Stage();
  await stage.wait(10_000);
  expect(stage.clock.now()).toBe(500);
  expect(new Set(stage.captured.map((area) => JSON.stringify(area)))).toEqual(
    new Set([JSON.stringify({ x: 100, y: 50, width: 600, height: 300 })]),
  );
});

test("motion that ends is waited for", async () => {
  const stage = new Stage();
  stage.moving = [box];
  void stage.clock.sleep(3000).then(() => {
    stage.moving = [];
  });
  await stage.wait(10_000);
  expect(stage.clock.now()).toBeGreaterThan(3000);
  expect(stage.clock.now()).toBeLessThan(3300);
});

describe("motion that goes on", () => {
  test("ends the wait when its time is up, with the place in logical points", async () => {
    const stage = new Stage(retina);
    stage.moving = [box];
    const error = await thrownBy(() => stage.wait(2000));
    expect(stage.clock.now()).toBe(2000);
    expect(error.code).toBe("timed_out");
    expect(error.message).toContain("2000 ms");
    expect(error.message).toContain("display 1");
    // Half of 33 to 333 and of 21 to 122, out to whole points.
    expect(error.message).toContain("x 16, y 10, width 151, height 51");
    expect(error.remedy).toContain("ms");
  });

  test("is named at the three largest places, the largest first", async () => {
    const stage = new Stage();
    stage.moving = [200, 50, 300, 100].map((width, row) => ({ x: 10, y: row * 70, width, height: 30 }));
    const { message } = await thrownBy(() => stage.wait(2000));
    expect([...message.matchAll(/width (\d+)/g)].map(([, width]) => width)).toEqual(["300", "200", "100"]);
  });
});

test.each([0, 300])("%d ms are too short to tell, and the error says so", async (longestMs) => {
  const stage = new Stage();
  const error = await thrownBy(() => stage.wait(longestMs));
  expect(stage.clock.now()).toBeLessThanOrEqual(longestMs + 10);
  expect(error.code).toBe("timed_out");
  expect(error.message).toContain("too short");
});

test.each([
  ["unplugged", []],
  ["moved", [{ ...plain, x: 0 }]],
  ["resized", [{ ...plain, width: 800, physicalWidth: 800 }]],
  ["replaced by another one under its number", [{ ...plain, name: "DP-3" }]],
])("a display that is %s meanwhile ends the wait", async (_how, plugged) => {
  const stage = new Stage();
  stage.moving = [box];
  void stage.clock.sleep(1000).then(() => {
    stage.plugged = [{ ...plain, index: 0, name: "eDP-1" }, ...plugged];
  });
  const { code, message, remedy } = await thrownBy(() => stage.wait(10_000));
  expect(code).toBe("display_not_found");
  expect(message).toContain("Display 1");
  expect(remedy).toContain("gui_list_displays");
  expect(stage.clock.now()).toBeLessThan(1100);
});

test("a wait that is cancelled ends at once", async () => {
  const stage = new Stage();
  stage.moving = [box];
  const cancelled = new AbortController();
  void stage.clock.sleep(1003).then(() => cancelled.abort());
  expect((await thrownBy(() => stage.wait(10_000, cancelled.signal))).code).toBe("cancelled");
  expect(stage.clock.now()).toBeLessThanOrEqual(1010);
});

test("where looks take long, they take at most half of the time", async () => {
  const stage = new Stage();
  stage.moving = [box];
  stage.costMs = 100;
  await thrownBy(() => stage.wait(4000));
  expect(stage.captured.length).toBeLessThanOrEqual(4000 / 200 + 1);
});
