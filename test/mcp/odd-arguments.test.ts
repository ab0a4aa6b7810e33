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

test.each([{ given: [] }, { given: "ms" }, { given: '{"ms":1}' }, { given: 5 }, { given: false }])(
  "of arguments of %j the caller is told what is expected",
  async ({ given }) => {
    const { isError, content } = (await answerTo(given)).result;
    expect(isError).toBe(true);
    expect(JSON.parse(content[0].text).error).toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("arguments: Invalid input: expected object"),
      remedy: expect.stringContaining("input schema of gui_wait"),
    });
  },
);
