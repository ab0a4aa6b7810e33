import { expect, test } from "bun:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { BackgroundCalls } from "../../src/mcp/background-calls.ts";
import { ManualClock, settled } from "../support/manual-clock.ts";

// Not through the front door: what happens after a minute, or an hour, no test may wait for.

/** A session whose background calls run until they are told what to return. */
async function openSession(clock: ManualClock) {
  const { server } = new McpServer({ name: "server", version: "1.0.0" });
  const calls = new BackgroundCalls(server, clock);
  const client = new Client({ name: "client", version: "1.0.0" });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await server.connect(one);
  await client.connect(other);
  const start = () => {
    const ended = Promise.withResolvers<string>();
    const signals: AbortSignal[] = [];
    const { task } = calls.start(undefined, async ({ signal }) => {
      signals.push(signal);
      return { content: [{ type: "text", text: await ended.promise }] };
    });
    return { id: task.taskId, end: ended.resolve, isCancelled: () => signals[0]?.aborted };
  };
  return { tasks: client.experimental.tasks, start, calls };
}

test("a task that its client does not ask after for a minute is cancelled", async () => {
  const clock = new ManualClock();
  const { tasks, start } = await openSession(clock);
  const asked = start();
  const forgotten = start();
  for (let passed = 0; passed < 180_000; passed += 20_000) {
    await clock.advance(20_000);
    expect(await tasks.getTask(asked.id)).toMatchObject({ status: "working" });
    expect(forgotten.isCancelled()).toBe(passed >= 40_000);
  }
  expect(await tasks.getTask(forgotten.id)).toMatchObject({
    status: "cancelled",
    statusMessage: "The client did not ask after the task any more.",
  });
});

test("a client that waits for the result has not forgotten the task", async () => {
  const clock = new ManualClock();
  const { tasks, start } = await openSession(clock);
  const { id, end, isCancelled } = start();
  const result = tasks.getTaskResult(id, CallToolResultSchema);
  await clock.advance(3_600_000);
  expect(isCancelled()).toBe(false);
  end("at last");
  expect(await result).toMatchObject({ content: [{ text: "at last" }] });
});

test("a result is kept for an hour, and eight of them", async () => {
  const clock = new ManualClock();
  const { tasks, start } = await openSession(clock);
  for (let count = 0; count < 10; count += 1) {
    start().end(`result ${count}`);
    await settled();
  }
  expect((await tasks.listTasks()).tasks).toHaveLength(8);
  await clock.advance(3_600_000);
  await settled();
  expect((await tasks.listTasks()).tasks).toEqual([]);
});

test("a session runs eight tasks at a time", async () => {
  const { start, calls } = await openSession(new ManualClock());
  const running = Array.from({ length: 8 }, start);
  await settled();
  expect(start).toThrow("runs 8 tasks already");
  calls[Symbol.dispose]();
  expect(running.every(({ isCancelled }) => isCancelled())).toBe(true);
});
