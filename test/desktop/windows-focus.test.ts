import { afterAll, expect, test } from "bun:test";
import { waitUntilActive } from "../support/active-window.ts";
import { openChromium } from "../support/chromium.ts";
import { openGtkWindow } from "../support/gtk-window.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { waitFor } from "../support/wait-for.ts";
import { focusWindow, listWindows, minimize } from "../support/window-list.ts";
import { startXServer } from "../support/x-server.ts";
import { openXterm } from "../support/xterm.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));

const type = (text: string) => agent.call("gui_type", { text });
const xdotool = (...command: string[]) => server.run(["xdotool", ...command]);

test("a covered window comes to the front and gets what is typed", async () => {
  await using window = await openGtkWindow(server, { title: "covered", x: 60, y: 60 });
  await using terminal = await openXterm(server, { title: "covering" });
  const { window: focused, notice } = await focusWindow(agent, { title: "COVERED" });
  expect(focused).toMatchObject({ id: window.id, title: "covered", isActive: true });
  expect(notice).toBeUndefined();
  expect(Number(await xdotool("getactivewindow"))).toBe(window.number);
  await type("for the window");
  await window.untilTyped("for the window");

  await focusWindow(agent, { app: "xterm" });
  await type("for the terminal");
  expect(await terminal.typed(16)).toBe("for the terminal");
});

test("a window that is in front already stays as it is", async () => {
  await using window = await openGtkWindow(server, { title: "only" });
  await window.events.waitFor("the keyboard", (event) => event.event === "focus" && event.focused);
  await focusWindow(agent, { id: window.id });
  await type("here");
  await window.untilTyped("here");
  expect(window.events.all().filter(({ event }) => event === "focus")).toHaveLength(1);
});

test("a minimised window is restored", async () => {
  await using window = await openGtkWindow(server, { title: "minimised" });
  await using _terminal = await openXterm(server);
  await minimize(server, window.id);
  const { window: focused } = await focusWindow(agent, { title: "minimised" });
  expect(focused).toMatchObject({ id: window.id, isMinimized: false, isActive: true });
  await type("restored");
  await window.untilTyped("restored");
});

test("the workspace of a window is switched to", async () => {
  await using window = await openGtkWindow(server, { title: "elsewhere" });
  await xdotool("set_desktop_for_window", String(window.number), "2");
  await waitFor("it to be there", async () => (await listWindows(agent))[0]?.isOnOtherWorkspace);
  await using _terminal = await openXterm(server);
  await using _back = { [Symbol.asyncDispose]: async () => void (await xdotool("set_desktop", "0")) };
  const { window: focused } = await focusWindow(agent, { id: window.id });
  expect(focused).toMatchObject({ isOnOtherWorkspace: false, isActive: true });
  expect((await xdotool("get_desktop")).trim()).toBe("2");
  await type("switched");
  await window.untilTyped("switched");
});

test("of several that fit, the same title goes first, then what is in front; the notice names the others", async () => {
  await using behind = await openGtkWindow(server, { title: "Notes" });
  await using front = await openGtkWindow(server, { title: "Notes of today" });
  await waitUntilActive(server, front.number);
  const { window: inFront, notice } = await focusWindow(agent, { app: "gtk-window" });
  expect(inFront.id).toBe(front.id);
  expect(notice).toContain(behind.id);
  const exact = await focusWindow(agent, { title: "notes" });
  expect(exact.window.id).toBe(behind.id);
  expect(exact.notice).toBeUndefined();
  expect((await focusWindow(agent, { title: "Notes of" })).window.id).toBe(front.id);
  await minimize(server, front.id);
  // What can be seen is meant rather than what cannot.
  expect((await focusWindow(agent, { app: "gtk-window" })).window.id).toBe(behind.id);
});

test("a modal dialog comes to the front instead of its window, and the result says so", async () => {
  await using window = await openGtkWindow(server, { title: "editor", dialog: "Save the text?" });
  await using _terminal = await openXterm(server);
  const { window: focused, notice } = await focusWindow(agent, { title: "editor" });
  expect(focused.title).toBe("Save the text?");
  expect(notice).toContain("editor");
  await type("to the dialog");
  await window.untilTyped("to the dialog", "dialog");
});

