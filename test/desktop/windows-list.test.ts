import { afterAll, expect, test } from "bun:test";
import { startChild } from "../support/child.ts";
import { openGtkWindow } from "../support/gtk-window.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import type { Picture } from "../support/picture.ts";
import { programEnvironment } from "../support/program-environment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { waitFor } from "../support/wait-for.ts";
import { type ListedWindow, listWindows, minimize } from "../support/window-list.ts";
import { type Monitor, startXServer } from "../support/x-server.ts";
import { openXterm } from "../support/xterm.ts";

const left: Monitor = { name: "LEFT", x: 0, y: 0, width: 1000, height: 800, primary: true };
const right: Monitor = { name: "RIGHT", x: 1000, y: 0, width: 1000, height: 600 };

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(
  await startXServer({ size: { width: 2000, height: 800 }, monitors: [left, right], cursor: false }),
);
const agent = resources.use(await startGuiAgent({ display: server.display }));

/** Waits until the list is as a test wants it: window managers take a moment. */
function listOnce(what: string, fits: (windows: readonly ListedWindow[]) => boolean) {
  let last: readonly ListedWindow[] = [];
  const read = async () => {
    last = await listWindows(agent);
    return fits(last) && last;
  };
  return waitFor(what, read, { explain: () => JSON.stringify(last) });
}

test("windows are listed from front to back with title, program and which one has the keyboard", async () => {
  await using back = await openGtkWindow(server, { title: "Füße 你好 😀 back" });
  await using front = await openXterm(server, { title: "front" });
  const windows = await listOnce("both windows", ([first]) => first?.isActive === true);
  expect(windows).toMatchObject([
    { id: front.id, title: "front", app: "XTerm", pid: expect.any(Number), isActive: true },
    { id: back.id, title: "Füße 你好 😀 back", app: "Gtk-window.py", pid: back.pid, isActive: false },
  ]);
  await server.run(["xdotool", "windowactivate", "--sync", String(back.number)]);
  const reversed = await listOnce("the other order", ([first]) => first?.isActive === true);
  expect(reversed.map(({ id }) => id)).toEqual([back.id, front.id]);
});

test("the title of a program that knows no Unicode arrives", async () => {
  await using folder = await temporaryFolder();
  const env = { ...programEnvironment(folder.path, server.display), LANG: "C" };
  // Bytes of Latin-1, as such programs write them.
  const setTitle = "printf '\\033]2;F\\374\\337e\\007'; exec cat";
  await using _terminal = startChild(["xterm", "+u8", "-e", "sh", "-c", setTitle], { env });
  const [window] = await listOnce("the title", ([first]) => first?.title === "Füße");
  // The old property alone has it: the other would be in UTF-8.
  const property = await server.run(["xprop", "-id", window?.id ?? "", "_NET_WM_NAME"]);
  expect(property).toContain("not found");
});

test("a very long title with line breaks is cut and stays on one line", async () => {
  const title = `first\nsecond ${"😀".repeat(20_000)}`;
  await using _window = await openGtkWindow(server, { title });
  const [window] = await listOnce("the window", (windows) => windows.length === 1);
  expect(window?.title).toBe([...title.replace("\n", " ")].slice(0, 200).join(""));
  // What is listed is good for finding it.
  expect(await listWindows(agent, { title: window?.title })).toHaveLength(1);
});

test("a title has nothing in it that turns the direction of what is read after it", async () => {
  const turning = "\u202aa\u202bb\u202cc\u202dd\u202ee\u2066f\u2067g\u2068h\u2069i";
  await using _window = await openGtkWindow(server, { title: turning });
  await listOnce("the window", ([first]) => first?.title === "abcdefghi");
});

test("what is no window to work with is not listed", async () => {
  await using dock = await openGtkWindow(server, { title: "dock", kind: "dock" });
  await using _desktop = await openGtkWindow(server, { title: "desktop", kind: "desktop" });
  await using _splash = await openGtkWindow(server, { title: "splash", kind: "splashscreen" });
  await using _notification = await openGtkWindow(server, { title: "notification", kind: "notification" });
  await using _tools = await openGtkWindow(server, { title: "tools", kind: "utility" });
  await using _plain = await openGtkWindow(server, { title: "plain" });
  const managed = () => server.run(["xprop", "-root", "_NET_CLIENT_LIST"]);
  await waitFor("the window manager to know them", async () => (await managed()).split(",").length === 6);
  expect(await managed()).toContain(dock.id);
  const titles = (await listWindows(agent)).map(({ title }) => title);
  expect(new Set(titles)).toEqual(new Set(["tools", "plain"]));
});

