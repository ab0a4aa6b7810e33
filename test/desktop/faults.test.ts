import { describe, expect, test } from "bun:test";
import { textItems } from "../support/clipboard-contents.ts";
import { openClipboardOwner } from "../support/clipboard-owner.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { controlKeycode, nothingHeld, readHeldInput } from "../support/held-input.ts";
import { noModelEnvironment } from "../support/input-examples.ts";
import { countDifferences } from "../support/picture.ts";
import { pictureOf, whileScreenIsStill } from "../support/screenshot.ts";
import type { ToolClient } from "../support/tool-client.ts";
import { printableAscii } from "../support/typing.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";
import { openXterm } from "../support/xterm.ts";

/** One call of every tool that needs a desktop. */
const desktopCalls: readonly { readonly tool: string; readonly input: Record<string, unknown> }[] = [
  { tool: "gui_screenshot", input: {} },
  { tool: "gui_click", input: { x: 1, y: 1 } },
  { tool: "gui_double_click", input: { x: 1, y: 1 } },
  { tool: "gui_move_mouse", input: { x: 1, y: 1 } },
  { tool: "gui_mouse_down", input: {} },
  { tool: "gui_mouse_up", input: {} },
  { tool: "gui_drag", input: { startX: 1, startY: 1, endX: 9, endY: 9 } },
  { tool: "gui_scroll", input: { x: 1, y: 1, deltaY: 1 } },
  { tool: "gui_type", input: { text: "text" } },
  { tool: "gui_press_key", input: { key: "enter" } },
  { tool: "gui_hotkey", input: { keys: ["ctrl", "a"] } },
  { tool: "gui_clipboard_read", input: {} },
  { tool: "gui_clipboard_write", input: { text: "text" } },
  { tool: "gui_cursor_position", input: {} },
  { tool: "gui_list_displays", input: {} },
  { tool: "gui_list_windows", input: {} },
  { tool: "gui_focus_window", input: { title: "any" } },
  { tool: "gui_find_image", input: { templateImage: "AAAA" } },
  { tool: "gui_wait_for_image", input: { templateImage: "AAAA" } },
  { tool: "gui_wait", input: { untilStable: true } },
  { tool: "gui_analyze_screen", input: { prompt: "What is there?" } },
  { tool: "gui_execute_task", input: { task: "Press the button." } },
];

/** Every tool says that there is no desktop and what to do about it; the program lives and works otherwise. */
async function expectNoDesktop(agent: ToolClient, mention: string): Promise<void> {
  for (const { tool, input } of desktopCalls) {
    const { code, message, remedy } = await agent.callFailing(tool, input);
    expect([tool, code]).toEqual([tool, "display_unavailable"]);
    expect(message).toContain(mention);
    expect(remedy).toBeTruthy();
  }
  expect(await agent.call("gui_wait", { ms: 1 })).toMatchObject({ success: true });
  expect(await agent.readResource("gui://status")).toMatchObject({ running: true });
}

test("no call is missing from the table above", async () => {
  await using agent = await startGuiAgent({ env: noModelEnvironment });
  const { tools } = await agent.client.listTools();
  const covered = new Set(desktopCalls.map(({ tool }) => tool));
  expect(new Set(tools.map(({ name }) => name))).toEqual(covered);
});

test("without DISPLAY every tool says so", async () => {
  await using agent = await startGuiAgent({ env: noModelEnvironment });
  await expectNoDesktop(agent, "DISPLAY");
});

test.each([":4711", "nonsense", "127.0.0.1:4711"])(
  "with the wrong DISPLAY %s every tool names it",
  async (display) => {
    await using agent = await startGuiAgent({ display, env: noModelEnvironment });
    await expectNoDesktop(agent, display);
  },
);

test("a display that comes up later is used without a restart", async () => {
  await using server = await startXServer({ size: { width: 800, height: 600 } });
  await server.crash();
  await using agent = await startGuiAgent({ display: server.display, env: noModelEnvironment });
  await expectNoDesktop(agent, server.display);
  await server.restart();
  expect(await agent.call("gui_list_displays")).toMatchObject({ displays: [{ width: 800, height: 600 }] });
});

