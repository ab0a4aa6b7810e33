import { describe, expect, test } from "bun:test";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { EventLog, type SessionEvents } from "../../src/http/event-store.ts";

const message = (text: string): JSONRPCMessage => ({ jsonrpc: "2.0", id: 1, result: { text } });
const kilobytes = (count: number) => message("x".repeat(count * 1024));

const textsAfter = (events: SessionEvents, id: string) =>
  events.eventsAfter(id)?.map((event) => ("result" in event.message ? event.message.result.text : undefined));

test("what followed an event on its stream is replayed in order, and nothing else", async () => {
  const events = new EventLog().openSession();
  const first = await events.storeEvent("a", message("a1"));
  await events.storeEvent("b", message("b1"));
  const second = await events.storeEvent("a", message("a2"));
  await events.storeEvent("a", message("a3"));
  const replayed: [string, unknown][] = [];
  const streamId = await events.replayEventsAfter(first, {
    send: async (id, { result }: JSONRPCMessage & { result?: unknown }) => void replayed.push([id, result]),
  });
  expect(streamId).toBe("a");
  expect(replayed.map(([, result]) => result)).toEqual([{ text: "a2" }, { text: "a3" }]);
  expect(replayed[0]?.[0]).toBe(second);
  expect(await events.getStreamIdForEventId(first)).toBe("a");
});

test("the event that only opens a stream is never replayed", async () => {
  const events = new EventLog().openSession();
  // The SDK stores an empty object for it.
  const opening = await events.storeEvent("a", JSON.parse("{}"));
  expect(textsAfter(events, opening)).toEqual([]);
  await events.storeEvent("a", message("a1"));
  expect(textsAfter(events, opening)).toEqual(["a1"]);
  expect(textsAfter(events, "a.0")).toEqual(["a1"]);
});

test("events of another session, stream or of no stream are unknown", async () => {
  const log = new EventLog();
  const mine = log.openSession();
  const id = await mine.storeEvent("a", message("a1"));
  expect(log.openSession().eventsAfter(id)).toBeUndefined();
  for (const made of ["b.1", "a", "", ".1", "a.x", "constructor.1"])
    expect(mine.eventsAfter(made)).toBeUndefined();
});

describe("the bytes are bounded", () => {
  test("in each session, the oldest events going first", async () => {
    const events = new EventLog({ bytesPerSession: 100 * 1024, bytesInTotal: 1000 * 1024 }).openSession();
    const first = await events.storeEvent("a", kilobytes(40));
    const second = await events.storeEvent("a", kilobytes(40));
    expect(events.eventsAfter(first)).toHaveLength(1);
    await events.storeEvent("b", kilobytes(40));
    // Its first is gone, but the rest can still be asked for.
    expect(events.eventsAfter(first)).toHaveLength(1);
    expect(events.eventsAfter(second)).toHaveLength(0);
    await events.storeEvent("b", kilobytes(40));
    expect(events.eventsAfter(second)).toBeUndefined();
  });

  test("in total, across sessions", async () => {
    const log = new EventLog({ bytesPerSession: 100 * 1024, bytesInTotal: 200 * 1024 });
    const sessions = Array.from({ length: 10 }, () => log.openSession());
    const ids: string[] = [];
    for (const events of sessions) ids.push(await events.storeEvent("a", kilobytes(60)));
    expect(log.bytes).toBeLessThanOrEqual(200 * 1024);
    const kept = sessions.map((events, index) => events.eventsAfter(ids[index] ?? "") !== undefined);
    expect(kept).toEqual([...Array(7).fill(false), true, true, true]);
  });

  test("also when there are many small events", async () => {
    const log = new EventLog({ bytesPerSession: 100 * 1024, bytesInTotal: 200 * 1024 });
    const events = log.openSession();
    const first = await events.storeEvent("a", message(""));
    for (let count = 0; count < 10_000; count += 1) await events.storeEvent("a", message(""));
    expect(log.bytes).toBeLessThanOrEqual(100 * 1024);
    expect(events.eventsAfter(first)?.length).toBeLessThan(1000);
  });

  test("a result of 700 KB is kept, in base64, with the defaults", async () => {
    const events = new EventLog().openSession();
    const first = await events.storeEvent("a", message("before"));
    await events.storeEvent("a", kilobytes(Math.ceil((700 * 4) / 3)));
    expect(events.eventsAfter(first)).toHaveLength(1);
  });

  test("an event over the limit makes its stream unknown rather than incomplete", async () => {
    const log = new EventLog({ bytesPerSession: 100 * 1024, bytesInTotal: 200 * 1024 });
    const events = log.openSession();
    const first = await events.storeEvent("a", message("before"));
    const other = await events.storeEvent("b", message("other"));
    await events.storeEvent("a", kilobytes(101));
    expect(events.eventsAfter(first)).toBeUndefined();
    expect(events.eventsAfter(other)).toEqual([]);
  });

  test("and nothing is left of a session that ended", async () => {
    const log = new EventLog();
    const events = log.openSession();
    const id = await events.storeEvent("a", kilobytes(60));
    const other = log.openSession();
    const kept = await other.storeEvent("a", message("kept"));
    events[Symbol.dispose]();
    expect(events.eventsAfter(id)).toBeUndefined();
    expect(other.eventsAfter(kept)).toEqual([]);
    other[Symbol.dispose]();
    expect(log.bytes).toBe(0);
  });
});
