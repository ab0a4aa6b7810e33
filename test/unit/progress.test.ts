import { expect, test } from "bun:test";
import type { ServerNotification } from "@modelcontextprotocol/sdk/types.js";
import { startProgress } from "../../src/mcp/progress.ts";
import { ManualClock } from "../support/manual-clock.ts";

/** A call of a client that asked for progress, or did not, with what is sent to it. */
function callWith(progressToken: string | undefined, clock: ManualClock) {
  const sent: ServerNotification[] = [];
  const options = {
    progressToken,
    clock,
    sendNotification: async (notification: ServerNotification) => void sent.push(notification),
  };
  return { options, sent };
}

test("an hour of a call is never silent for more than ten seconds, and its progress always grows", async () => {
  const clock = new ManualClock();
  const { options, sent } = callWith("token", clock);
  using _progress = startProgress("gui_wait", options);
  const seen: number[] = [];
  for (let passed = 0; passed < 3_600_000; passed += 10_000) {
    const before = sent.length;
    await clock.advance(10_000);
    const [notification, ...others] = sent.slice(before);
    expect(others).toEqual([]);
    expect(notification).toMatchObject({
      method: "notifications/progress",
      params: { progressToken: "token", message: expect.stringContaining("gui_wait") },
    });
    if (notification?.method === "notifications/progress") seen.push(notification.params.progress);
  }
  expect(seen).toHaveLength(360);
  expect(seen.every((progress, index) => index === 0 || progress > (seen[index - 1] ?? 0))).toBe(true);
});

test("a call that has ended sends no more", async () => {
  const clock = new ManualClock();
  const { options, sent } = callWith("token", clock);
  const progress = startProgress("gui_wait", options);
  await clock.advance(9_999);
  progress[Symbol.dispose]();
  await clock.advance(60_000);
  expect(sent).toEqual([]);
});

test("a client that did not ask for progress gets none", async () => {
  const clock = new ManualClock();
  const { options, sent } = callWith(undefined, clock);
  using _progress = startProgress("gui_wait", options);
  await clock.advance(60_000);
  expect(sent).toEqual([]);
});

test("a client that cannot be reached does not end the heartbeat", async () => {
  const clock = new ManualClock();
  let attempts = 0;
  const options = {
    progressToken: 0,
    clock,
    sendNotification: async () => {
      attempts += 1;
      throw new Error("The connection is gone.");
    },
  };
  using _progress = startProgress("gui_wait", options);
  await clock.advance(30_000);
  expect(attempts).toBe(3);
});

test("what is reported is sent at once, and is what the next signs of life say", async () => {
  const clock = new ManualClock();
  const { options, sent } = callWith("token", clock);
  using progress = startProgress("gui_execute_task", options);
  await clock.advance(9_000);
  progress.report("Step 1: gui_click");
  await clock.advance(11_000);
  const notifications = sent.map(({ params }) => params);
  expect(notifications).toEqual(
    [1, 2, 3].map((count) => ({ progressToken: "token", progress: count, message: "Step 1: gui_click" })),
  );
});
