import { afterAll, beforeEach, expect, test } from "bun:test";
import { startModelServer, type WireFormatName } from "../support/model-servers/model-server.ts";
import { startTask } from "../support/started-task.ts";
import { waitFor } from "../support/wait-for.ts";
import { focusWindow, listWindows } from "../support/window-list.ts";
import { openClipboardNeighbour } from "../support/wine/clipboard-neighbour.ts";
import { openConsole } from "../support/wine/console.ts";
import { notepadColors, notepadOracle } from "../support/wine/notepad-oracle.ts";
import { installForWindows } from "../support/wine/windows-program.ts";
import { startWineDesk } from "../support/wine/wine-desk.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const desk = resources.use(
  await startWineDesk({ size: { width: 1_000, height: 700 }, colors: notepadColors }),
);
desk.start(["C:\\windows\\notepad.exe"]);
const neighbour = resources.use(await openClipboardNeighbour(desk));
const console = resources.use(await openConsole(desk));
const file = await installForWindows(desk.folder);
const program = resources.use(await console.start(file, ["--port", "0"]));
const agent = resources.use(await program.connect());
await waitFor("Notepad", async () => (await listWindows(agent, { app: "notepad" }))[0]);
// Off Notepad, which is all that the models look for.
await focusWindow(agent, { app: "conhost" });
await agent.call("gui_drag", { startX: 300, startY: 13, endX: 980, endY: 13 });

const field = { window: "Notepad", control: "Edit" } as const;
const text = "你好，世界";
const task = `Write ${text} into Notepad and select all of it.`;

beforeEach(async () => {
  await neighbour.prepare(field);
  await focusWindow(agent, { app: "conhost" });
});

function settings(protocol: WireFormatName, model: string, baseUrl: string): Record<string, string> {
  return {
    GUI_AGENT_PROVIDER: protocol === "openai-responses" ? "openai" : protocol,
    GUI_AGENT_API_PROTOCOL: protocol,
    GUI_AGENT_MODEL: model,
    GUI_AGENT_BASE_URL: baseUrl,
    GUI_AGENT_API_KEY: "key",
    GUI_AGENT_STEP_DELAY_MS: "200",
    // A model that misses its target waits for what it has not done.
    GUI_AGENT_MAX_SECONDS: "40",
  };
}

/** Notepad has the text, and would replace all of it. */
async function expectSelected(): Promise<void> {
  expect(await neighbour.text(field)).toBe(text);
  await agent.call("gui_press_key", { key: "x" });
  await waitFor("the text to be replaced", async () => (await neighbour.text(field)) === "x");
}

test.each([
  { protocol: "anthropic", model: "claude-sonnet-4-20250514" },
  { protocol: "openai", model: "bytedance/ui-tars-1.5-7b" },
  { protocol: "openai-responses", model: "gpt-5.1" },
  { protocol: "gemini", model: "gemini-2.5-pro" },
] as const)("$model writes into Notepad for an MCP client", async ({ protocol, model }) => {
  await using models = await startModelServer(protocol, notepadOracle(model, text));
  await using serving = await console.start(file, ["--port", "0"], settings(protocol, model, models.baseUrl));
  await using client = await serving.connect();
  const { end, error, steps } = await startTask(client.client, task).report();
  expect({ end, error }).toEqual({ end: "done", error: undefined });
  expect(steps.map(({ action }) => action).filter((action) => action !== "gui_wait")).toEqual([
    "gui_click",
    "gui_type",
    "gui_click",
    "gui_click",
  ]);
  await expectSelected();
});

test("gui-agent run writes into Notepad by itself", async () => {
  const model = "claude-sonnet-4-20250514";
  await using models = await startModelServer("anthropic", notepadOracle(model, text));
  await using running = await console.start(
    file,
    ["run", task],
    settings("anthropic", model, models.baseUrl),
  );
  const { code, stdout, stderr } = await running.ended();
  expect(JSON.parse(stdout)).toMatchObject({ success: true, end: "done" });
  expect(stderr).toContain("Step 1: gui_click");
  expect(code).toBe(0);
  await expectSelected();
});
