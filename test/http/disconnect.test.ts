import { describe, expect, test } from "bun:test";
import { connectSdkClient, startControlledServer } from "../support/controlled-server.ts";
import { pictureText } from "../support/controlled-tools.ts";
import { type CuttableProxy, startCuttableProxy } from "../support/cuttable-proxy.ts";
import { EventStream } from "../support/event-stream.ts";
import { openRawSession, postHeaders } from "../support/http-requests.ts";
import { waitFor } from "../support/wait-for.ts";

const graceMs = 100;

describe("a client that vanishes", () => {
  test("has its calls cancelled, and no others", async () => {
    await using server = await startControlledServer({ disconnectGraceMs: graceMs });
    const session = await openRawSession(server.url);
    const leave = new AbortController();
    await session.callTool(1, "hold", { name: "left" }, { signal: leave.signal });
    const staying = await session.callTool(2, "hold", { name: "staying" });
    await server.tools.call("left").started;
    await server.tools.call("staying").started;
    leave.abort();
    expect(await server.tools.call("left").ended).toBe("cancelled");
    expect(server.tools.call("staying").fate).toBe("running");
    server.tools.call("staying").answer("still here");
    expect(await staying.text()).toContain("still here");
    expect(server.sessions).toBe(1);
  });

  test("has calls with the id 0 cancelled too", async () => {
    await using server = await startControlledServer({ disconnectGraceMs: graceMs });
    const session = await openRawSession(server.url);
    const leave = new AbortController();
    await session.callTool(0, "hold", { name: "zero" }, { signal: leave.signal });
    await server.tools.call("zero").started;
    leave.abort();
    expect(await server.tools.call("zero").ended).toBe("cancelled");
  });

  test("has its calls cancelled when its protocol is too old to resume", async () => {
    await using server = await startControlledServer({ disconnectGraceMs: graceMs });
    const session = await openRawSession(server.url);
    const leave = new AbortController();
    const headers = { ...postHeaders, "mcp-session-id": session.id, "mcp-protocol-version": "2025-06-18" };
    await session.callTool(1, "hold", { name: "old" }, { headers, signal: leave.signal });
    await server.tools.call("old").started;
    leave.abort();
    expect(await server.tools.call("old").ended).toBe("cancelled");
    // Nothing of it is left: its id can be used again.
    const again = await session.callTool(1, "hold", { name: "new" }, { headers });
    server.tools.call("new").answer("as good as new");
    expect(await again.text()).toContain("as good as new");
  });

  test("has all calls of one POST cancelled", async () => {
    await using server = await startControlledServer({ disconnectGraceMs: graceMs });
    const session = await openRawSession(server.url);
    const leave = new AbortController();
    const hold = (id: number, name: string) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "hold", arguments: { name } },
    });
    await session.post([hold(1, "one"), hold(2, "two"), hold(3, "three")], { signal: leave.signal });
    await server.tools.call("three").started;
    server.tools.call("two").answer("before it left");
    await server.tools.call("two").ended;
    leave.abort();
    expect(await server.tools.call("one").ended).toBe("cancelled");
    expect(await server.tools.call("three").ended).toBe("cancelled");
  });

  test("finds the cancellation when it comes back too late", async () => {
    await using server = await startControlledServer({ disconnectGraceMs: graceMs });
    const session = await openRawSession(server.url);
    const { lastEventId } = await startAndLeave(server, session, "late");
    expect(await server.tools.call("late").ended).toBe("cancelled");
    await using stream = new EventStream(await session.get(lastEventId));
    const [event, ...others] = await stream.rest();
    expect(JSON.parse(event?.data ?? "")).toMatchObject({ id: 1, error: { code: -32_800 } });
    expect(others).toEqual([]);
  });

  test("and comes back in time keeps its call, as often as that happens", async () => {
    // Longer than it takes to come back, even on a busy machine.
    await using server = await startControlledServer({ disconnectGraceMs: 1000 });
    const session = await openRawSession(server.url);
    const { lastEventId } = await startAndLeave(server, session, "resumed");
    for (let round = 0; round < 2; round += 1) {
      const leave = new AbortController();
      expect((await session.get(lastEventId, { signal: leave.signal })).status).toBe(200);
      // Another call that is lost now shows when the grace of the first would have ended.
      const clock = await openRawSession(server.url);
      await startAndLeave(server, clock, `clock ${round}`);
      expect(await server.tools.call(`clock ${round}`).ended).toBe("cancelled");
      expect(server.tools.call("resumed").fate).toBe("running");
      leave.abort();
    }
    await using stream = new EventStream(await session.get(lastEventId));
    server.tools.call("resumed").answer("worth the wait");
    // It ends by itself: there is nothing more to come.
    const [event, ...others] = await stream.rest();
    expect(JSON.parse(event?.data ?? "")).toMatchObject({
      id: 1,
      result: { content: [{ text: "worth the wait" }] },
    });
    expect(others).toEqual([]);
  });

  test("and comes back, and leaves for good, has its call cancelled", async () => {
    await using server = await startControlledServer({ disconnectGraceMs: graceMs });
    const session = await openRawSession(server.url);
    const { lastEventId } = await startAndLeave(server, session, "twice");
    const leave = new AbortController();
    expect((await session.get(lastEventId, { signal: leave.signal })).status).toBe(200);
    leave.abort();
    expect(await server.tools.call("twice").ended).toBe("cancelled");
  });

  test("gets an answer that came while it was away", async () => {
    await using server = await startControlledServer();
    const session = await openRawSession(server.url);
    const { lastEventId } = await startAndLeave(server, session, "away");
    server.tools.call("away").answer("kept for you");
    await server.tools.call("away").ended;
    const response = await session.get(lastEventId);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const [answer, ...others] = await new EventStream(response).rest();
    expect(answer?.data).toContain("kept for you");
    expect(others).toEqual([]);
    // With nothing left to come it is told not to ask again.
    expect((await session.get(answer?.id)).status).toBe(204);
    expect((await session.get(answer?.id?.replace(/\d+$/, "999"))).status).toBe(204);
  });
});

