import { afterAll, expect, test } from "bun:test";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { type GtkApp, openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { waitFor } from "../support/wait-for.ts";
import { type Output, startOutputServer } from "../support/x-outputs.ts";

// An Xorg server, which treats its outputs as it does on a computer; only the card is made up.
const left: Output = { name: "DUMMY1", x: 0, y: 0, width: 1280, height: 1024 };
const main: Output = { name: "DUMMY0", x: 1280, y: 0, width: 1920, height: 1080, primary: true };
const right: Output = { name: "DUMMY2", x: 3200, y: 0, width: 1280, height: 800 };
const outputs = [left, main, right];

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startOutputServer(...outputs));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const app = resources.use(await openGtkApp(server));

const display = z.object({ index: z.number(), x: z.number(), width: z.number(), height: z.number() });

const status = z.object({ displays: z.object({ displays: z.array(display) }) });

async function listDisplays() {
  return z.array(display).parse((await agent.call("gui_list_displays")).displays);
}

async function indexOf(output: Output): Promise<number> {
  const found = (await listDisplays()).find(({ x }) => x === output.x);
  if (found === undefined) throw new Error(`${output.name} is not listed.`);
  return found.index;
}

/** Puts the window on an output and returns a point of it that is the button's, in the output's own pixels. */
async function pointOn(output: Output) {
  await app.command({ move: [output.x + 300, output.y + 200] });
  const isThere = (x: number) => x > output.x + 290 && x < output.x + 340;
  const { rectangles } = await app.waitForState("the window to be on the output", (state) =>
    isThere(state.rectangles.button.x),
  );
  const { x, y } = rectangles.button;
  return { x: x + 13 - output.x, y: y + 7 - output.y };
}

async function expectPress(program: GtkApp, x: number, y: number): Promise<void> {
  const press = await program.events.waitFor("the press", (event) => event.event === "button" && event);
  expect(press).toMatchObject({ widget: "button", x, y });
}

test.each(outputs)("a click on $name lands on the exact pixel", async (output) => {
  const { x, y } = await pointOn(output);
  app.events.clear();
  await agent.call("gui_click", { x, y, displayIndex: await indexOf(output) });
  await expectPress(app, output.x + x, output.y + y);
});

test("a button pressed on one output is released on another", async () => {
  const from = await pointOn(left);
  app.events.clear();
  await agent.call("gui_mouse_down", { ...from, displayIndex: await indexOf(left) });
  await agent.call("gui_move_mouse", { x: 600, y: 1070, displayIndex: await indexOf(main) });
  await agent.call("gui_mouse_up", { x: 21, y: 799, displayIndex: await indexOf(right) });
  await expectPress(app, left.x + from.x, left.y + from.y);
  const release = await app.events.waitFor(
    "the release",
    (event) => event.event === "button" && event.phase === "release" && event,
  );
  expect(release).toMatchObject({ widget: "button", x: right.x + 21, y: right.y + 799 });
});

test("the selected output is unplugged: that is reported, the next call works, and so does plugging it again", async () => {
  const args = ["--display-index", String(await indexOf(right))];
  await using other = await startGuiAgent({ display: server.display, args });
  await other.call("gui_move_mouse", { x: 640, y: 400 });
  expect(await other.call("gui_cursor_position")).toMatchObject({ globalX: right.x + 640, globalY: 400 });

  await server.unplug(right.name);
  // The server has moved the pointer to an output that is there.
  expect(await other.call("gui_cursor_position")).toHaveProperty("displayIndex");
  expect(await other.call("gui_screenshot")).toMatchObject({
    notice: expect.stringContaining("DUMMY2"),
    imageWidth: main.width,
    imageHeight: main.height,
  });
  const point = await pointOn(main);
  app.events.clear();
  expect(await other.call("gui_click", point)).toHaveProperty("notice");
  await expectPress(app, main.x + point.x, main.y + point.y);

  await server.plug(right);
  expect(await other.call("gui_screenshot")).toMatchObject({
    imageWidth: right.width,
    imageHeight: right.height,
    notice: expect.stringContaining("DUMMY2"),
  });
  expect(await other.call("gui_move_mouse", { x: 1, y: 2 })).not.toHaveProperty("notice");
  expect(await other.call("gui_cursor_position")).toMatchObject({ globalX: right.x + 1, globalY: 2 });
});

test("a client that watches the status hears of plugging and unplugging", async () => {
  await using watcher = await agent.connect();
  const updates: string[] = [];
  const uri = "gui://status";
  watcher.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    updates.push(params.uri);
  });
  await watcher.client.subscribeResource({ uri });
  const places = async () =>
    status.parse(await watcher.readResource(uri)).displays.displays.map(({ x }) => x);
  expect(await places()).toContain(right.x);
  await server.unplug(right.name);
  await waitFor("news of the status", () => updates.length > 0);
  expect(await places()).not.toContain(right.x);
  updates.length = 0;
  await server.plug(right);
  await waitFor("news of the status", () => updates.length > 0);
  expect(await places()).toContain(right.x);
});

test("pixels of a picture from before the output got another size are refused", async () => {
  const displayIndex = await indexOf(right);
  const space = { displayIndex, coordinateMode: "image-absolute" };
  await agent.callRaw("gui_screenshot", { displayIndex });
  await agent.call("gui_move_mouse", { x: 5, y: 5, ...space });
  await server.plug({ ...right, width: 1024, height: 768 });
  await using _restored = { [Symbol.asyncDispose]: () => server.plug(right) };
  expect((await agent.callFailing("gui_click", { x: 5, y: 5, ...space })).code).toBe("stale_screenshot");
  expect((await agent.callFailing("gui_move_mouse", { x: 1100, y: 5, displayIndex })).code).toBe(
    "out_of_range",
  );
  await agent.callRaw("gui_screenshot", { displayIndex });
  await agent.call("gui_move_mouse", { x: 1023, y: 767, ...space });
  expect(await agent.call("gui_cursor_position")).toMatchObject({ globalX: right.x + 1023, globalY: 767 });
});

test("an output that is moved is found at its new place", async () => {
  const displayIndex = await indexOf(right);
  await agent.callRaw("gui_screenshot", { displayIndex });
  await server.plug({ ...right, y: 280 });
  await using _restored = { [Symbol.asyncDispose]: () => server.plug(right) };
  await agent.call("gui_move_mouse", { x: 7, y: 9, displayIndex, coordinateMode: "image-absolute" });
  expect(await agent.call("gui_cursor_position")).toMatchObject({ globalX: right.x + 7, globalY: 289 });
});

test("of two outputs that show the same, the other one goes on when the selected one is unplugged", async () => {
  const mirror: Output = { ...right, x: main.x, y: main.y, width: main.width, height: main.height };
  await using _restored = { [Symbol.asyncDispose]: () => server.plug(right) };
  await server.plug(mirror);
  const mirrored = (await listDisplays()).filter(({ x }) => x === main.x).map(({ index }) => index);
  expect(mirrored).toHaveLength(2);
  await using other = await startGuiAgent({
    display: server.display,
    args: ["--display-index", String(mirrored.at(-1))],
  });
  await other.call("gui_move_mouse", { x: 3, y: 4 });
  await server.unplug(right.name);
  expect(await other.call("gui_move_mouse", { x: 5, y: 6 })).not.toHaveProperty("notice");
  expect(await other.call("gui_cursor_position")).toMatchObject({ globalX: main.x + 5, globalY: 6 });
});
