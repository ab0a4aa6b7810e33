import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Rect } from "../../src/core/geometry.ts";
import { findColor } from "../support/find-color.ts";
import { type HttpGuiAgent, runGuiAgent, startGuiAgent } from "../support/gui-agent.ts";
import { type MacApp, openMacApp } from "../support/macos/app.ts";
import { pictureOf } from "../support/screenshot.ts";
import { printableAscii } from "../support/typing.ts";

const middle = ({ x, y, width, height }: Rect) => ({
  x: Math.round(x + width / 2),
  y: Math.round(y + height / 2),
});

// Only a Mac has what these tests are about; elsewhere they are counted as skipped. They need its developer
// tools, and that the program they are started from may record the screen and control the Mac.
describe.skipIf(process.platform !== "darwin")("on a Mac", () => {
  const resources = new AsyncDisposableStack();
  let agent: HttpGuiAgent;
  let app: MacApp;

  beforeAll(async () => {
    agent = resources.use(await startGuiAgent({}));
    app = resources.use(await openMacApp());
  });
  afterAll(() => resources.disposeAsync());

  beforeEach(async () => {
    await agent.call("gui_focus_window", { title: app.title });
    await agent.call("gui_click", middle(app.text));
    await app.clear();
  });

  test("doctor finds nothing missing", async () => {
    const { code, stdout } = await runGuiAgent(["doctor", "--port", "0"]);
    expect(stdout).not.toContain("MISSING");
    expect(code).toBe(0);
  });

  test("the displays are told, the first one at the origin", async () => {
    const { displays } = await agent.call("gui_list_displays");
    expect(displays).toMatchObject([{ index: 0, isPrimary: true, x: 0, y: 0 }]);
  });

  test("a screenshot shows the pad where the window server has it", async () => {
    const picture = await pictureOf(
      await agent.callRaw("gui_screenshot", { region: app.pad, format: "png" }),
    );
    const scale = picture.width / app.pad.width;
    expect(Math.abs(findColor(picture, "#ff00ff").x / scale - app.pad.width / 2)).toBeLessThanOrEqual(1);
    expect(Math.abs(findColor(picture, "#ff00ff").y / scale - app.pad.height / 2)).toBeLessThanOrEqual(1);
  });

  test("the window is in the list, in front, with its bounds", async () => {
    const { windows } = await agent.call("gui_list_windows", { title: app.title });
    expect(windows).toMatchObject([{ title: app.title, isActive: true, pid: app.pid }]);
    expect(windows).toMatchObject([{ bounds: app.window }]);
  });

  test("every printable ASCII character is typed by keys", async () => {
    await agent.call("gui_type", { text: printableAscii, method: "keys" });
    await app.untilText(printableAscii);
  });

  test("text beyond ASCII is typed by keys too, with line breaks", async () => {
    const text = `漢字 👩‍👩‍👧‍👦 é ${"x".repeat(40)}\nnext`;
    await agent.call("gui_type", { text, method: "keys" });
    await app.untilText(text);
  });

  test("a long text is pasted, and the clipboard is as before, in every form", async () => {
    const before = await app.copy();
    const text = "漢字 👍 ".repeat(500);
    const typed = await agent.call("gui_type", { text });
    expect(typed).toMatchObject({ method: "paste" });
    expect(typed).not.toHaveProperty("notice");
    await app.untilText(text);
    expect(await app.clipboard()).toEqual(before);
  });

  test("the clipboard is written and read", async () => {
    await agent.call("gui_clipboard_write", { text: "written 漢字" });
    expect(await agent.call("gui_clipboard_read")).toMatchObject({ text: "written 漢字" });
    const [item] = JSON.parse(JSON.stringify(await app.clipboard()));
    expect(item).toContainEqual(["public.utf8-plain-text", Buffer.from("written 漢字").toString("base64")]);
  });

  test("a hotkey reaches the menu, and keys the field", async () => {
    await agent.call("gui_type", { text: "abc", method: "keys" });
    await app.untilText("abc");
    await agent.call("gui_hotkey", { keys: ["cmd", "a"] });
    await agent.call("gui_press_key", { key: "backspace" });
    await app.untilText("");
    await agent.call("gui_press_key", { key: "?" });
    await app.untilText("?");
  });

  test.each([
    ["left", 0, 1],
    ["left", 0, 2],
    ["left", 0, 3],
    ["right", 1, 1],
    ["middle", 2, 1],
  ] as const)("a click of the %s button, %i, comes %i times, counted", async (button, number, count) => {
    const at = middle(app.pad);
    await agent.call("gui_click", { ...at, button, count, modifiers: ["shift"] });
    const isLast = (event: object) =>
      "event" in event && event.event === "up" && "clicks" in event && event.clicks === count;
    await app.events.waitFor("the last release", isLast);
    const presses = app.mouse().filter(({ event }) => event === "down");
    expect(presses.map(({ clicks }) => clicks)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
    const shift = 1 << 17;
    for (const press of presses) expect(press).toMatchObject({ ...at, button: number, modifiers: shift });
  });

  test.each([
    ["left", 0],
    ["right", 1],
    ["middle", 2],
  ] as const)("a drag with the %s button, %i, is one from end to end", async (button, number) => {
    const { x, y } = middle(app.pad);
    await agent.call("gui_drag", { startX: x - 50, startY: y - 40, endX: x + 50, endY: y + 40, button });
    await app.events.waitFor("the release", (event) => "event" in event && event.event === "up");
    const events = app.mouse();
    expect(events[0]).toMatchObject({ event: "down", x: x - 50, y: y - 40, button: number });
    expect(events.at(-1)).toMatchObject({ event: "up", x: x + 50, y: y + 40, button: number });
    const between = events.slice(1, -1);
    expect(between.length).toBeGreaterThanOrEqual(10);
    for (const event of between) expect(event).toMatchObject({ event: "dragged", button: number });
  });

  test.each([
    { deltaY: 2, down: -1, right: 0 },
    { deltaY: -2, down: 1, right: 0 },
    { deltaX: 2, down: 0, right: -1 },
    { deltaX: -2, down: 0, right: 1 },
  ])("the wheel turns the way that is asked for: %j", async ({ down, right, ...delta }) => {
    await agent.call("gui_scroll", { ...middle(app.pad), ...delta });
    await app.events.waitFor("the wheel", (event) => "event" in event && event.event === "scroll");
    for (const event of app.mouse()) {
      expect(Math.sign(event.deltaY ?? 0)).toBe(down);
      expect(Math.sign(event.deltaX ?? 0)).toBe(right);
    }
  });
});
