import { expect, test } from "bun:test";
import type { Display } from "../../src/desktop/port.ts";
import { SessionState } from "../../src/tools/session-state.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { dispatcherOver, silentCaller } from "../support/recorded-dispatcher.ts";
import { RecordingDesktop } from "../support/recording-desktop.ts";
import { silentLog } from "../support/silent-log.ts";

// Not through the front door: no test could unplug a display within a certain half of a second.
const caller = silentCaller(new AbortController().signal);

function display(index: number, name: string, x: number): Display {
  return {
    ...{ index, name, isPrimary: index === 0, x, y: 0, width: 800, height: 600 },
    ...{ physicalWidth: 800, physicalHeight: 600, scaleFactor: 1 },
  };
}
const [one, two] = [display(0, "ONE", 0), display(1, "TWO", 800)];

test.each([
  ["gui_click", { x: 700, y: 500 }],
  ["gui_double_click", { x: 700, y: 500 }],
  ["gui_mouse_down", { x: 700, y: 500 }],
  ["gui_drag", { startX: 700, startY: 500, endX: 10, endY: 10 }],
] as const)("%s does nothing on a display that goes while it waits to begin", async (tool, input) => {
  const clock = new ManualClock();
  const desktop = new RecordingDesktop([one, two]);
  const dispatcher = dispatcherOver(desktop, clock);
  const session = new SessionState("one", "auto", silentLog);

  const clicked = dispatcher.call(session, "gui_click", { x: 700, y: 500, displayIndex: 1 }, caller);
  await clock.advance(100);
  expect(await clicked).toMatchObject({ kind: "data" });
  desktop.events.length = 0;

  // So soon after the click it waits, so that it is not taken for a part of a double click.
  const call = dispatcher.call(session, tool, { ...input, displayIndex: 1 }, caller);
  await clock.advance(100);
  desktop.plugged = [one];
  await clock.advance(5000);
  expect(await call).toMatchObject({ kind: "error", error: { code: "display_not_found" } });
  expect(desktop.events).toEqual([]);
});

test("a drag whose end goes while it is under way lets go, and fails", async () => {
  const clock = new ManualClock();
  const desktop = new RecordingDesktop([one, two]);
  const dispatcher = dispatcherOver(desktop, clock);
  const session = new SessionState("one", "auto", silentLog);
  const points = { startX: 10, startY: 10, endX: 700, endY: 500, displayIndex: 1 };
  const call = dispatcher.call(session, "gui_drag", points, caller);
  await clock.advance(60);
  expect(desktop.events).toContain("press left");
  desktop.plugged = [one];
  await clock.advance(5000);
  expect(await call).toMatchObject({ kind: "error", error: { code: "display_not_found" } });
  expect(desktop.events.filter((event) => event === "release left")).toHaveLength(1);
});
