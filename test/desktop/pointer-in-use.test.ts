import { afterAll, beforeEach, expect, test } from "bun:test";
import { startGuiAgent } from "../support/gui-agent.ts";
import { openPointerCage } from "../support/pointer-cage.ts";
import { startXServer } from "../support/x-server.ts";

const area = { x: 300, y: 200, width: 200, height: 100 };
const inside = { x: 350, y: 250 };
const outside = { x: 700, y: 500 };

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 800, height: 600 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const cage = resources.use(await openPointerCage(server, area));
beforeEach(async () => {
  await cage.received();
});

test("where the pointer can go, clicks and notches arrive", async () => {
  await agent.call("gui_click", inside);
  await agent.call("gui_scroll", { ...inside, deltaY: 1 });
  expect(await cage.received()).toEqual([
    { phase: "press", ...inside },
    { phase: "release", ...inside },
    { phase: "scroll", ...inside },
  ]);
});

test.each([
  { tool: "gui_click", input: { ...outside, modifiers: ["shift"] } },
  { tool: "gui_double_click", input: outside },
  { tool: "gui_move_mouse", input: outside },
  { tool: "gui_mouse_down", input: outside },
  { tool: "gui_scroll", input: { ...outside, deltaY: 3 } },
  { tool: "gui_drag", input: { startX: outside.x, startY: outside.y, endX: inside.x, endY: inside.y } },
])("$tool where a program keeps the pointer away is refused, and no button is touched", async (call) => {
  const { code, message, remedy } = await agent.callFailing(call.tool, call.input);
  expect(code).toBe("pointer_in_use");
  expect(message).toContain("(700, 500)");
  expect(remedy).toBeTruthy();
  expect(await cage.received()).toEqual([]);
});

test("a drag that cannot reach its end says so, and lets go of the button", async () => {
  const drag = { startX: inside.x, startY: inside.y, endX: outside.x, endY: outside.y };
  expect((await agent.callFailing("gui_drag", drag)).code).toBe("pointer_in_use");
  expect((await cage.received()).map(({ phase }) => phase)).toEqual(["press", "release"]);
});
