import { afterAll, describe, expect, test } from "bun:test";
import { type GuiAgentOptions, startGuiAgent, startStdioGuiAgent } from "../support/gui-agent.ts";
import { countDifferences } from "../support/picture.ts";
import { pictureOf, whileScreenIsStill } from "../support/screenshot.ts";
import type { ToolClient } from "../support/tool-client.ts";
import { hangWallpaper } from "../support/wallpaper.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1920, height: 1080 }, cursor: false }));
await hangWallpaper(server);

const toolNames = [
  "gui_screenshot",
  "gui_click",
  "gui_double_click",
  "gui_move_mouse",
  "gui_mouse_down",
  "gui_mouse_up",
  "gui_drag",
  "gui_scroll",
  "gui_type",
  "gui_press_key",
  "gui_hotkey",
  "gui_clipboard_read",
  "gui_clipboard_write",
  "gui_cursor_position",
  "gui_list_displays",
  "gui_list_windows",
  "gui_focus_window",
  "gui_find_image",
  "gui_wait_for_image",
  "gui_wait",
  "gui_analyze_screen",
  "gui_execute_task",
];

const transports: readonly {
  readonly name: string;
  readonly start: (options: GuiAgentOptions) => Promise<ToolClient>;
}[] = [
  { name: "HTTP", start: startGuiAgent },
  { name: "stdio", start: startStdioGuiAgent },
];

describe.each(transports)("over $name", ({ start }) => {
  test("a client lists the tools, takes an exact screenshot and moves the pointer", async () => {
    await using agent = await start({ display: server.display });
    const { tools } = await agent.client.listTools();
    expect(new Set(tools.map(({ name }) => name))).toEqual(new Set(toolNames));
    for (const { description } of tools) {
      expect(description?.length ?? 0).toBeGreaterThan(0);
      // Claude Code cuts longer ones.
      expect(description?.length).toBeLessThan(2000);
    }
    const { result, screen } = await whileScreenIsStill(server, () =>
      agent.callRaw("gui_screenshot", { format: "png" }),
    );
    expect(countDifferences(await pictureOf(result), screen)).toBe(0);
    await agent.call("gui_move_mouse", { x: 1234, y: 567 });
    expect(await agent.call("gui_cursor_position")).toMatchObject({ x: 1234, y: 567 });
  });

  test("a bad call is a tool error that says what is wrong, and a lost one too", async () => {
    await using agent = await start({ display: server.display });
    const { code, message } = await agent.callFailing("gui_click", { x: 1 });
    expect(code).toBe("invalid_input");
    expect(message).toContain("y");
    expect((await agent.callFailing("gui_clik", {})).code).toBe("unknown_tool");
  });

  test("the resources are listed and can be read", async () => {
    await using agent = await start({ display: server.display });
    const { resources: listed } = await agent.client.listResources();
    const uris = ["gui://status", "gui://permissions", "gui://audit-log"];
    expect(new Set(listed.map(({ uri }) => uri))).toEqual(new Set(uris));
    expect(await agent.readResource("gui://status")).toMatchObject({
      running: true,
      platform: "x11",
      callerModel: "auto",
    });
    expect(await agent.readResource("gui://permissions")).toMatchObject({ permissions: expect.any(Array) });
  });
});

test("two clients at once have sessions of their own", async () => {
  await using agent = await startGuiAgent({ display: server.display });
  await using other = await agent.connect();
  await agent.callRaw("gui_screenshot");
  // A screenshot belongs to the session that took it.
  const { code } = await other.callFailing("gui_move_mouse", {
    x: 1,
    y: 1,
    coordinateMode: "image-absolute",
  });
  expect(code).toBe("no_screenshot");
  const both = await Promise.all([
    agent.call("gui_move_mouse", { x: 3, y: 3, coordinateMode: "image-absolute" }),
    other.call("gui_list_displays"),
  ]);
  expect(both).toMatchObject([{ success: true }, { selectedIndex: 0 }]);
});

test("while one session holds a button, another one waits its turn and is told who has it", async () => {
  await using agent = await startGuiAgent({ display: server.display, args: ["--lock-timeout-ms", "100"] });
  await using other = await agent.connect();
  await agent.call("gui_mouse_down", { x: 5, y: 5 });
  const { code, message } = await other.callFailing("gui_move_mouse", { x: 9, y: 9 });
  expect(code).toBe("busy");
  expect(message).toContain("gui_mouse_down");
  // Looking is always possible.
  expect(await other.call("gui_cursor_position")).toMatchObject({ x: 5, y: 5 });
  await agent.call("gui_mouse_up");
  expect(await other.call("gui_move_mouse", { x: 9, y: 9 })).toMatchObject({ success: true });
});

test("a session that ends lets go of its button", async () => {
  await using agent = await startGuiAgent({ display: server.display });
  {
    await using leaving = await agent.connect();
    await leaving.call("gui_mouse_down", { x: 5, y: 5 });
  }
  expect(await agent.call("gui_move_mouse", { x: 9, y: 9 })).toMatchObject({ success: true });
});

describe("what does not come from an MCP client of this machine", () => {
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  };
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const post = (url: string, body: string, more: Record<string, string> = {}) =>
    fetch(url, { method: "POST", headers: { ...headers, ...more }, body });

  test("is refused with a reason", async () => {
    await using agent = await startGuiAgent({ display: server.display });
    const forgedOrigin = await post(agent.url, JSON.stringify(initialize), { origin: "https://example.com" });
    const forgedHost = await post(agent.url, JSON.stringify(initialize), { host: "attacker.example" });
    const tooLarge = await post(agent.url, JSON.stringify({ ...initialize, padding: "x".repeat(5_000_000) }));
    const strangeSession = await post(agent.url, JSON.stringify({ ...initialize, method: "tools/list" }), {
      "mcp-session-id": "00000000-0000-0000-0000-000000000000",
    });
    const webForm = await post(agent.url, JSON.stringify(initialize), { "content-type": "text/plain" });
    const answers = [forgedOrigin, forgedHost, tooLarge, strangeSession, webForm];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 413, 404, 415]);
    // The one that is well-formed is welcome, so it was not something else that was refused.
    expect((await post(agent.url, JSON.stringify(initialize))).status).toBe(200);
  });
});