describe("an X server that is killed", () => {
  test("between calls: every tool says so, and everything works once it is back", async () => {
    await using server = await startXServer({ size: { width: 800, height: 600 }, cursor: false });
    await using agent = await startGuiAgent({ display: server.display, env: noModelEnvironment });
    await agent.call("gui_move_mouse", { x: 7, y: 9 });
    for (let round = 0; round < 3; round += 1) {
      await server.crash();
      await expectNoDesktop(agent, server.display);
      await server.restart();
      await server.run(["xsetroot", "-solid", "#335577"]);
      const { result, screen } = await whileScreenIsStill(server, () =>
        agent.callRaw("gui_screenshot", { format: "png" }),
      );
      expect(countDifferences(await pictureOf(result), screen)).toBe(0);
      await agent.call("gui_click", { x: 100 + round, y: 50 });
      expect(await agent.call("gui_cursor_position")).toMatchObject({ x: 100 + round, y: 50 });
    }
    await using terminal = await openXterm(server);
    await agent.call("gui_type", { text: printableAscii, method: "keys" });
    expect(await terminal.typed(printableAscii.length)).toBe(printableAscii);
  });

  test("in the middle of typing: the call fails, and later text is not damaged", async () => {
    await using server = await startXServer({ size: { width: 800, height: 600 } });
    await using agent = await startGuiAgent({ display: server.display, env: noModelEnvironment });
    {
      await using terminal = await openXterm(server);
      const typing = agent.callFailing("gui_type", {
        text: "The quick brown fox. ".repeat(400),
        method: "keys",
      });
      await terminal.typed(20);
      await server.crash();
      expect((await typing).code).toBe("display_unavailable");
    }
    await server.restart();
    await using terminal = await openXterm(server);
    await agent.call("gui_type", { text: printableAscii, method: "keys" });
    expect(await terminal.typed(printableAscii.length)).toBe(printableAscii);
  });

  test("in the middle of a paste: the call fails, and later text is not damaged", async () => {
    await using server = await startXServer({ size: { width: 800, height: 600 } });
    await using agent = await startGuiAgent({ display: server.display, env: noModelEnvironment });
    {
      await using owner = await openClipboardOwner(server);
      await using app = await openGtkApp(server);
      await owner.own(textItems("copied"));
      app.pause();
      const typing = agent.callFailing("gui_type", { text: "你好" });
      await owner.events.waitFor("the loan", ({ event }) => event === "lost");
      await server.crash();
      expect((await typing).code).toBe("display_unavailable");
      app.resume();
    }
    await server.restart();
    await using terminal = await openXterm(server);
    await agent.call("gui_type", { text: "你好" });
    expect(await terminal.typed(2)).toBe("你好");
  });

  test("while a key is held: the call fails at once, and the next key is pressed alone", async () => {
    await using server = await startXServer({ size: { width: 800, height: 600 } });
    await using agent = await startGuiAgent({ display: server.display, env: noModelEnvironment });
    const holding = agent.callFailing("gui_press_key", { key: "ctrl", holdMs: 10_000 });
    await waitFor("Ctrl to be down", () => readHeldInput(server).keycodes.includes(controlKeycode));
    let isHeld = true;
    void holding.then(() => {
      isHeld = false;
    });
    await server.crash();
    await server.restart();
    await agent.call("gui_cursor_position");
    expect(isHeld).toBe(false);
    expect((await holding).code).toBe("display_unavailable");
    await using terminal = await openXterm(server);
    await agent.call("gui_press_key", { key: "a" });
    expect(await terminal.typed(1)).toBe("a");
    expect(readHeldInput(server)).toEqual(nothingHeld);
  });

  test("with a button held: the button is up afterwards and can be pressed again", async () => {
    await using server = await startXServer({ size: { width: 800, height: 600 } });
    await using agent = await startGuiAgent({ display: server.display, env: noModelEnvironment });
    await agent.call("gui_mouse_down", { x: 10, y: 10 });
    expect(readHeldInput(server)).toEqual({ keycodes: [], buttons: [1] });
    await server.crash();
    await agent.callFailing("gui_mouse_down");
    await server.restart();
    await agent.call("gui_cursor_position");
    expect(readHeldInput(server)).toEqual(nothingHeld);
    await agent.call("gui_mouse_down", { x: 10, y: 10 });
    expect(readHeldInput(server)).toEqual({ keycodes: [], buttons: [1] });
    await agent.call("gui_mouse_up");
    expect(readHeldInput(server)).toEqual(nothingHeld);
  });

  test("with many calls at once: each one is answered", async () => {
    await using server = await startXServer({ size: { width: 1920, height: 1080 } });
    await using agent = await startGuiAgent({ display: server.display, env: noModelEnvironment });
    await agent.callRaw("gui_screenshot");
    const calls = Array.from({ length: 20 }, () => agent.callRaw("gui_screenshot", { format: "png" }));
    await server.crash();
    const results = await Promise.all(calls);
    for (const result of results) {
      if (result.isError) expect(JSON.stringify(result.content)).toContain("display_unavailable");
    }
    await server.restart();
    expect(await agent.callRaw("gui_screenshot")).not.toHaveProperty("isError");
  });
});

