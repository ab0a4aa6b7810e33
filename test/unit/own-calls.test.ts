import { expect, test } from "bun:test";
import type { Operator } from "../../src/tools/operator.ts";
import type { AnyOutcome, CallOutcome } from "../../src/tools/output.ts";
import { SessionState } from "../../src/tools/session-state.ts";
import type { TaskResult } from "../../src/tools/tasks.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { dispatcherOver, silentCaller } from "../support/recorded-dispatcher.ts";
import { RecordingDesktop } from "../support/recording-desktop.ts";
import { silentLog } from "../support/silent-log.ts";

// Not through the front door: no loop of ours leaves its calls behind, and these tests are there in case one does.
const caller = silentCaller(new AbortController().signal);
const one = new SessionState("one", "auto", silentLog);
const other = new SessionState("other", "auto", silentLog);
const ended: TaskResult = {
  end: "done",
  result: undefined,
  error: undefined,
  steps: [],
  screenshot: undefined,
};
const drag = { startX: 1, startY: 1, endX: 100, endY: 100, steps: 60 };

function codeOf(outcome: AnyOutcome): string {
  return "error" in outcome && outcome.error !== undefined ? outcome.error.code : "ok";
}

test("a call that a task leaves running is stopped, and lets go before the next in line acts", async () => {
  const clock = new ManualClock();
  const desktop = new RecordingDesktop();
  const copy = desktop.clipboard.writeText.bind(desktop.clipboard);
  desktop.clipboard.writeText = async (...given) => {
    await clock.sleep(100);
    await copy(...given);
  };
  let left: Promise<CallOutcome> | undefined;
  const dispatcher = dispatcherOver(desktop, clock, async (_order, { operatorFor, session, signal }) => {
    left = operatorFor(session).call("gui_drag", drag, signal);
    void operatorFor(session).call("gui_clipboard_write", { text: "slow" }, signal);
    await clock.sleep(20);
    return ended;
  });
  const task = dispatcher.call(one, "gui_execute_task", { task: "Drag." }, caller);
  const next = dispatcher.call(other, "gui_move_mouse", { x: 700, y: 500 }, caller);
  await clock.advance(60_000);
  expect([codeOf(await task), codeOf(await next)]).toEqual(["ok", "ok"]);
  expect(left && codeOf(await left)).toBe("cancelled");
  expect(desktop.events).toContain("press left");
  expect(desktop.events).toContain("copy slow");
  expect(desktop.events.indexOf("release left")).toBeLessThan(desktop.events.indexOf("move 700,500"));
  expect(desktop.events.at(-1)).toBe("move 700,500");
});

test("a call that a task makes after its end does nothing", async () => {
  const clock = new ManualClock();
  const desktop = new RecordingDesktop();
  let kept: Operator | undefined;
  const dispatcher = dispatcherOver(desktop, clock, async (_order, { operatorFor, session }) => {
    kept = operatorFor(session);
    return ended;
  });
  await dispatcher.call(one, "gui_execute_task", { task: "Nothing." }, caller);
  // Of a tool that does not look at its signal.
  const late = kept?.call("gui_clipboard_write", { text: "late" }, new AbortController().signal);
  expect(late && codeOf(await late)).toBe("cancelled");
  expect(desktop.events).toEqual([]);
});

test("a call that hangs does not keep the others from the desktop for ever", async () => {
  const clock = new ManualClock();
  const desktop = new RecordingDesktop();
  desktop.pointer.position = () => new Promise(() => undefined);
  const dispatcher = dispatcherOver(desktop, clock, async (_order, { operatorFor, session, signal }) => {
    void operatorFor(session).call("gui_cursor_position", {}, signal);
    return ended;
  });
  const task = dispatcher.call(one, "gui_execute_task", { task: "Look." }, caller);
  const next = dispatcher.call(other, "gui_press_key", { key: "a" }, caller);
  await clock.advance(10_000);
  expect([codeOf(await task), codeOf(await next)]).toEqual(["ok", "ok"]);
});
