import { expect, test } from "bun:test";
import { EventStream } from "../support/event-stream.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { openRawSession } from "../support/http-requests.ts";

async function answerTo(given: unknown) {
  await using agent = await startGuiAgent({});
  const session = await openRawSession(agent.url);
  const params = { name: "gui_wait", arguments: given };
  const response = await session.post({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  await using stream = new EventStream(response);
  // The first event has no data: it only names a place to resume from.
  return JSON.parse((await stream.rest()).find(({ data }) => data !== "")?.data ?? "{}");
}

test.each([{ given: null }, { given: {} }, {}])("arguments of %j are none", async ({ given }) => {
  expect((await answerTo(given)).result.structuredContent).toMatchObject({ success: true });
});

test.each([{ given: [] }, { given: "ms" }, { given: 5 }])(
  "arguments of %j are no call",
  async ({ given }) => {
    // Invalid params, by JSON-RPC.
    expect((await answerTo(given)).error.code).toBe(-32_602);
  },
);
