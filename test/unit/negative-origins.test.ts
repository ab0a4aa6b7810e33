import { describe, expect, test } from "bun:test";
import type { Display } from "../../src/desktop/port.ts";
import { SessionState } from "../../src/tools/session-state.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { dispatcherOver, silentCaller } from "../support/recorded-dispatcher.ts";
import { RecordingDesktop } from "../support/recording-desktop.ts";
import { silentLog } from "../support/silent-log.ts";

// Not through the front door: an X server has no places left of or above its origin; Windows and macOS have.
const primary: Display = {
  ...{ index: 0, name: "PRIMARY", isPrimary: true, x: 0, y: 0, width: 1440, height: 900 },
  ...{ physicalWidth: 2880, physicalHeight: 1800, scaleFactor: 2 },
};
const leftAbove: Display = {
  ...{ index: 1, name: "LEFT", isPrimary: false, x: -1920, y: -300, width: 1920, height: 1080 },
  ...{ physicalWidth: 1920, physicalHeight: 1080, scaleFactor: 1 },
};

const session = () => new SessionState("one", "auto", silentLog);
const caller = silentCaller(new AbortController().signal);

/** Calls a tool on a fresh desktop; what came of it, and what the desktop was told. */
async function call(tool: string, input: Record<string, unknown>) {
  const desktop = new RecordingDesktop([primary, leftAbove]);
  const dispatcher = dispatcherOver(desktop, new ManualClock());
  const outcome = await dispatcher.call(session(), tool, input, caller);
  const position = await dispatcher.call(session(), "gui_cursor_position", {}, caller);
  return { outcome, position, moves: desktop.events };
}

describe("a display left of and above the primary one", () => {
  test.each([
    { x: 0, y: 0, expected: [-1920, -300] },
    { x: 1919, y: 1079, expected: [-1, 779] },
    { x: 1000, y: 500, coordinateMode: "normalized-1000", expected: [-1, 240] },
    { x: 0, y: 999, coordinateMode: "normalized-999", expected: [-1920, 779] },
    { x: 0.25, y: 0, coordinateMode: "normalized-0-1", expected: [-1440, -300] },
  ])("%j is moved to exactly", async ({ expected: [globalX, globalY], ...point }) => {
    const { outcome, position, moves } = await call("gui_move_mouse", { ...point, displayIndex: 1 });
    expect(outcome).toEqual({ kind: "data", data: { success: true } });
    expect(moves).toEqual([`move ${globalX},${globalY}`]);
    expect(position).toMatchObject({ data: { displayIndex: 1, globalX, globalY } });
  });

  test("a negative point of a display is off it, wherever the display is", async () => {
    const { outcome, moves } = await call("gui_move_mouse", { x: -1920, y: -300, displayIndex: 1 });
    expect(outcome).toMatchObject({ kind: "error", error: { code: "out_of_range" } });
    expect(moves).toEqual([]);
  });
});
