import { expect, test } from "bun:test";
import { startGuiAgent } from "../support/gui-agent.ts";
import { nothingHeld, readHeldInput } from "../support/held-input.ts";
import { inputExamples, noModelEnvironment } from "../support/input-examples.ts";
import { countDifferences } from "../support/picture.ts";
import { pictureOf, whileScreenIsStill } from "../support/screenshot.ts";
import { hangWallpaper } from "../support/wallpaper.ts";
import { startXServer } from "../support/x-server.ts";

const size = { width: 800, height: 600 };

test("without XTEST no input tool acts, and each says what is missing", async () => {
  await using server = await startXServer({ size, withoutExtension: "XTEST" });
  await using agent = await startGuiAgent({ display: server.display, env: noModelEnvironment });
  const before = await agent.call("gui_cursor_position");
  for (const [tool, input] of Object.entries(inputExamples)) {
    // The clipboard takes no keys, and what is held can always be let go of.
    if (tool === "gui_clipboard_write" || tool === "gui_mouse_up") continue;
    const { code, message, remedy } = await agent.callFailing(tool, input);
    expect([tool, code, message]).toEqual([tool, "unsupported", expect.stringContaining("XTEST")]);
    expect(remedy).toBeTruthy();
  }
  expect(await agent.call("gui_cursor_position")).toEqual(before);
  expect(readHeldInput(server)).toEqual(nothingHeld);
});

test("without RandR the whole screen is the only display", async () => {
  await using server = await startXServer({ size, withoutExtension: "RANDR" });
  await using agent = await startGuiAgent({ display: server.display });
  expect(await agent.call("gui_list_displays")).toMatchObject({
    displays: [{ ...size, x: 0, y: 0, isPrimary: true }],
    selectedIndex: 0,
  });
  await agent.call("gui_click", { x: 799, y: 599 });
  expect(await agent.call("gui_cursor_position")).toMatchObject({ x: 799, y: 599, displayIndex: 0 });
});

test("without shared memory a screenshot has the same pixels", async () => {
  await using server = await startXServer({ size, withoutExtension: "MIT-SHM", cursor: false });
  await using agent = await startGuiAgent({ display: server.display });
  await hangWallpaper(server);
  const { result, screen } = await whileScreenIsStill(server, () =>
    agent.callRaw("gui_screenshot", { format: "png" }),
  );
  expect(countDifferences(await pictureOf(result), screen)).toBe(0);
});

test("without XFIXES a screenshot cannot have the pointer, and says why", async () => {
  // The server does not survive a window manager that expects the extension.
  await using server = await startXServer({ size, withoutExtension: "XFIXES", windowManager: false });
  await using agent = await startGuiAgent({ display: server.display });
  const { code, message, remedy } = await agent.callFailing("gui_screenshot", { cursor: true });
  expect([code, message]).toEqual(["unsupported", expect.stringContaining("XFIXES")]);
  expect(remedy).toBeTruthy();
  expect(await agent.callRaw("gui_screenshot")).not.toHaveProperty("isError");
});