test("an X server that hangs lets go of what was down once it answers again", async () => {
  await using server = await startXServer({ size: { width: 800, height: 600 } });
  await using agent = await startGuiAgent({ display: server.display, env: noModelEnvironment });
  await agent.call("gui_mouse_down", { x: 10, y: 10 });
  const holding = agent.callFailing("gui_press_key", { key: "ctrl", holdMs: 1000 });
  await waitFor("Ctrl to be down", () => readHeldInput(server).keycodes.includes(controlKeycode));
  server.pause();
  expect((await holding).code).toBe("display_unavailable");
  server.resume();
  // Nobody calls a tool: keys that stay down would spoil what the user types.
  await waitFor("everything to be up", () => Bun.deepEquals(readHeldInput(server), nothingHeld));
  await using terminal = await openXterm(server);
  await agent.call("gui_type", { text: printableAscii, method: "keys" });
  expect(await terminal.typed(printableAscii.length)).toBe(printableAscii);
});

test("input for a client that goes away in the middle stops, and the next client gets its turn", async () => {
  await using server = await startXServer({ size: { width: 800, height: 600 } });
  await using agent = await startGuiAgent({ display: server.display, env: noModelEnvironment });
  await using terminal = await openXterm(server);
  {
    await using leaving = await agent.connect();
    const typing = leaving
      .callRaw("gui_type", { text: "x".repeat(10_000), method: "keys" })
      .catch(() => undefined);
    await terminal.typed(10);
    await leaving[Symbol.asyncDispose]();
    await typing;
  }
  await agent.call("gui_press_key", { key: "end" });
  const text = await waitFor("the last key", async () => {
    const received = await terminal.received();
    return received.endsWith("\u001b[F") && received;
  });
  expect(text.length).toBeLessThan(10_000);
});

test("a point on a picture of an X server that has died is not used on the one that comes next", async () => {
  await using server = await startXServer({ size: { width: 800, height: 600 } });
  await using agent = await startGuiAgent({ display: server.display, env: noModelEnvironment });
  for (const coordinateMode of ["image-absolute", "normalized-1000"]) {
    const move = { x: 300, y: 200, coordinateMode };
    await agent.callRaw("gui_screenshot");
    await agent.call("gui_move_mouse", { x: 1, y: 1 });
    await server.crash();
    await server.restart();
    const { code, remedy } = await agent.callFailing("gui_move_mouse", move);
    expect(code).toBe("stale_screenshot");
    expect(remedy).toContain("new screenshot");
    expect(await agent.call("gui_cursor_position")).not.toMatchObject({ x: 300 });
    await agent.callRaw("gui_screenshot");
    await agent.call("gui_move_mouse", move);
  }
});

test("a button that went with the X server keeps nobody from the desktop", async () => {
  await using server = await startXServer({ size: { width: 800, height: 600 } });
  await using agent = await startGuiAgent({ display: server.display, env: noModelEnvironment });
  await using other = await agent.connect();
  await agent.call("gui_mouse_down", { x: 10, y: 10 });
  await server.crash();
  await server.restart();
  // It would wait for half a minute and fail if the first session still had the desktop.
  await other.call("gui_move_mouse", { x: 20, y: 20 });
});
