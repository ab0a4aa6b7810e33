import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { startGuiAgent } from "../support/gui-agent.ts";
import { countDifferences, crop } from "../support/picture.ts";
import { pictureOf, whileScreenIsStill } from "../support/screenshot.ts";
import { hangWallpaper } from "../support/wallpaper.ts";
import { type Monitor, startXServer } from "../support/x-server.ts";

const left: Monitor = { name: "LEFT", x: 0, y: 0, width: 1280, height: 1024 };
const main: Monitor = { name: "MAIN", x: 1280, y: 0, width: 1920, height: 1080, primary: true };
const right: Monitor = { name: "RIGHT", x: 3200, y: 0, width: 1280, height: 800 };
const monitors = [left, main, right];

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const size = { width: 4480, height: 1080 };
const server = resources.use(await startXServer({ size, monitors, cursor: false }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
await hangWallpaper(server);

const display = z.object({
  index: z.number(),
  label: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  physicalWidth: z.number(),
  physicalHeight: z.number(),
  scaleFactor: z.number(),
  isPrimary: z.boolean(),
});

async function listDisplays() {
  const { displays } = await agent.call("gui_list_displays");
  return z.array(display).parse(displays);
}

/** The index by which the product knows a monitor. */
async function indexOf(monitor: Monitor): Promise<number> {
  const found = (await listDisplays()).find(({ x }) => x === monitor.x);
  if (found === undefined) throw new Error(`${monitor.name} is not listed.`);
  return found.index;
}

test("every monitor is listed with its place and size", async () => {
  const listed = await listDisplays();
  expect(listed.map(({ index }) => index)).toEqual([0, 1, 2]);
  for (const { x, y, width, height, primary = false } of monitors) {
    expect(listed).toContainEqual({
      index: expect.any(Number),
      label: expect.stringContaining(`${width}×${height}`),
      ...{ x, y, width, height, isPrimary: primary, scaleFactor: 1 },
      ...{ physicalWidth: width, physicalHeight: height },
    });
  }
});

test.each(monitors)("a screenshot of $name has that monitor's pixels alone", async (monitor) => {
  const displayIndex = await indexOf(monitor);
  const { result, screen } = await whileScreenIsStill(server, () =>
    agent.callRaw("gui_screenshot", { displayIndex, format: "png" }),
  );
  expect(countDifferences(await pictureOf(result), crop(screen, monitor))).toBe(0);
});

test.each(monitors)("points are counted from the corner of $name", async (monitor) => {
  const displayIndex = await indexOf(monitor);
  await agent.call("gui_move_mouse", { x: 11, y: monitor.height - 1, displayIndex });
  expect(await agent.call("gui_cursor_position")).toEqual({
    ...{ x: 11, y: monitor.height - 1, displayIndex },
    ...{ globalX: monitor.x + 11, globalY: monitor.height - 1 },
  });
});

test("a pixel of a screenshot stays on the monitor that it was taken of", async () => {
  const displayIndex = await indexOf(right);
  await agent.callRaw("gui_screenshot", { displayIndex });
  await agent.call("gui_move_mouse", { x: 640, y: 400, displayIndex, coordinateMode: "image-absolute" });
  const { globalX, globalY } = await agent.call("gui_cursor_position");
  expect([globalX, globalY]).toEqual([3200 + 640, 400]);
});

test("a point beyond the monitor is refused, though the next monitor is there", async () => {
  await agent.call("gui_move_mouse", { x: 5, y: 5, displayIndex: await indexOf(left) });
  const { code } = await agent.callFailing("gui_move_mouse", {
    x: 1300,
    y: 5,
    displayIndex: await indexOf(left),
  });
  expect(code).toBe("out_of_range");
  const { globalX, globalY } = await agent.call("gui_cursor_position");
  expect([globalX, globalY]).toEqual([5, 5]);
});

test("an index that no monitor has is an error", async () => {
  const { code, remedy } = await agent.callFailing("gui_screenshot", { displayIndex: 7 });
  expect(code).toBe("display_not_found");
  expect(remedy).toBeTruthy();
});

test("an unplugged selected display falls back to the primary one and says so", async () => {
  await using other = await startGuiAgent({
    display: server.display,
    args: ["--display-index", String(await indexOf(right))],
  });
  await server.removeMonitor(right.name);
  await using _plugged = { [Symbol.asyncDispose]: () => server.setMonitors([right]) };
  const result = await other.call("gui_move_mouse", { x: 1, y: 2 });
  expect(result.notice).toBeString();
  const { globalX, globalY } = await other.call("gui_cursor_position");
  expect([globalX, globalY]).toEqual([main.x + 1, main.y + 2]);
});
