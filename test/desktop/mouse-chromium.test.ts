import { afterAll, beforeEach, expect, test } from "bun:test";
import { z } from "zod";
import { openChromium } from "../support/chromium.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import type { PageEvent } from "../support/page-server.ts";
import { startXServer } from "../support/x-server.ts";

const html = `
<style>
  body > * { position: absolute; box-sizing: border-box; margin: 0 }
  #button { left: 301px; top: 107px; width: 99px; height: 41px }
  #text { left: 40px; top: 300px; white-space: pre }
  #item { left: 700px; top: 120px; width: 80px; height: 60px; background: #8cf }
  #zone { left: 1000px; top: 500px; width: 200px; height: 200px; background: #cfc }
  #scroller { left: 40px; top: 500px; width: 300px; height: 200px; overflow: scroll }
  #scroller div { width: 4000px; height: 4000px }
</style>
<button id="button">Button</button>
<p id="text">The quick brown fox jumps over the lazy dog</p>
<div id="item" draggable="true">item</div>
<div id="zone"></div>
<div id="scroller"><div id="inside"></div></div>
<script>
  item.ondragstart = (event) => event.dataTransfer.setData("text/plain", "from the item");
  zone.ondragover = (event) => event.preventDefault();
  zone.ondrop = (event) => { event.preventDefault(); zone.textContent = event.dataTransfer.getData("text/plain"); };
</script>`;

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const page = resources.use(await openChromium(server, html));

beforeEach(async () => {
  const reset = "void (getSelection().empty(), scroller.scrollTo(0, 0), (zone.textContent = ''))";
  await page.evaluate(z.null(), reset);
  page.events.clear();
});

/** Waits for an event, then returns all that arrived of these types, in their order. */
async function eventsUntil(
  last: (event: PageEvent) => boolean,
  types: readonly string[],
): Promise<readonly PageEvent[]> {
  await page.events.waitFor("the last event", last);
  return page.events.all().filter(({ type }) => types.includes(type));
}

test.each([
  { x: 301, y: 107, corner: "top left" },
  { x: 399, y: 147, corner: "bottom right" },
  { x: 350, y: 128, corner: "middle" },
])("a click at the button's $corner pixel lands on that pixel", async ({ x, y }) => {
  await agent.call("gui_click", { x, y });
  const events = await eventsUntil(({ type }) => type === "click", ["mousedown", "mouseup", "click"]);
  const where = {
    target: "button",
    trusted: true,
    screenX: x,
    screenY: y,
    button: 0,
    detail: 1,
    modifiers: [],
  };
  expect(events).toMatchObject([
    { type: "mousedown", ...where },
    { type: "mouseup", ...where },
    { type: "click", ...where },
  ]);
});

test.each([
  { x: 0, y: 0 },
  { x: 1279, y: 799 },
])("the outermost pixel ($x, $y) can be clicked", async ({ x, y }) => {
  await agent.call("gui_click", { x, y });
  const click = await page.events.waitFor("the click", (event) => event.type === "click" && event);
  expect(click).toMatchObject({ screenX: x, screenY: y });
});

test("a pixel read off a screenshot is the pixel that gets clicked", async () => {
  await agent.callRaw("gui_screenshot");
  await agent.call("gui_click", { x: 302, y: 108, coordinateMode: "image-absolute" });
  const click = await page.events.waitFor("the click", (event) => event.type === "click" && event);
  expect(click).toMatchObject({ target: "button", screenX: 302, screenY: 108 });
});

test("the right button opens the context menu", async () => {
  await agent.call("gui_click", { x: 350, y: 128, button: "right" });
  const types = ["mousedown", "mouseup", "contextmenu", "click"];
  const events = await eventsUntil(({ type }) => type === "auxclick", types);
  expect(events).toMatchObject([
    { type: "mousedown", target: "button", button: 2 },
    { type: "contextmenu", target: "button", button: 2 },
    { type: "mouseup", target: "button", button: 2 },
  ]);
});

test("the middle button does not click", async () => {
  await agent.call("gui_click", { x: 350, y: 128, button: "middle" });
  const events = await eventsUntil(({ type }) => type === "auxclick", ["mousedown", "mouseup", "click"]);
  expect(events).toMatchObject([
    { type: "mousedown", target: "button", button: 1 },
    { type: "mouseup", target: "button", button: 1 },
  ]);
});

test("a double click selects a word, a triple click the line", async () => {
  const { x, y } = await wordRectangle("brown");
  await agent.call("gui_double_click", { x: x + 4, y: y + 8 });
  const double = await page.events.waitFor("the double click", (event) => event.type === "dblclick" && event);
  expect(double).toMatchObject({ target: "text", detail: 2, selection: "brown" });
  page.events.clear();
  await agent.call("gui_click", { x: x + 4, y: y + 8, count: 3 });
  const triple = await page.events.waitFor(
    "the third click",
    (event) => event.type === "click" && event.detail === 3 && event,
  );
  expect(triple.selection.trim()).toBe("The quick brown fox jumps over the lazy dog");
});

test("clicks of different calls never add up to a double click", async () => {
  for (let call = 0; call < 3; call += 1) await agent.call("gui_click", { x: 350, y: 128 });
  const events = await eventsUntil(
    () => page.events.all().filter(({ type }) => type === "click").length === 3,
    ["click", "dblclick"],
  );
  expect(events.map(({ type, detail }) => [type, detail])).toEqual([
    ["click", 1],
    ["click", 1],
    ["click", 1],
  ]);
});

