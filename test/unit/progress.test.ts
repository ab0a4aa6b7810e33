import { expect, test } from "bun:test";
import type { ServerNotification } from "@modelcontextprotocol/sdk/types.js";
import { startHeartbeat } from "../../src/mcp/progress.ts";
import { ManualClock } from "../support/manual-clock.ts";

/** A call of a client that asked for progress, or did not, with what is sent to it. */
function callWith(progressToken: string | undefined) {
  const sent: ServerNotification[] = [];
  const extra = {
    ...(progressToken === undefined ? {} : { _meta: { progressToken } }),
    sendNotification: async (notification: ServerNotification) => void sent.push(notification),
  };
  return { extra, sent };
}

test("an hour of a call is never silent for more than ten seconds, and its progress always grows", async () => {
  const clock = new ManualClock();
  const { extra, sent } = callWith("token");
  using _heartbeat = startHeartbeat("gui_wait", extra, clock);
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
  const { extra, sent } = callWith("token");
  const heartbeat = startHeartbeat("gui_wait", extra, clock);
  await clock.advance(9_999);
  heartbeat[Symbol.dispose]();
  await clock.advance(60_000);
  expect(sent).toEqual([]);
});

test("a client that did not ask for progress gets none", async () => {
  const clock = new ManualClock();
  const { extra, sent } = callWith(undefined);
  using _heartbeat = startHeartbeat("gui_wait", extra, clock);
  await clock.advance(60_000);
  expect(sent).toEqual([]);
});

test("a client that cannot be reached does not end the heartbeat", async () => {
  const clock = new ManualClock();
  let attempts = 0;
  const extra = {
    _meta: { progressToken: 0 },
    sendNotification: async () => {
      attempts += 1;
      throw new Error("The connection is gone.");
    },
  };
  using _heartbeat = startHeartbeat("gui_wait", extra, clock);
  await clock.advance(30_000);
  expect(attempts).toBe(3);
});
