import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { type HttpGuiAgent, runGuiAgent, startGuiAgent } from "../support/gui-agent.ts";
import { pictureOf } from "../support/screenshot.ts";
import { printableAscii } from "../support/typing.ts";
import { focusWindow } from "../support/window-list.ts";
import { type Notepad, openNotepad } from "../support/windows/notepad.ts";

const size = z.object({ index: z.number(), physicalWidth: z.number(), physicalHeight: z.number() });

// On Windows itself; the other tests of this folder bring a Windows of their own, of Wine. They need an English
// Notepad, for its hotkeys, and a session that is not locked.
describe.skipIf(process.platform !== "win32")("on Windows", () => {
  const resources = new AsyncDisposableStack();
  let agent: HttpGuiAgent;
  let notepad: Notepad;

  beforeAll(async () => {
    agent = resources.use(await startGuiAgent({}));
    notepad = resources.use(await openNotepad(agent));
  });
  afterAll(() => resources.disposeAsync());

  beforeEach(async () => {
    await focusWindow(agent, { title: notepad.title });
    await hotkey("ctrl", "a");
    await agent.call("gui_press_key", { key: "delete" });
  });

  const hotkey = (...keys: string[]) => agent.call("gui_hotkey", { keys });

  /** Saves the file and waits until exactly this is in it. */
  async function saves(text: string): Promise<void> {
    await notepad.save(`the file to have ${JSON.stringify(text)}`, (saved) => saved === text);
  }

  /** The place within the window, in parts of its size. */
  async function place(across: number, down: number) {
    const { x = 0, y = 0, width = 0, height = 0, displayIndex } = (await notepad.window()) ?? {};
    return { x: Math.round(x + width * across), y: Math.round(y + height * down), displayIndex };
  }

  test("doctor finds nothing missing", async () => {
    const { code, stdout } = await runGuiAgent(["doctor", "--port", "0"]);
    expect(stdout).not.toContain("MISSING");
    expect(code).toBe(0);
  });

  test("the displays are told, the primary one at the origin", async () => {
    const { displays } = await agent.call("gui_list_displays");
    expect(displays).toContainEqual(expect.objectContaining({ isPrimary: true, x: 0, y: 0 }));
  });

  test("a screenshot has the display's pixels, not all of one colour", async () => {
    const { displays, selectedIndex } = await agent.call("gui_list_displays");
    const shown = z
      .array(size)
      .parse(displays)
      .find(({ index }) => index === selectedIndex);
    const picture = await pictureOf(await agent.callRaw("gui_screenshot", { format: "png" }));
    expect(picture).toMatchObject({ width: shown?.physicalWidth, height: shown?.physicalHeight });
    expect(new Set(picture.rgb).size).toBeGreaterThan(3);
  });

  test("the window is in the list, in front", async () => {
    const { windows } = await agent.call("gui_list_windows", { title: notepad.title });
    expect(windows).toMatchObject([{ isActive: true, isMinimized: false }]);
  });

  test("every printable ASCII character is typed by keys", async () => {
    expect(await agent.call("gui_type", { text: printableAscii, method: "keys" })).toMatchObject({
      method: "keys",
    });
    await saves(printableAscii);
  });

  test("text beyond ASCII is typed by keys too, with line breaks", async () => {
    const text = "漢字 👩‍👩‍👧‍👦 é\nnext";
    await agent.call("gui_type", { text, method: "keys" });
    await saves(text);
  });

  test("a text is pasted, and the clipboard is as before", async () => {
    await agent.call("gui_clipboard_write", { text: "before 漢字" });
    const text = "漢字 👍🏽\n我喜欢喝茶。".repeat(50);
    expect(await agent.call("gui_type", { text, method: "paste" })).toMatchObject({ method: "paste" });
    await saves(text);
    expect(await agent.call("gui_clipboard_read")).toMatchObject({ text: "before 漢字" });
    await hotkey("ctrl", "v");
    await saves(`${text}before 漢字`);
  });

  test("a click places the text cursor", async () => {
    // More lines than the window shows, and longer than a quarter of it.
    const text = Array.from({ length: 60 }, () => "abcdefghij".repeat(6)).join("\n");
    await agent.call("gui_type", { text });
    await saves(text);
    await hotkey("ctrl", "home");
    await agent.call("gui_click", await place(1 / 2, 1 / 2));
    await agent.call("gui_press_key", { key: "1" });
    await agent.call("gui_click", await place(1 / 4, 5 / 8));
    await agent.call("gui_press_key", { key: "2" });
    const clicked = await notepad.save("both marks", (saved) =>
      ["1", "2"].every((mark) => saved.includes(mark)),
    );
    expect(clicked.replaceAll(/[12]/g, "")).toBe(text);
    const lines = clicked.split("\n");
    const [middle, below] = ["1", "2"].map((mark) => {
      const line = lines.findIndex((candidate) => candidate.includes(mark));
      return { line, column: lines[line]?.indexOf(mark) ?? 0 };
    });
    expect(middle?.line).toBeGreaterThan(0);
    expect(below?.line).toBeGreaterThan(middle?.line ?? 0);
    expect(below?.line).toBeLessThan(lines.length - 1);
    expect(below?.column).toBeGreaterThan(0);
    expect(below?.column).toBeLessThan(middle?.column ?? 0);
  });

  test("the pointer goes where it is sent", async () => {
    for (const to of [await place(1 / 2, 1 / 2), await place(1 / 4, 3 / 4)]) {
      await agent.call("gui_move_mouse", to);
      expect(await agent.call("gui_cursor_position")).toMatchObject(to);
    }
  });

  // The last one, as the others need it.
  test("a window that closes is no longer listed", async () => {
    await notepad.end();
    expect(await agent.call("gui_list_windows", { title: notepad.title })).toMatchObject({ windows: [] });
  });
});
