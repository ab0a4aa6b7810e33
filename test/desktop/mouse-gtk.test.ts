import { afterAll, beforeEach, expect, test } from "bun:test";
import { type GtkEvent, type GtkWidget, openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const app = resources.use(await openGtkApp(server));

beforeEach(async () => {
  await app.command({ focus: "button", entry: "one two three", text: "first line\nsecond line" });
  app.events.clear();
});

/** A point of a widget, away from its edges and from its middle. */
async function pointIn(widget: GtkWidget) {
  const { rectangles } = await app.command();
  const { x, y, width, height } = rectangles[widget];
  return { x: Math.round(x + width / 3), y: Math.round(y + height / 3) };
}

/** What the pointer did, once the program has caught up. */
async function buttonEvents(last: (event: GtkEvent) => boolean) {
  await app.events.waitFor("the last event", last);
  return app.events.all().flatMap((event) => (event.event === "button" ? [event] : []));
}

const released = (event: GtkEvent) => event.event === "button" && event.phase === "release";

test("a click presses the button at the exact pixel", async () => {
  const { x, y } = await pointIn("button");
  await agent.call("gui_click", { x, y });
  const events = await buttonEvents((event) => event.event === "clicked");
  expect(events).toMatchObject([
    { widget: "button", phase: "press", button: 1, x, y, modifiers: [] },
    { widget: "button", phase: "release", button: 1, x, y },
  ]);
});

test.each([
  { button: "middle", number: 2 },
  { button: "right", number: 3 },
])("the $button button is the program's button $number", async ({ button, number }) => {
  await agent.call("gui_click", { ...(await pointIn("button")), button });
  const [press] = await buttonEvents(released);
  expect(press).toMatchObject({ phase: "press", button: number });
});

test("left is the button that clicks, also for a left-handed user", async () => {
  await server.run(["xmodmap", "-e", "pointer = 3 2 1"]);
  await agent.call("gui_click", await pointIn("button"));
  await app.events.waitFor("the click", (event) => event.event === "clicked");
  await server.run(["xmodmap", "-e", "pointer = 1 2 3"]);
});

test("a double click selects a word of the entry", async () => {
  const { rectangles } = await app.command();
  const point = { x: rectangles.entry.x + 15, y: rectangles.entry.y + 20 };
  await agent.call("gui_double_click", point);
  const { selection } = await app.waitForState("a selection", (state) => state.selection !== "");
  expect(selection).toBe("one");
  const phases = (await buttonEvents(released)).map(({ phase }) => phase);
  expect(phases).toEqual(["press", "release", "press", "double", "release"]);
});

test("a triple click selects the whole entry", async () => {
  await agent.call("gui_click", { ...(await pointIn("entry")), count: 3 });
  const { selection } = await app.waitForState(
    "the selection",
    (state) => state.selection === "one two three",
  );
  expect(selection).toBe("one two three");
});

test("modifiers are held during a click", async () => {
  await agent.call("gui_click", { ...(await pointIn("button")), modifiers: ["ctrl", "shift"] });
  const [press] = await buttonEvents(released);
  expect(press?.modifiers).toEqual(["shift", "ctrl"]);
});

test("a drag selects text", async () => {
  const { rectangles } = await app.command({ focus: "text" });
  const { x, y, width } = rectangles.text;
  await agent.call("gui_drag", { startX: x + 1, startY: y + 8, endX: x + width - 5, endY: y + 8 });
  const { selection } = await app.waitForState("the selection", (state) => state.selection === "first line");
  expect(selection).toBe("first line");
});

test.each([
  { way: "down", deltaX: 0, deltaY: 4 },
  { way: "up", deltaX: 0, deltaY: -2 },
  { way: "right", deltaX: 4, deltaY: 0 },
  { way: "left", deltaX: -2, deltaY: 0 },
])("scrolling $way arrives as that many notches and moves the content", async ({ deltaX, deltaY }) => {
  const before = await app.command();
  await agent.call("gui_scroll", { ...(await pointIn("area")), deltaX, deltaY });
  const sum = (axis: "deltaX" | "deltaY") =>
    app.events.all().reduce((total, event) => (event.event === "scroll" ? total + event[axis] : total), 0);
  await app.events.waitFor("the notches", () => sum("deltaX") === deltaX && sum("deltaY") === deltaY);
  const after = await app.command();
  expect([Math.sign(after.scrollX - before.scrollX), Math.sign(after.scrollY - before.scrollY)]).toEqual([
    Math.sign(deltaX),
    Math.sign(deltaY),
  ]);
});

test.each(["gui_click", "gui_drag"])(
  "a %s right after a drag from the same point is no double click",
  async (tool) => {
    const { x, y } = await pointIn("button");
    const drag = { startX: x, startY: y, endX: x + 40, endY: y };
    await agent.call("gui_drag", drag);
    await agent.call(tool, tool === "gui_drag" ? drag : { x, y });
    const releases = () => app.events.all().filter(released).length;
    const events = await buttonEvents(() => releases() === 2);
    expect(events.map(({ phase }) => phase)).toEqual(["press", "release", "press", "release"]);
  },
);
