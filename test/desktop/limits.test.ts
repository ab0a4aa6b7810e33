import { afterAll, beforeEach, expect, test } from "bun:test";
import { z } from "zod";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { startXServer } from "../support/x-server.ts";
import { openXterm } from "../support/xterm.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const app = resources.use(await openGtkApp(server));
const { area } = (await app.command()).rectangles;
const point = { x: area.x + 20, y: area.y + 20 };

beforeEach(async () => {
  await app.command({ focus: "text", text: "" });
  await agent.call("gui_move_mouse", { x: 1, y: 1 });
  app.events.clear();
});

// Each is the first value beyond what is allowed, but for those that no reader of the schema would send.
test.each([
  { tool: "gui_type", input: { text: "x".repeat(10_001) }, names: "text", limit: "10000" },
  { tool: "gui_type", input: { text: "" }, names: "text", limit: "1" },
  { tool: "gui_drag", input: { steps: 61 }, names: "steps", limit: "60" },
  { tool: "gui_drag", input: { steps: 0 }, names: "steps", limit: "1" },
  { tool: "gui_scroll", input: { ...point, deltaY: 1000 }, names: "deltaY", limit: "100" },
  { tool: "gui_scroll", input: { ...point, deltaY: -101 }, names: "deltaY", limit: "100" },
  { tool: "gui_scroll", input: { ...point, deltaY: 1, deltaX: 101 }, names: "deltaX", limit: "100" },
  { tool: "gui_press_key", input: { key: "a", holdMs: 10_001 }, names: "holdMs", limit: "10000" },
  { tool: "gui_press_key", input: { key: "a", holdMs: 1e300 }, names: "holdMs", limit: "10000" },
  { tool: "gui_click", input: { ...point, count: 4 }, names: "count", limit: "3" },
  { tool: "gui_click", input: { x: point.x, y: 1e9 }, names: "y", limit: "100000" },
  { tool: "gui_hotkey", input: { keys: ["a", "b", "c", "d"] }, names: "keys", limit: "three" },
  { tool: "gui_hotkey", input: { keys: Array(7).fill("shift") }, names: "keys", limit: "6" },
  {
    tool: "gui_clipboard_write",
    input: { text: "x".repeat(1_000_001) },
    names: "text",
    limit: "1000000",
  },
  { tool: "gui_wait", input: { ms: 600_001 }, names: "ms", limit: "600000" },
  {
    tool: "gui_screenshot",
    input: { savePath: `/${"x".repeat(5000)}.png` },
    names: "savePath",
    limit: "4096",
  },
])(
  "$tool with too much $names is refused by name, and nothing happens",
  async ({ tool, input, names, limit }) => {
    const way = { startX: point.x, startY: point.y, endX: point.x + 50, endY: point.y };
    const { code, message, remedy } = await agent.callFailing(tool, {
      ...(tool === "gui_drag" ? way : {}),
      ...input,
    });
    expect(code).toBe("invalid_input");
    for (const mention of [tool, names, limit]) expect(message).toContain(mention);
    expect(remedy).toBeTruthy();
    // A complaint must not be as long as what it is about: it is read by a model.
    expect(message.length).toBeLessThan(500);
    expect(await agent.call("gui_cursor_position")).toMatchObject({ x: 1, y: 1 });
    await app.command();
    expect(app.events.all().filter(({ event }) => event !== "answer")).toEqual([]);
  },
);

test("what is just allowed is done in full", async () => {
  await agent.call("gui_scroll", { ...point, deltaY: 100 });
  const notches = () => app.events.all().filter(({ event }) => event === "scroll").length;
  await app.events.waitFor("every notch", () => notches() === 100);
  await agent.call("gui_drag", { startX: 1, startY: 1, endX: 20, endY: 1, steps: 60 });
  await using terminal = await openXterm(server);
  const text = "The quick brown fox. ".repeat(477).slice(0, 10_000);
  await agent.call("gui_type", { text, method: "keys" });
  expect(await terminal.typed(text.length)).toBe(text);
});

const entries = z.object({ entries: z.array(z.object({ outcome: z.string() })) });

test("arguments that are refused leave little in the audit log", async () => {
  await agent.callFailing("gui_type", { text: "x".repeat(1_000_000) });
  const log = await agent.readResource("gui://audit-log");
  expect(entries.parse(log).entries.at(-1)?.outcome).toBe("invalid_input");
  expect(JSON.stringify(log)).not.toContain("x".repeat(1000));
});
