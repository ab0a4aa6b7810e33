import { beforeEach, describe, expect, test } from "bun:test";
import { FairLock } from "../../src/core/lock.ts";
import { DisplayService } from "../../src/desktop/displays.ts";
import { Input } from "../../src/desktop/input.ts";
import { AuditLog } from "../../src/safety/audit-log.ts";
import { HotkeyPolicy } from "../../src/safety/hotkeys.ts";
import { Dispatcher } from "../../src/tools/dispatch.ts";
import { SessionState } from "../../src/tools/session-state.ts";
import { ManualClock, settled } from "../support/manual-clock.ts";
import { RecordingDesktop } from "../support/recording-desktop.ts";
import { silentLog } from "../support/silent-log.ts";

// Not through the front door: the button goes up after two minutes of real time, and no test may take those.
const twoMinutes = 120_000;
const never = new AbortController().signal;
const unused = async () => {
  throw new Error("No call of these tests needs this.");
};

let clock: ManualClock;
let desktop: RecordingDesktop;
let dispatcher: Dispatcher;
const one = new SessionState("one", "auto", silentLog);
const other = new SessionState("other", "auto", silentLog);

beforeEach(() => {
  clock = new ManualClock();
  desktop = new RecordingDesktop();
  dispatcher = new Dispatcher({
    desktop,
    displays: new DisplayService(desktop, 0),
    input: new Input(desktop, clock),
    codec: { encode: unused },
    files: { writeNew: unused },
    clock,
    lock: new FairLock(clock),
    hotkeys: new HotkeyPolicy({ platform: desktop.platform, refuse: [], allow: [] }),
    audit: new AuditLog(100),
    quality: 75,
    lockTimeoutMs: 10 * twoMinutes,
    onUnexpected: (_operation, error) => {
      throw error;
    },
  });
});

/** Starts a call that must succeed; tells what it came to, if it has ended. */
function start(session: SessionState, tool: string, input: Record<string, unknown> = {}) {
  const call = { ended: false };
  const done = dispatcher.call(session, tool, input, never).then((outcome) => {
    call.ended = true;
    expect(outcome.kind).toBe("data");
  });
  return Object.assign(call, { done });
}

describe("a button that a session leaves down", () => {
  test("goes up after two minutes, and the next in line gets its turn", async () => {
    await start(one, "gui_mouse_down").done;
    const waiting = start(other, "gui_move_mouse", { x: 1, y: 2 });
    await clock.advance(twoMinutes - 1);
    expect([desktop.events, waiting.ended]).toEqual([["press left"], false]);
    await clock.advance(1);
    await waiting.done;
    expect(desktop.events).toEqual(["press left", "release left", "move 1,2"]);
  });

  test("stays down no longer for being moved meanwhile", async () => {
    await start(one, "gui_mouse_down").done;
    await clock.advance(twoMinutes - 100);
    const moving = start(one, "gui_move_mouse", { x: 1, y: 2 });
    // A move takes a frame while a button is down.
    await clock.advance(50);
    await moving.done;
    await clock.advance(50);
    expect(desktop.events).toEqual(["press left", "move 1,2", "release left"]);
  });

  test("and lets go of itself is not released a second time", async () => {
    await start(one, "gui_mouse_down").done;
    await start(one, "gui_mouse_up").done;
    await clock.advance(2 * twoMinutes);
    expect(desktop.events).toEqual(["press left", "release left"]);
  });

  test("has two minutes of its own, whatever was held before", async () => {
    await start(one, "gui_mouse_down").done;
    await clock.advance(twoMinutes - 1);
    await start(one, "gui_mouse_up").done;
    await start(one, "gui_mouse_down", { button: "right" }).done;
    await clock.advance(twoMinutes - 1);
    expect(desktop.events).toEqual(["press left", "release left", "press right"]);
    await clock.advance(1);
    expect(desktop.events.at(-1)).toBe("release right");
  });

  test("can be pressed again after it went up by itself", async () => {
    await start(one, "gui_mouse_down").done;
    await clock.advance(twoMinutes);
    await start(other, "gui_mouse_down").done;
    await clock.advance(twoMinutes - 1);
    const waiting = start(one, "gui_move_mouse", { x: 1, y: 2 });
    await settled();
    expect(waiting.ended).toBe(false);
    await clock.advance(1);
    await waiting.done;
    expect(desktop.events).toEqual([
      ...["press left", "release left"],
      ...["press left", "release left"],
      "move 1,2",
    ]);
  });
});
