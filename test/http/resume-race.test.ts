import { expect, test } from "bun:test";
import { CallTransport } from "../../src/http/call-transport.ts";
import { EventLog } from "../../src/http/event-store.ts";
import { ControlledTools } from "../support/controlled-tools.ts";
import { EventStream } from "../support/event-stream.ts";
import { initializeRequest, postHeaders } from "../support/http-requests.ts";

const url = "http://127.0.0.1/mcp";
const held = { name: "hold", arguments: { name: "call" } };

/**
 * The client resumes at the very moment at which the answer comes. Sockets never hit the few turns
 * of the event loop that matter, so the transport is driven directly.
 */
test.each(Array.from({ length: 60 }, (_, index) => index - 30))(
  "an answer that is given %i turns after a resumption began arrives, and the stream ends",
  async (turns) => {
    const tools = new ControlledTools();
    const sessionId = "session";
    const transport = new CallTransport({
      sessionId,
      events: new EventLog().openSession(),
      disconnectGraceMs: 60_000,
      hold: () => ({ [Symbol.dispose]: () => undefined }),
    });
    const server = tools.createServer();
    await server.connect(transport);
    const headers = { ...postHeaders, "mcp-session-id": sessionId };
    const post = (message: unknown, signal?: AbortSignal) =>
      transport.handle(new Request(url, { method: "POST", headers, ...(signal && { signal }) }), message);

    await new EventStream(await post(initializeRequest)).rest();
    const leave = new AbortController();
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: held };
    const stream = new EventStream(await post(call, leave.signal));
    const priming = await stream.next();
    await tools.call("call").started;
    leave.abort();
    await stream[Symbol.asyncDispose]();

    const resume = { ...headers, accept: "text/event-stream", "last-event-id": priming?.id ?? "" };
    if (turns < 0) tools.call("call").answer("just now");
    for (let turn = turns; turn < 0; turn += 1) await undefined;
    const resumed = transport.handle(new Request(url, { headers: resume }), undefined);
    for (let turn = 0; turn < turns; turn += 1) await undefined;
    if (turns >= 0) tools.call("call").answer("just now");
    const events = await new EventStream(await resumed).rest();
    expect(events).toHaveLength(1);
    expect(events[0]?.data).toContain("just now");
    await server.close();
  },
);
