import { describe, expect, test } from "bun:test";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { connectSdkClient, startControlledServer } from "../support/controlled-server.ts";
import { initializeRequest, openRawSession, post, rawSession, refusalOf } from "../support/http-requests.ts";
import { waitFor } from "../support/wait-for.ts";

const sessionNotFound = { status: 404, code: -32_001 };
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

test("two clients at once have sessions of their own", async () => {
  await using server = await startControlledServer();
  await using one = await connectSdkClient(server.url);
  await using two = await connectSdkClient(server.url);
  expect(one.transport.sessionId).not.toBe(two.transport.sessionId);
  expect(server.sessions).toBe(2);
  // Both use the same request ids, and their answers come in the other order.
  const first = one.client.callTool({ name: "hold", arguments: { name: "first" } });
  const second = two.client.callTool({ name: "hold", arguments: { name: "second" } });
  await server.tools.call("first").started;
  await server.tools.call("second").started;
  server.tools.call("second").answer("for two");
  expect((await second).content).toEqual([{ type: "text", text: "for two" }]);
  server.tools.call("first").answer("for one");
  expect((await first).content).toEqual([{ type: "text", text: "for one" }]);
});

test("many calls of one client run at once", async () => {
  await using server = await startControlledServer();
  await using session = await connectSdkClient(server.url);
  const names = Array.from({ length: 20 }, (_, index) => `call ${index}`);
  const results = names.map((name) => session.client.callTool({ name: "hold", arguments: { name } }));
  for (const name of names) await server.tools.call(name).started;
  for (const name of names.toReversed()) server.tools.call(name).answer(`${name} is done`);
  expect((await Promise.all(results)).map(({ content }) => content)).toEqual(
    names.map((name) => [{ type: "text", text: `${name} is done` }]),
  );
});

describe("a request", () => {
  test("for a session that never was is refused", async () => {
    await using server = await startControlledServer();
    const stranger = rawSession(server.url, crypto.randomUUID());
    expect(await refusalOf(await stranger.post(ping))).toMatchObject(sessionNotFound);
    expect(await refusalOf(await stranger.post(initializeRequest))).toMatchObject(sessionNotFound);
    expect(await refusalOf(await stranger.get())).toMatchObject(sessionNotFound);
    expect(await refusalOf(await stranger.post(ping, { method: "DELETE" }))).toMatchObject(sessionNotFound);
    expect(server.sessions).toBe(0);
  });

  test("without a session must be an initialize request", async () => {
    await using server = await startControlledServer();
    const missing = { status: 400, code: -32_000 };
    expect(await refusalOf(await post(server.url, ping))).toMatchObject(missing);
    expect(await refusalOf(await post(server.url, [initializeRequest, ping]))).toMatchObject(missing);
    const incomplete = { ...initializeRequest, params: {} };
    expect(await refusalOf(await post(server.url, incomplete))).toMatchObject(missing);
    expect(await refusalOf(await fetch(server.url))).toMatchObject(missing);
    expect(await refusalOf(await fetch(server.url, { method: "DELETE" }))).toMatchObject(missing);
    expect(server.sessions).toBe(0);
  });

  test("cannot take the id of a call that is still running", async () => {
    await using server = await startControlledServer();
    const session = await openRawSession(server.url);
    const running = await session.callTool(7, "hold", { name: "first" });
    await server.tools.call("first").started;
    expect(await refusalOf(await session.callTool(7, "hold", { name: "second" }))).toMatchObject({
      status: 400,
      code: -32_600,
    });
    expect((await session.post([ping, ping])).status).toBe(400);
    // The text "7" is another id.
    expect(await (await session.callTool("7", "nothing")).text()).toContain('"id":"7"');
    server.tools.call("first").answer("first answer");
    const text = await running.text();
    expect(text).toContain("first answer");
    expect(text).toContain('"id":7');
    // Answered, it is free again.
    expect(await (await session.post({ ...ping, id: 7 })).text()).toContain('"id":7');
  });
});