test("a dialog that is not modal leaves the keyboard to its window", async () => {
  await using window = await openGtkWindow(server, { title: "editor", dialog: "Find", modal: false });
  await focusWindow(agent, { title: "Find" });
  const { window: focused, notice } = await focusWindow(agent, { title: "editor" });
  expect(focused.id).toBe(window.id);
  // It lies over its window all the time.
  expect(notice).toContain("Find");
  await type("to the editor");
  await window.untilTyped("to the editor");
});

test("a window that stays on top is told of, since a click may hit it", async () => {
  await using window = await openGtkWindow(server, { title: "below" });
  await using _above = await openGtkWindow(server, { title: "on top", keepAbove: true, acceptFocus: false });
  await using _terminal = await openXterm(server);
  const { window: focused, notice } = await focusWindow(agent, { title: "below" });
  expect(focused.id).toBe(window.id);
  expect(notice).toContain("on top");
  await type("below");
  await window.untilTyped("below");
});

test("a window that does not take the keyboard is an error that names what has it", async () => {
  await using _refusing = await openGtkWindow(server, { title: "refusing", acceptFocus: false });
  await using terminal = await openXterm(server, { title: "the terminal" });
  const { code, message, remedy } = await agent.callFailing("gui_focus_window", { title: "refusing" });
  expect(code).toBe("window_not_focused");
  expect(message).toContain("the terminal");
  expect(remedy).toBeTruthy();
  // The keyboard is where the error says.
  await type("still here");
  expect(await terminal.typed(10)).toBe("still here");
});

test("what has the keyboard is asked of the X server, whatever the window manager says", async () => {
  await using window = await openGtkWindow(server, { title: "claimed", x: 700, y: 300 });
  await using _terminal = await openXterm(server);
  const claim = ["-f", "_NET_ACTIVE_WINDOW", "32x", "-set", "_NET_ACTIVE_WINDOW", window.id];
  await server.run(["xprop", "-root", ...claim]);
  expect((await listWindows(agent)).filter(({ isActive }) => isActive)).toEqual([]);
  await focusWindow(agent, { title: "claimed" });
  await type("claimed and got");
  await window.untilTyped("claimed and got");
});

test("a window that is gone is an error that names those that are there", async () => {
  await using _stays = await openGtkWindow(server, { title: "stays" });
  let id = "";
  {
    await using brief = await openGtkWindow(server, { title: "brief" });
    id = brief.id;
    await focusWindow(agent, { id });
  }
  await waitFor("the window to be gone", async () =>
    (await listWindows(agent)).every((each) => each.id !== id),
  );
  for (const query of [{ id }, { title: "brief" }, { app: "gtk", id: "no id" }, { id: "0xfffffff" }]) {
    const { code, message, remedy } = await agent.callFailing("gui_focus_window", query);
    expect(code).toBe("window_not_found");
    expect(message).toContain('"stays"');
    expect(remedy).toContain("gui_list_windows");
  }
});

test("which window is meant has to be said", async () => {
  const { code, remedy } = await agent.callFailing("gui_focus_window");
  expect(code).toBe("invalid_input");
  expect(remedy).toContain("gui_list_windows");
});

test("a page in Chromium gets what is typed, also when the browser was minimised", async () => {
  const single = resources.use(await startXServer({ size: { width: 1024, height: 768 } }));
  await using chromium = await openChromium(single, '<input id="field" autofocus> some text');
  await using other = await startGuiAgent({ display: single.display });
  await using terminal = await openXterm(single, { title: "covering" });
  const [browser] = await listWindows(other, { app: "chrom" });
  if (browser === undefined) throw new Error("The browser is not listed.");
  expect(browser).toMatchObject({ title: "page", isActive: false });
  await focusWindow(other, { title: "page" });
  await other.call("gui_type", { text: "one" });
  await other.call("gui_press_key", { key: "f8" });
  await chromium.untilF8();
  expect(await chromium.value("#field")).toBe("one");

  await minimize(single, browser.id);
  chromium.events.clear();
  await focusWindow(other, { app: "chrom" });
  await other.call("gui_type", { text: " two" });
  await other.call("gui_press_key", { key: "f8" });
  await chromium.untilF8();
  expect(await chromium.value("#field")).toBe("one two");
  expect(await terminal.received()).toBe("");
});
