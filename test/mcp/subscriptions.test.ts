import { afterAll, expect, test } from "bun:test";
import { ErrorCode, ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { EventLog } from "../support/event-log.ts";
import { startGuiAgent, startStdioGuiAgent } from "../support/gui-agent.ts";
import type { ToolClient } from "../support/tool-client.ts";
import { startXServer } from "../support/x-server.ts";

const auditLog = "gui://audit-log";
const status = "gui://status";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 640, height: 480 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));

/** The URIs that the server tells a client have changed, as they come. */
function updatesOf({ client }: ToolClient): EventLog<string> {
  const updates = new EventLog<string>();
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => updates.add(params.uri));
  return updates;
}

/** Waits for the next news of a resource that `change` makes. */
async function newsOf(updates: EventLog<string>, uri: string, change: () => Promise<unknown>) {
  updates.clear();
  await change();
  await updates.waitFor(`news of ${uri}`, (updated) => updated === uri);
}

test.each([
  { name: "HTTP", start: startGuiAgent },
  { name: "stdio", start: startStdioGuiAgent },
])("a subscribed audit log tells of a call over $name", async ({ start }) => {
  await using watcher = await start({ display: server.display });
  const updates = updatesOf(watcher);
  await watcher.client.subscribeResource({ uri: auditLog });
  await newsOf(updates, auditLog, () => watcher.call("gui_wait", { ms: 7 }));
  expect(await watcher.readResource(auditLog)).toMatchObject({
    entries: [{ operation: "gui_wait", input: { ms: 7 } }],
  });
});

test("a subscribed status tells when another session takes the desktop, and when it is free again", async () => {
  await using watcher = await agent.connect();
  await using other = await agent.connect();
  const updates = updatesOf(watcher);
  await watcher.client.subscribeResource({ uri: status });
  await newsOf(updates, status, () => other.call("gui_mouse_down", { x: 5, y: 5 }));
  expect(await watcher.readResource(status)).toMatchObject({
    lock: { holder: { operation: expect.stringContaining("gui_mouse_down") } },
  });
  await newsOf(updates, status, () => other.call("gui_mouse_up"));
  expect(await watcher.readResource(status)).toMatchObject({ lock: { holder: null } });
});

test("each of two sessions hears of what it subscribed to, until it unsubscribes", async () => {
  await using one = await agent.connect();
  await using other = await agent.connect();
  const [heardByOne, heardByOther] = [updatesOf(one), updatesOf(other)];
  await one.client.subscribeResource({ uri: auditLog });
  await other.client.subscribeResource({ uri: auditLog });
  await other.client.subscribeResource({ uri: status });
  await newsOf(heardByOther, auditLog, () => one.call("gui_wait", { ms: 1 }));
  await heardByOne.waitFor("news for the first session", (uri) => uri === auditLog);

  await one.client.unsubscribeResource({ uri: auditLog });
  heardByOne.clear();
  // The last round is over long after the first would have reached the session that left.
  for (let round = 0; round < 3; round += 1) {
    await newsOf(heardByOther, auditLog, () => one.call("gui_wait", { ms: round }));
  }
  expect(heardByOne.all()).toEqual([]);
  // The status has not changed.
  expect(heardByOther.all()).not.toContain(status);
});

test("a resource that does not exist can be neither subscribed to nor read", async () => {
  const uri = "gui://nonsense";
  await expect(agent.client.subscribeResource({ uri })).rejects.toMatchObject({
    code: ErrorCode.InvalidParams,
    message: expect.stringContaining(auditLog),
  });
  await expect(agent.client.readResource({ uri })).rejects.toThrow(uri);
});