test("a title and a program's name find windows in any case; none that fits is said", async () => {
  await using _one = await openGtkWindow(server, { title: "Report – März" });
  await using _other = await openGtkWindow(server, { title: "Letter" });
  await listOnce("both windows", (windows) => windows.length === 2);
  expect(await listWindows(agent, { title: "MÄRZ" })).toMatchObject([{ title: "Report – März" }]);
  expect(await listWindows(agent, { app: "gtk" })).toHaveLength(2);
  expect(await listWindows(agent, { app: "gtk", title: "letter" })).toMatchObject([{ title: "Letter" }]);
  expect(await agent.call("gui_list_windows", { app: "xterm" })).toEqual({
    windows: [],
    notice: expect.stringContaining("2"),
  });
});

test("minimised windows and those of other workspaces are told", async () => {
  await using minimised = await openGtkWindow(server, { title: "minimised" });
  await using elsewhere = await openGtkWindow(server, { title: "elsewhere" });
  await using _here = await openGtkWindow(server, { title: "here" });
  await minimize(server, minimised.id);
  await server.run(["xdotool", "set_desktop_for_window", String(elsewhere.number), "1"]);
  const windows = await listOnce("the other workspace", (all) => all.some((each) => each.isOnOtherWorkspace));
  const told = windows.map(({ title, isMinimized, isOnOtherWorkspace }) => [
    title,
    isMinimized,
    isOnOtherWorkspace,
  ]);
  expect(told).toContainEqual(["minimised", true, false]);
  expect(told).toContainEqual(["elsewhere", false, true]);
  expect(told).toContainEqual(["here", false, false]);
});

test("the bounds are what the screen shows of the window, title bar and all", async () => {
  await server.run(["xsetroot", "-solid", "#ff0000"]);
  await using _window = await openGtkWindow(server, { title: "bounds", x: 150, y: 90 });
  const shown = async () => {
    const area = paintedArea(await server.pixels());
    // Painted in full once the frame and what is in it are there.
    return area !== undefined && area.width > 250 && area.height > 150 && area;
  };
  const area = await waitFor("the window on the screen", shown);
  const [window] = await listWindows(agent);
  expect(window).toMatchObject({ ...area, displayIndex: 0 });
});

test("a shadow that a program draws around its window is not counted", async () => {
  await using window = await openGtkWindow(server, { title: "shadow", x: 150, y: 90 });
  const [plain] = await listOnce("the window", (windows) => windows.length === 1);
  if (plain === undefined) throw new Error("It is not listed.");
  // Left, right, top, bottom.
  const shadow = ["-f", "_GTK_FRAME_EXTENTS", "32c", "-set", "_GTK_FRAME_EXTENTS", "10,20,30,40"];
  await server.run(["xprop", "-id", window.id, ...shadow]);
  const [shadowed] = await listWindows(agent);
  expect(shadowed).toMatchObject({
    ...{ x: 150 + 10, y: 90 + 30 },
    ...{ width: plain.width - 30, height: plain.height - 70 },
  });
});

test("a window on the second monitor is given in that monitor's points, good for a click", async () => {
  await using window = await openGtkWindow(server, { title: "second", x: right.x + 300, y: 200 });
  const [listed] = await listOnce("the window", (windows) => windows.length === 1);
  if (listed === undefined) throw new Error("It is not listed.");
  const { x = 0, y = 0, width, height, displayIndex } = listed;
  expect({ x, y, displayIndex }).toEqual({ x: 300, y: 200, displayIndex: 1 });
  await agent.call("gui_click", { x: x + width / 2, y: y + height - 20, displayIndex });
  await window.events.waitFor("a click", (event) => event.event === "click");
});

test("windows that open and close meanwhile do no harm", async () => {
  await using folder = await temporaryFolder();
  const env = programEnvironment(folder.path, server.display);
  await using _flicker = startChild(["sh", "-c", "while :; do xterm -T brief -e true; done"], { env });
  await using _stays = await openGtkWindow(server, { title: "stays" });
  const seen = new Set<string>();
  await waitFor("many windows to have come and gone", async () => {
    const windows = await listWindows(agent);
    expect(windows.filter(({ title }) => title === "stays")).toHaveLength(1);
    for (const { title, id, pid } of windows) if (title === "brief") seen.add(`${id} ${pid}`);
    return seen.size >= 8;
  });
});

/** The smallest area that holds everything that is not bare background (pure red). */
function paintedArea({ width, height, rgb }: Picture) {
  const isBare = (x: number, y: number) => {
    const offset = (y * width + x) * 3;
    return rgb[offset] === 255 && rgb[offset + 1] === 0 && rgb[offset + 2] === 0;
  };
  let [first, last, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isBare(x, y)) continue;
      first = Math.min(first, x);
      last = Math.max(last, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return last < 0 ? undefined : { x: first, y: top, width: last - first + 1, height: bottom - top + 1 };
}