/** Starts a call of `hold` with the id 1, and drops the connection once it has a place to resume from. */
async function startAndLeave(
  server: Awaited<ReturnType<typeof startControlledServer>>,
  session: Awaited<ReturnType<typeof openRawSession>>,
  name: string,
): Promise<{ lastEventId: string }> {
  const response = await session.callTool(1, "hold", { name });
  const stream = new EventStream(response);
  const first = await stream.next();
  await server.tools.call(name).started;
  await stream[Symbol.asyncDispose]();
  if (first?.id === undefined) throw new Error("The stream has no event to resume from.");
  return { lastEventId: first.id };
}

describe("the SDK's client", () => {
  test.each([
    {
      when: "while the call runs",
      answer: "came through",
      breakConnection: (proxy: CuttableProxy) => proxy.cut(),
    },
    {
      when: "in the middle of a result of 700 KB",
      answer: pictureText,
      breakConnection: (proxy: CuttableProxy) => proxy.cutAfter(100_000),
    },
  ])("gets its result when the connection breaks $when", async ({ answer, breakConnection }) => {
    await using proxy = await startCuttableProxy(() => port);
    await using server = await startControlledServer({ allowedHosts: [`127.0.0.1:${proxy.port}`] });
    const { port } = server;
    await using session = await connectSdkClient(`http://127.0.0.1:${proxy.port}/mcp`);
    const resumable = Promise.withResolvers<void>();
    const call = session.client.callTool({ name: "hold", arguments: { name: "broken" } }, undefined, {
      onresumptiontoken: () => resumable.resolve(),
    });
    await server.tools.call("broken").started;
    await resumable.promise;
    breakConnection(proxy);
    server.tools.call("broken").answer(answer);
    expect((await call).content).toEqual([{ type: "text", text: answer }]);
    expect(session.problems.join()).toContain("disconnected");
  });

  test("has the call cancelled that it cancels, gets no answer to it, and its stream ends", async () => {
    await using server = await startControlledServer();
    await using session = await connectSdkClient(server.url);
    const cancel = new AbortController();
    const options = { signal: cancel.signal };
    const call = session.client.callTool(
      { name: "hold", arguments: { name: "unwanted" } },
      undefined,
      options,
    );
    call.catch(() => undefined);
    await server.tools.call("unwanted").started;
    cancel.abort("not needed");
    expect(await server.tools.call("unwanted").ended).toBe("cancelled");
    await expect(call).rejects.toThrow();
    // It asks for the rest of the stream, and is told that there is none.
    await waitFor("the client to resume", () => session.resumptions.length > 0);
    expect(session.resumptions).toEqual([204]);
    expect((await session.client.listTools()).tools).toHaveLength(1);
    expect(session.problems).toEqual([]);
  });
});

test("a call that failed with a protocol error leaves no stream open", async () => {
  await using server = await startControlledServer();
  await using session = await connectSdkClient(server.url);
  await expect(session.client.listPrompts()).rejects.toThrow("-32601");
  // The SDK's client resumes a stream that ended with an error as if it had broken.
  await waitFor("the client to resume", () => session.resumptions.length > 0);
  expect(session.resumptions).toEqual([204]);
  expect(session.problems).toEqual([]);
});

test("a cancelled call leaves no stream open", async () => {
  await using server = await startControlledServer();
  const session = await openRawSession(server.url);
  const stream = new EventStream(await session.callTool(1, "hold", { name: "unwanted" }));
  const priming = await stream.next();
  await server.tools.call("unwanted").started;
  const params = { requestId: 1 };
  await session.post({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  expect(await stream.rest()).toEqual([]);
  expect((await session.get(priming?.id)).status).toBe(204);
});

describe("a stream that is asked for again", () => {
  test("must be one of this session", async () => {
    await using server = await startControlledServer();
    const owner = await openRawSession(server.url);
    const { lastEventId } = await startAndLeave(server, owner, "private");
    server.tools.call("private").answer("not yours");
    await server.tools.call("private").ended;
    const other = await openRawSession(server.url);
    expect((await other.get(lastEventId)).status).toBe(400);
    expect((await owner.get("made-up.1")).status).toBe(400);
    expect((await owner.get("made up")).status).toBe(400);
    expect((await owner.get("")).status).not.toBe(500);
  });

  test("can be the session's own", async () => {
    await using server = await startControlledServer();
    const session = await openRawSession(server.url);
    const leave = new AbortController();
    expect((await session.get(undefined, { signal: leave.signal })).status).toBe(200);
    expect((await session.get()).status).toBe(409);
    leave.abort();
  });
});

test("a call that is silent for 12 seconds is answered", async () => {
  await using server = await startControlledServer();
  await using session = await connectSdkClient(server.url);
  const call = session.client.callTool({ name: "hold", arguments: { name: "silent" } });
  await server.tools.call("silent").started;
  // Longer than the 10 s after which Bun closes a quiet connection unless told not to.
  await Bun.sleep(12_000);
  server.tools.call("silent").answer("at last");
  expect((await call).content).toEqual([{ type: "text", text: "at last" }]);
  expect(session.problems).toEqual([]);
}, 30_000);
