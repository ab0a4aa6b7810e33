import { beforeEach, describe, expect, test } from "bun:test";
import type { Dispatcher } from "../../src/tools/dispatch.ts";
import { SessionState } from "../../src/tools/session-state.ts";
import { ManualClock, settled } from "../support/manual-clock.ts";
import { dispatcherOver, silentCaller } from "../support/recorded-dispatcher.ts";
import { RecordingDesktop } from "../support/recording-desktop.ts";
import { silentLog } from "../support/silent-log.ts";

// Not through the front door: the button goes up after two minutes of real time, and no test may take those.
const twoMinutes = 120_000;
const caller = silentCaller(new AbortController().signal);

let clock: ManualClock;
let desktop: RecordingDesktop;
let dispatcher: Dispatcher;
const one = new SessionState("one", "auto", silentLog);
const other = new SessionState("other", "auto", silentLog);

beforeEach(() => {
  clock = new ManualClock();
  desktop = new RecordingDesktop();
  dispatcher = dispatcherOver(desktop, clock);
});

/** Starts a call that must succeed; tells what it came to, if it has ended. */
function start(session: SessionState, tool: string, input: Record<string, unknown> = {}) {
  const call = { ended: false };
  const done = dispatcher.call(session, tool, input, caller).then((outcome) => {
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