describe("a session ends", () => {
  test("on DELETE, which cancels its calls", async () => {
    await using server = await startControlledServer();
    await using session = await connectSdkClient(server.url);
    const call = session.client.callTool({ name: "hold", arguments: { name: "running" } });
    call.catch(() => undefined);
    await server.tools.call("running").started;
    await session.transport.terminateSession();
    expect(await server.tools.call("running").ended).toBe("cancelled");
    expect(server.sessions).toBe(0);
    expect(server.sessionSignals[0]?.aborted).toBe(true);
  });

  test("when it was idle for too long, and is unknown then", async () => {
    await using server = await startControlledServer({ sessionIdleMs: 50 });
    const session = await openRawSession(server.url);
    await waitFor("the session to end", () => server.sessions === 0);
    expect(server.sessionSignals[0]?.aborted).toBe(true);
    expect(await refusalOf(await session.post(ping))).toMatchObject(sessionNotFound);
  });

  test("not while a call runs or a stream is open", async () => {
    await using server = await startControlledServer({ sessionIdleMs: 1000 });
    const calling = await openRawSession(server.url);
    const response = await calling.callTool(1, "hold", { name: "long" });
    const listening = await openRawSession(server.url);
    const leave = new AbortController();
    expect((await listening.get(undefined, { signal: leave.signal })).status).toBe(200);
    // A third one, idle for as long as they are quiet, shows that the time has passed.
    await openRawSession(server.url);
    await waitFor("the third session to end", () => server.sessions === 2);
    expect((await calling.post({ ...ping, id: 2 })).status).toBe(200);
    expect((await listening.post(ping)).status).toBe(200);
    server.tools.call("long").answer("done");
    expect(await response.text()).toContain("done");
    leave.abort();
    await waitFor("both sessions to end", () => server.sessions === 0);
  });

  test("when there are too many, the longest idle one first", async () => {
    await using server = await startControlledServer({ maxSessions: 3 });
    const [first, second, third] = [
      await openRawSession(server.url),
      await openRawSession(server.url),
      await openRawSession(server.url),
    ];
    // Used again, the first is not the longest idle one any more.
    expect((await first.post(ping)).status).toBe(200);
    await openRawSession(server.url);
    expect(server.sessions).toBe(3);
    expect(server.sessionSignals.map(({ aborted }) => aborted)).toEqual([false, true, false, false]);
    expect((await second.post(ping)).status).toBe(404);
    expect((await third.post(ping)).status).toBe(200);
  });

  test("but none that is busy", async () => {
    await using server = await startControlledServer({ maxSessions: 2 });
    const one = await openRawSession(server.url);
    const two = await openRawSession(server.url);
    const running = await one.callTool(1, "hold", { name: "busy" });
    const leave = new AbortController();
    await two.get(undefined, { signal: leave.signal });
    const refusal = await refusalOf(await post(server.url, initializeRequest));
    expect(refusal).toMatchObject({ status: 503, message: expect.stringContaining("--max-sessions") });
    expect(server.sessions).toBe(2);
    server.tools.call("busy").answer("done");
    await running.text();
    await openRawSession(server.url);
    expect(server.sessionSignals.map(({ aborted }) => aborted)).toEqual([true, false, false]);
  });
});

test("clients that come at the same moment do not get past the limit", async () => {
  await using server = await startControlledServer({ maxSessions: 5 });
  await Promise.all(Array.from({ length: 20 }, () => post(server.url, initializeRequest)));
  expect(server.sessions).toBeLessThanOrEqual(5);
  await using client = await connectSdkClient(server.url);
  expect((await client.client.listTools()).tools).toHaveLength(1);
  expect(server.sessions).toBeLessThanOrEqual(5);
});

test("200 clients that come and go leave nothing behind", async () => {
  await using server = await startControlledServer();
  for (let round = 0; round < 200; round += 1) {
    const { client, transport } = await connectSdkClient(server.url);
    if (round % 2 === 0) await transport.terminateSession();
    await client.close();
  }
  // Those that did not say goodbye are capped.
  expect(server.sessions).toBe(10);
  expect(server.sessionSignals).toHaveLength(200);
  expect(server.sessionSignals.filter(({ aborted }) => !aborted)).toHaveLength(10);
});

test("a session that cannot be opened is an error of that request alone", async () => {
  await using working = await startControlledServer();
  const connected = working.tools.createServer();
  await connected.connect(new InMemoryTransport());
  const troubles = [
    () => {
      throw new Error("out of luck");
    },
    // A server that is in use already cannot be connected.
    () => connected,
  ];
  await using server = await startControlledServer({
    openSession: () => {
      const trouble = troubles.pop();
      return { server: trouble?.() ?? working.tools.createServer(), close: () => undefined };
    },
  });
  for (const count of [1, 2]) {
    const refusal = await refusalOf(await post(server.url, initializeRequest));
    expect(refusal).toMatchObject({ status: 500 });
    // The reason may be private; it is logged.
    expect(refusal.message).not.toContain("out of luck");
    expect(troubles).toHaveLength(2 - count);
  }
  expect(server.sessions).toBe(0);
  await openRawSession(server.url);
  expect(server.sessions).toBe(1);
});
