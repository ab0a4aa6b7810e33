import { expect, test } from "bun:test";
import { EventStream } from "../support/event-stream.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { openRawSession } from "../support/http-requests.ts";

/** What some clients send for a tool without arguments, and what no client should send. */
test.each([
  { given: null, code: undefined },
  { given: {}, code: undefined },
  { given: [], code: "invalid_input" },
  { given: "ms", code: "invalid_input" },
  { given: 5, code: "invalid_input" },
])("arguments of $given end in $code, never in a protocol error", async ({ given, code }) => {
  await using agent = await startGuiAgent({});
  const session = await openRawSession(agent.url);
  const params = { name: "gui_wait", arguments: given };
  const response = await session.post({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  await using stream = new EventStream(response);
  // The first event has no data: it only names a place to resume from.
  const answer = (await stream.rest()).find(({ data }) => data !== "");
  const { result } = JSON.parse(answer?.data ?? "{}");
  expect(result).toBeDefined();
  expect(result.isError ? JSON.parse(result.content[0].text).error.code : undefined).toBe(code);
});