test("modifiers are held during a click and up after it", async () => {
  await agent.call("gui_click", { x: 350, y: 128, modifiers: ["ctrl", "Shift_L"] });
  const click = await page.events.waitFor("the click", (event) => event.type === "click" && event);
  expect(click.modifiers).toEqual(["shift", "ctrl"]);
  page.events.clear();
  await agent.call("gui_click", { x: 310, y: 120 });
  const plain = await page.events.waitFor("the click", (event) => event.type === "click" && event);
  expect(plain.modifiers).toEqual([]);
});

test("moving hovers without clicking", async () => {
  await agent.call("gui_move_mouse", { x: 333, y: 111 });
  await page.events.waitFor(
    "the move",
    (event) => event.type === "mousemove" && event.screenX === 333 && event.screenY === 111,
  );
  expect(await page.evaluate(z.boolean(), `document.querySelector("#button").matches(":hover")`)).toBe(true);
  expect(page.events.all().map(({ type }) => type)).not.toContain("mousedown");
  expect(await agent.call("gui_cursor_position")).toMatchObject({ x: 333, y: 111 });
});

test("HTML5 drag and drop carries its data to the exact pixel", async () => {
  await agent.call("gui_drag", { startX: 730, startY: 150, endX: 1101, endY: 603 });
  const drop = await page.events.waitFor("the drop", (event) => event.type === "drop" && event);
  expect(drop).toMatchObject({ target: "zone", screenX: 1101, screenY: 603, trusted: true });
  const start = page.events.all().find(({ type }) => type === "dragstart");
  expect(start).toMatchObject({ target: "item" });
  expect(await page.evaluate(z.string(), "zone.textContent")).toBe("from the item");
});

test("a drag selects exactly the text between its ends", async () => {
  const { x, y, width, height } = await wordRectangle("quick brown");
  const middle = Math.round(y + height / 2);
  await agent.call("gui_drag", {
    startX: Math.round(x),
    startY: middle,
    endX: Math.round(x + width),
    endY: middle,
  });
  const up = await page.events.waitFor("the release", (event) => event.type === "mouseup" && event);
  expect(up.selection).toBe("quick brown");
});

test("a button can be held between calls", async () => {
  await agent.call("gui_mouse_down", { x: 60, y: 40 });
  await agent.call("gui_move_mouse", { x: 90, y: 70 });
  await page.events.waitFor(
    "the move",
    (event) => event.type === "mousemove" && event.screenX === 90 && event.screenY === 70,
  );
  expect(page.events.all().map(({ type }) => type)).not.toContain("mouseup");
  await agent.call("gui_mouse_up", { x: 120, y: 80 });
  const events = await eventsUntil(({ type }) => type === "mouseup", ["mousedown", "mouseup"]);
  expect(events).toMatchObject([
    { type: "mousedown", screenX: 60, screenY: 40 },
    { type: "mouseup", screenX: 120, screenY: 80 },
  ]);
});

test.each([
  { way: "down", deltaX: 0, deltaY: 3 },
  { way: "up", deltaX: 0, deltaY: -2 },
  { way: "right", deltaX: 3, deltaY: 0 },
  { way: "left", deltaX: -2, deltaY: 0 },
])(
  "scrolling $way turns the wheel by the notches asked for and moves the content",
  async ({ deltaX, deltaY }) => {
    const start = 2000;
    await page.evaluate(z.null(), `void scroller.scrollTo(${start}, ${start})`);
    page.events.clear();
    await agent.call("gui_scroll", { x: 150, y: 600, deltaX, deltaY });
    const turned = (axis: "deltaX" | "deltaY") =>
      page.events.all().reduce((sum, event) => (event.type === "wheel" ? sum + event[axis] : sum), 0);
    // Chromium reports 120 pixels a notch.
    await page.events.waitFor(
      "the wheel",
      () => turned("deltaX") === deltaX * 120 && turned("deltaY") === deltaY * 120,
    );
    const scrolled = z.tuple([z.number(), z.number()]);
    const [left, top] = await page.evaluate(scrolled, "[scroller.scrollLeft, scroller.scrollTop]");
    expect([Math.sign(left - start), Math.sign(top - start)]).toEqual([Math.sign(deltaX), Math.sign(deltaY)]);
  },
);

test("a point outside the display is an error and nothing is clicked", async () => {
  const { code, message } = await agent.callFailing("gui_click", { x: 1280, y: 10 });
  expect(code).toBe("out_of_range");
  expect(message).toContain("1280");
  await agent.call("gui_click", { x: 5, y: 5 });
  const down = await page.events.waitFor("a click", (event) => event.type === "mousedown" && event);
  expect(down).toMatchObject({ screenX: 5, screenY: 5 });
});

/** Where a part of the sentence is on the screen. */
function wordRectangle(part: string) {
  const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
  return page.evaluate(
    rectangle,
    `(() => {
      const node = document.querySelector("#text").firstChild;
      const range = document.createRange();
      const start = node.data.indexOf(${JSON.stringify(part)});
      range.setStart(node, start);
      range.setEnd(node, start + ${part.length});
      return range.getBoundingClientRect().toJSON();
    })()`,
  );
}
