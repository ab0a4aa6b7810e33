import { afterAll, expect, test } from "bun:test";
import { startChild } from "../support/child.ts";
import { openGtkWindow } from "../support/gtk-window.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { programEnvironment } from "../support/program-environment.ts";
import { openRawRequestor } from "../support/raw-selection.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { waitFor } from "../support/wait-for.ts";
import { focusWindow, listWindows } from "../support/window-list.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const size = { width: 1280, height: 800 };
const server = resources.use(await startXServer({ size, windowManager: false }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const folder = resources.use(await temporaryFolder());
const env = programEnvironment(folder.path, server.display);

test("without a window manager windows are listed, raised and given the keyboard", async () => {
  await using one = await openGtkWindow(server, { title: "one", x: 50, y: 60 });
  await using other = await openGtkWindow(server, { title: "other", x: 70, y: 80 });
  const [top, below] = await listWindows(agent);
  expect([top?.title, below?.title]).toEqual(["other", "one"]);
  expect(below).toMatchObject({ id: one.id, app: "Gtk-window.py", pid: one.pid, x: 50, y: 60, width: 300 });

  await focusWindow(agent, { title: "one" });
  await agent.call("gui_type", { text: "to one" });
  await one.untilTyped("to one");
  expect((await listWindows(agent)).map(({ title, isActive }) => [title, isActive])).toEqual([
    ["one", true],
    ["other", false],
  ]);
  // It lies over the other one now, which the pointer can tell.
  await agent.call("gui_click", { x: 100, y: 110 });
  await one.events.waitFor("a click", ({ event }) => event === "click");

  await focusWindow(agent, { title: "other" });
  await agent.call("gui_type", { text: "to the other" });
  await other.untilTyped("to the other");
});

test("without a window manager the window under the pointer has the keyboard while no other has", async () => {
  await using window = await openGtkWindow(server, { title: "under", x: 50, y: 60 });
  await using _beside = await openGtkWindow(server, { title: "beside", x: 600, y: 60 });
  await agent.call("gui_move_mouse", { x: 100, y: 100 });
  const active = async () => (await listWindows(agent)).flatMap((each) => (each.isActive ? each.title : []));
  await server.run(["xdotool", "windowfocus", "1"]);
  expect(await active()).toEqual(["under"]);
  {
    await using _brief = await openGtkWindow(server, { title: "brief", x: 600, y: 400 });
    await focusWindow(agent, { title: "brief" });
    expect(await active()).toEqual(["brief"]);
  }
  await waitFor("the keyboard to be free", async () => Bun.deepEquals(await active(), ["under"]));
  await agent.call("gui_type", { text: "pointed at" });
  await window.untilTyped("pointed at");
});

test.each([
  { focus: "the pointer", windowOf: () => 1 },
  { focus: "the root", windowOf: (root: number) => root },
])(
  "without a window manager a text is pasted below the pointer while $focus has the keyboard",
  async ({ windowOf }) => {
    await using window = await openGtkWindow(server, { title: "under", x: 50, y: 60 });
    await agent.call("gui_move_mouse", { x: 100, y: 100 });
    using program = await openRawRequestor(server);
    const { client, root } = program.session;
    await program.session.batch(() => client.SetInputFocus(windowOf(root), 2));
    expect(await agent.call("gui_type", { text: "奶酪" })).toMatchObject({ method: "paste" });
    await window.untilTyped("奶酪");
  },
);

test("without a window manager a window that wants no keyboard is not given it", async () => {
  await using _refusing = await openGtkWindow(server, { title: "refusing", acceptFocus: false });
  await using taking = await openGtkWindow(server, { title: "taking", x: 600, y: 60 });
  await focusWindow(agent, { title: "taking" });
  const { code, message } = await agent.callFailing("gui_focus_window", { title: "refusing" });
  expect(code).toBe("window_not_focused");
  expect(message).toContain("taking");
  await agent.call("gui_type", { text: "still here" });
  await taking.untilTyped("still here");
});

test("of a window that no display shows no place is told", async () => {
  await using window = await openGtkWindow(server, { title: "away", x: 5000, y: 5000 });
  const [listed] = await listWindows(agent);
  expect(listed).toMatchObject({ id: window.id, width: 300, height: 200 });
  for (const field of ["x", "y", "displayIndex"]) expect(listed).not.toHaveProperty(field);
  await focusWindow(agent, { title: "away" });
  await agent.call("gui_type", { text: "unseen" });
  await window.untilTyped("unseen");
});

test("of many windows a hundred are listed, and the others are found by their titles", async () => {
  await using _window = await openGtkWindow(server, { title: "front", more: 150 });
  const { windows, notice } = await agent.call("gui_list_windows");
  expect(windows).toHaveLength(100);
  expect(windows).toMatchObject({
    0: { title: "front" },
    1: { title: "more 149" },
    99: { title: "more 51" },
  });
  expect(notice).toContain("151");
  expect(await listWindows(agent, { title: "more 0" })).toMatchObject([{ title: "more 0" }]);
});

test("a window manager that was killed is not asked, though what it said is still there", async () => {
  await using window = await openGtkWindow(server, { title: "stays" });
  {
    await using manager = startChild(["openbox"], { env });
    await waitFor("openbox to take over", async () =>
      (await rootProperty("_NET_CLIENT_LIST")).includes(window.id),
    );
    await focusWindow(agent, { title: "stays" });
    await manager.stop("SIGKILL");
  }
  expect(await rootProperty("_NET_CLIENT_LIST")).toContain(window.id);
  await using later = await openGtkWindow(server, { title: "later" });
  expect((await listWindows(agent)).map(({ title }) => title)).toContain("later");
  await focusWindow(agent, { title: "later" });
  await agent.call("gui_type", { text: "after it" });
  await later.untilTyped("after it");
});

function rootProperty(name: string): Promise<string> {
  return server.run(["xprop", "-root", name]);
}
