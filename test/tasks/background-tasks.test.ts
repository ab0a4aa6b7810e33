import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  CallToolResultSchema,
  CreateTaskResultSchema,
  TaskStatusNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { openGtkApp } from "../support/gtk-app.ts";
import { scriptedProgram, startGuiAgent } from "../support/gui-agent.ts";
import { noModelEnvironment } from "../support/input-examples.ts";
import { type ScriptLine, script } from "../support/scripted-task.ts";
import { textOf } from "../support/tool-client.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const app = resources.use(await openGtkApp(server));
const agent = resources.use(
  await startGuiAgent({ command: scriptedProgram, display: server.display, env: noModelEnvironment }),
);
const other = resources.use(await agent.connect());
const { tasks } = agent.client.experimental;

const type = (text: string): ScriptLine => ({ does: "call", tool: "gui_type", input: { text } });
const waitLong: ScriptLine = { does: "wait", ms: 600_000 };

beforeEach(async () => {
  await app.command({ focus: "entry", entry: "" });
});

/** Calls the tool as an MCP task; returns its id. */
async function begin(task: string, name = "gui_execute_task"): Promise<string> {
  const request = { method: "tools/call", params: { name, arguments: { task } } } as const;
  const created = await agent.client.request(request, CreateTaskResultSchema, { task: { ttl: 60_000 } });
  return created.task.taskId;
}

const statusOf = async (id: string) => {
  const { status, statusMessage = "" } = await tasks.getTask(id);
  return `${status}: ${statusMessage}`;
};

describe("gui_execute_task as an MCP task", () => {
  test("is answered at once, tells how far it is, and gives its result when it has one", async () => {
    const heard: string[] = [];
    agent.client.setNotificationHandler(TaskStatusNotificationSchema, ({ params }) => {
      heard.push(`${params.status}: ${params.statusMessage}`);
    });
    const id = await begin(script(type("one "), { does: "wait", ms: 500 }, type("two")));
    await waitFor("the first step", async () => (await statusOf(id)) === 'working: Step 1: gui_type "one "');
    // Waits for the end.
    const result = CallToolResultSchema.parse(await tasks.getTaskResult(id, CallToolResultSchema));
    expect(result.content.map(({ type: kind }) => kind)).toEqual(["image", "text"]);
    expect(JSON.parse(textOf(result))).toMatchObject({
      success: true,
      steps: [{ number: 1 }, { number: 2 }],
    });
    expect(result._meta).toEqual({ "io.modelcontextprotocol/related-task": { taskId: id } });
    await app.waitForState("both texts", ({ entry }) => entry === "one two");
    expect(await statusOf(id)).toStartWith("completed");
    expect(await tasks.listTasks()).toMatchObject({
      tasks: [{ taskId: id, status: "completed", ttl: 60_000 }],
    });
    expect(heard).toContain('working: Step 2: gui_type "two"');
    expect(heard.at(-1)).toStartWith("completed");
  });

  test("works with the SDK's own way of calling", async () => {
    await agent.client.listTools();
    const kinds: string[] = [];
    const input = { name: "gui_execute_task", arguments: { task: script(type("streamed")) } };
    for await (const message of tasks.callToolStream(input)) kinds.push(message.type);
    expect(kinds[0]).toBe("taskCreated");
    expect(kinds.at(-1)).toBe("result");
    await app.waitForState("the text", ({ entry }) => entry === "streamed");
  });

  test("waits in line like any, and can be cancelled there and while it runs", async () => {
    const first = await begin(script(type("first"), waitLong));
    await waitFor("the first to act", async () => (await statusOf(first)).includes("Step 1"));
    const second = await begin(script(type("never")));
    await waitFor("its place in line", async () => (await statusOf(second)).includes("number 1 in line"));
    expect(await tasks.cancelTask(second)).toMatchObject({ taskId: second, status: "cancelled" });
    await tasks.cancelTask(first);
    await other.call("gui_type", { text: ", other" });
    await app.waitForState("the texts", ({ entry }) => entry === "first, other");
    const result = await tasks.getTaskResult(first, CallToolResultSchema);
    expect(JSON.parse(textOf(result))).toMatchObject({ end: "cancelled", steps: [{ action: "gui_type" }] });
    expect(await statusOf(first)).toStartWith("cancelled");
    await expect(tasks.cancelTask(first)).rejects.toThrow("has ended");
  });

  test("that was no success is a failed one, whose result says why", async () => {
    const id = await begin(script({ does: "end", end: "gave_up" }));
    const result = await tasks.getTaskResult(id, CallToolResultSchema);
    expect(result).toMatchObject({ isError: true });
    expect(await statusOf(id)).toStartWith("failed");
  });

  test("is known to its own session alone, and ends with it", async () => {
    const leaving = await agent.connect();
    const request = {
      method: "tools/call",
      params: { name: "gui_execute_task", arguments: { task: script(waitLong) } },
    } as const;
    const { task } = await leaving.client.request(request, CreateTaskResultSchema, { task: {} });
    await expect(tasks.getTask(task.taskId)).rejects.toThrow("There is no task");
    await expect(tasks.cancelTask(task.taskId)).rejects.toThrow("There is no task");
    await leaving[Symbol.asyncDispose]();
    await other.call("gui_move_mouse", { x: 5, y: 5 });
  });

  test("no other tool can be called as one", async () => {
    await expect(begin("", "gui_click")).rejects.toThrow("cannot be called as a task");
  });
});
