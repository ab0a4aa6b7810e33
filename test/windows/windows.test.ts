import { afterAll, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { waitFor } from "../support/wait-for.ts";
import { focusWindow, listWindows } from "../support/window-list.ts";
import { openConsole } from "../support/wine/console.ts";
import { installForWindows } from "../support/wine/windows-program.ts";
import { startWineDesk, windowsPath } from "../support/wine/wine-desk.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const desk = resources.use(await startWineDesk());
const console = resources.use(await openConsole(desk));
const program = resources.use(await console.start(await installForWindows(desk.folder), ["--port", "0"]));
const agent = resources.use(await program.connect());

const file = join(desk.folder, "Straße 中文.txt");
await Bun.write(file, "");
desk.start(["notepad", windowsPath(file)]);
const notepad = await listed("Straße 中文");
desk.start(["winemine"]);
const game = await listed("WineMine");

/** Waits until a window is there. */
function listed(title: string) {
  return waitFor(`the window ${title}`, async () => (await listWindows(agent, { title }))[0]);
}

/** Waits until Notepad has received exactly this. */
async function received(text: string): Promise<void> {
  await waitFor(`"${text}" to arrive`, async () => (await console.textOf("Notepad", "Edit")) === text);
}

/**
 * A little while after a window has come to the front, the X server tells Wine which keys are down. It knows nothing
 * of those that programs press, so that Wine takes a Ctrl that is held just then for up. In milliseconds.
 */
const focusSettles = 500;

beforeEach(async () => {
  await focusWindow(agent, { id: notepad.id });
  await Bun.sleep(focusSettles);
  await agent.call("gui_hotkey", { keys: ["ctrl", "a"] });
  await agent.call("gui_press_key", { key: "delete" });
  await received("");
});

test("the list has the windows of programs, from front to back, and nothing else", async () => {
  const windows = await listWindows(agent);
  const ours = windows.filter(({ app }) => app === "notepad" || app === "winemine");
  expect(ours.map(({ title, isActive }) => ({ title, isActive }))).toEqual([
    { title: expect.stringContaining("Straße 中文"), isActive: true },
    { title: "WineMine", isActive: false },
  ]);
  const others = windows.filter((window) => !ours.includes(window));
  // The console that gui-agent was started in.
  expect(others.map(({ app }) => app)).toEqual(["conhost"]);
});

test("what is typed goes to the window that was brought to the front", async () => {
  await focusWindow(agent, { app: "winemine" });
  await agent.call("gui_type", { text: "lost" });
  const { window } = await focusWindow(agent, { title: "straße" });
  expect(window).toMatchObject({ id: notepad.id, isActive: true });
  await agent.call("gui_type", { text: "found" });
  await received("found");
  expect((await listWindows(agent)).map(({ id }) => id).slice(0, 2)).toEqual([notepad.id, game.id]);
});

test("a click into the bounds that are told hits the window", async () => {
  const { x = 0, y = 0, width, height } = await listed("Straße 中文");
  await focusWindow(agent, { app: "winemine" });
  await agent.call("gui_click", { x: x + width - 40, y: y + height - 60 });
  await agent.call("gui_type", { text: "hit" });
  await received("hit");
});

test("a minimised window is told, and comes back", async () => {
  await console.minimize("Notepad");
  await waitFor("Notepad to be minimised", async () =>
    (await listWindows(agent, { app: "notepad" })).some(({ isMinimized }) => isMinimized),
  );
  const { window } = await focusWindow(agent, { app: "notepad" });
  expect(window).toMatchObject({ isMinimized: false, isActive: true });
  await agent.call("gui_type", { text: "back" });
  await received("back");
});

test("a dialog stands for the window that it keeps from its input", async () => {
  await agent.call("gui_hotkey", { keys: ["ctrl", "o"] });
  const dialog = await waitFor("the dialog", async () =>
    (await listWindows(agent, { app: "notepad" })).find(({ id }) => id !== notepad.id),
  );
  await focusWindow(agent, { app: "winemine" });
  const { window, notice } = await focusWindow(agent, { id: notepad.id });
  expect(window.id).toBe(dialog.id);
  expect(notice).toContain("takes no input until this dialog of it is closed");
  await agent.call("gui_press_key", { key: "escape" });
  await waitFor(
    "the dialog to close",
    async () => (await listWindows(agent, { app: "notepad" })).length === 1,
  );
});

test("a window that has closed is not found", async () => {
  expect(await agent.callFailing("gui_focus_window", { id: "0xffff0" })).toMatchObject({
    code: "window_not_found",
  });
});
