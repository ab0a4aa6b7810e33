import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type CuttableProxy, startCuttableProxy } from "../support/cuttable-proxy.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { scriptedProgram, startGuiAgent } from "../support/gui-agent.ts";
import { startModelServer } from "../support/model-servers/model-server.ts";
import { type ScriptLine, script } from "../support/scripted-task.ts";
import { startTask } from "../support/started-task.ts";
import { connectToolClient } from "../support/tool-client.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const app = resources.use(await openGtkApp(server));
/** Hangs in the middle of its answer, or asks for a pause of a minute, as it is told. */
const models = resources.use(
  await startModelServer("openai", ({ messages }) =>
    JSON.stringify(messages).includes("hang")
      ? { text: "a long answer that never ends", breaks: { at: "half", how: "hangs" } }
      : { status: 429, headers: { "retry-after": "60" } },
  ),
);
const proxy: CuttableProxy = resources.use(
  await startCuttableProxy((): number => Number(new URL(agent.url).port)),
);
const agent = resources.use(
  await startGuiAgent({
    command: scriptedProgram,
    display: server.display,
    env: { GUI_AGENT_PROVIDER: "openai", GUI_AGENT_BASE_URL: models.baseUrl },
    args: ["--allowed-hosts", `127.0.0.1:${proxy.port}`],
  }),
);
const other = resources.use(await agent.connect());

const call = (tool: string, input: Record<string, unknown> = {}): ScriptLine => ({
  does: "call",
  tool,
  input,
});
const buttons = () =>
  app.events.all().flatMap((event) => (event.event === "button" ? [`${event.button} ${event.phase}`] : []));

beforeEach(async () => {
  await app.command({ focus: "entry", entry: "" });
  app.events.clear();
});

/** Another session gets the desktop, and nothing is held down on it. */
async function expectFree(): Promise<void> {
  const { entry } = (await app.command()).rectangles;
  await other.call("gui_click", { x: entry.x + 20, y: entry.y + 10 });
  await other.call("gui_type", { text: "free" });
  await app.waitForState("what the other session typed", (state) => state.entry === "free");
}

describe("a task that is cancelled ends, and frees the desktop,", () => {
  test.each([
    { phase: "while its model is answering", line: { does: "ask", prompt: "hang" } as const },
    { phase: "in the pause before its model is asked again", line: { does: "ask", prompt: "wait" } as const },
  ])("$phase", async ({ line }) => {
    const before = models.requests.length;
    const running = startTask(agent.client, script(line, call("gui_type", { text: "too late" })));
    await waitFor("the model to be asked", () => models.requests.length > before);
    running.cancel();
    await expectFree();
    await waitFor("the request to end", () => models.open === 0);
  });

  test("in the pause after a step", async () => {
    const running = startTask(
      agent.client,
      script(call("gui_move_mouse", { x: 9, y: 9 }), { does: "wait", ms: 600_000 }),
    );
    await running.heard("Step 1: gui_move_mouse");
    running.cancel();
    await expectFree();
  });

  test("in the middle of a tool, with its button let go of", async () => {
    const { button } = (await app.command()).rectangles;
    const x = button.x + 20;
    const y = button.y + 10;
    const running = startTask(
      agent.client,
      script(call("gui_mouse_down", { x, y, button: "right" }), call("gui_wait", { ms: 600_000 })),
    );
    await running.heard("Step 1: gui_mouse_down");
    running.cancel();
    await app.events.waitFor("the button to go up", () => buttons().includes("3 release"));
    app.events.clear();
    await expectFree();
  });

  test("when its client deletes the session", async () => {
    const leaving = await agent.connect();
    const running = startTask(
      leaving.client,
      script(call("gui_mouse_down", { x: 600, y: 600 }), { does: "wait", ms: 600_000 }),
    );
    await running.heard("Step 1: gui_mouse_down");
    await leaving[Symbol.asyncDispose]();
    await expectFree();
  });

  test("when its client vanishes, after a grace", async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${proxy.port}/mcp`), {
      // It never comes back.
      reconnectionOptions: {
        maxRetries: 0,
        initialReconnectionDelay: 1,
        maxReconnectionDelay: 1,
        reconnectionDelayGrowFactor: 1,
      },
    });
    await using vanishing = await connectToolClient(transport);
    const running = startTask(
      vanishing.client,
      script({ does: "wait", ms: 1 }, call("gui_move_mouse", { x: 9, y: 9 }), { does: "wait", ms: 600_000 }),
    );
    await running.heard("Step 1: gui_move_mouse");
    proxy.cut();
    await expectFree();
  }, 60_000);
});

test("a button that a task has left down goes up when the task ends", async () => {
  const { button } = (await app.command()).rectangles;
  const task = script(call("gui_mouse_down", { x: button.x + 20, y: button.y + 10, button: "right" }));
  const running = startTask(agent.client, task);
  expect(await running.report()).toMatchObject({ success: true });
  await app.events.waitFor("the button to go up", () => buttons().includes("3 release"));
  await expectFree();
});
