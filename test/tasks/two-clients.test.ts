import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { openGtkApp } from "../support/gtk-app.ts";
import { scriptedProgram, startGuiAgent } from "../support/gui-agent.ts";
import { type ScriptLine, script } from "../support/scripted-task.ts";
import { startTask } from "../support/started-task.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const app = resources.use(await openGtkApp(server));
const agent = resources.use(
  await startGuiAgent({
    command: scriptedProgram,
    display: server.display,
    // No request goes there: these scripts ask no model.
    env: { GUI_AGENT_BASE_URL: "http://127.0.0.1:9" },
    args: ["--lock-timeout-ms", "300"],
  }),
);
const other = resources.use(await agent.connect());

const type = (text: string): ScriptLine => ({ does: "call", tool: "gui_type", input: { text } });
const waitLong: ScriptLine = { does: "wait", ms: 600_000 };
const status = z.object({
  lock: z.object({
    holder: z.object({ owner: z.string(), operation: z.string() }).nullable(),
    waiting: z.int(),
  }),
  task: z.object({ task: z.string(), lastStep: z.object({ number: z.int() }).optional() }).nullable(),
});
const readStatus = async () => status.parse(await other.readResource("gui://status"));

beforeEach(async () => {
  await app.command({ focus: "entry", entry: "" });
  app.events.clear();
});

describe("two tasks at once", () => {
  test("run one after the other, and the second hears of its place in line", async () => {
    const first = startTask(agent.client, script(type("one "), { does: "wait", ms: 300 }, type("two ")));
    await first.heard("Step 1: gui_type");
    const second = startTask(other.client, script(type("three")));
    await second.heard("this call is number 1 in line");
    expect(second.messages[0]).toContain("with gui_execute_task since 20");
    expect(await first.report()).toMatchObject({ success: true, end: "done", result: "As told." });
    expect(await second.report()).toMatchObject({ success: true, end: "done" });
    await app.waitForState("both texts", ({ entry }) => entry === "one two three");
  });

  test("the waiting one can be cancelled, and leaves the first alone", async () => {
    const first = startTask(agent.client, script(type("first"), { does: "wait", ms: 1500 }, type(" ends")));
    await first.heard("Step 1: gui_type");
    const second = startTask(other.client, script(type("never")));
    const third = startTask(other.client, script(type(", third")));
    await third.heard("number 2 in line");
    second.cancel();
    await third.heard("number 1 in line");
    await first.report();
    await third.report();
    await app.waitForState("the texts of the others", ({ entry }) => entry === "first ends, third");
  });
});

describe("while a task runs", () => {
  test("another session's click fails with who acts, and its looking goes on", async () => {
    const running = startTask(agent.client, script(type("working"), waitLong));
    await running.heard("Step 1: gui_type");
    const { code, message } = await other.callFailing("gui_click", { x: 5, y: 5 });
    expect(code).toBe("busy");
    expect(message).toMatch(/in use by session [-0-9a-f]+ with gui_execute_task since 20/);
    for (const looking of [
      "gui_screenshot",
      "gui_cursor_position",
      "gui_list_windows",
      "gui_list_displays",
    ]) {
      expect((await other.callRaw(looking)).isError).toBeUndefined();
    }
    expect(await readStatus()).toMatchObject({
      lock: { holder: { operation: "gui_execute_task" } },
      task: { task: expect.stringContaining("working"), lastStep: { number: 1 } },
    });
    running.cancel();
    // The desktop is free again.
    await other.call("gui_move_mouse", { x: 5, y: 5 });
    expect(app.events.all().some(({ event }) => event === "button")).toBe(false);
    expect((await readStatus()).task).toBeNull();
  });

  test("its own session's input waits too", async () => {
    const running = startTask(agent.client, script(type("working"), waitLong));
    await running.heard("Step 1: gui_type");
    expect(await agent.callFailing("gui_click", { x: 5, y: 5 })).toMatchObject({ code: "busy" });
    running.cancel();
    await other.call("gui_move_mouse", { x: 6, y: 6 });
  });
});
