import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { startGuiAgent } from "../support/gui-agent.ts";
import { nothingHeld, readHeldInput } from "../support/held-input.ts";
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

/** Places that a monitor does not have, though the desktop does: on the next monitor, or on none. */
const beyond = [
  { monitor: left, what: "on the next monitor", x: 1300, y: 5 },
  { monitor: left, what: "below it, on no monitor", x: 100, y: 1050 },
  { monitor: right, what: "below it, on no monitor", x: 100, y: 900 },
  { monitor: main, what: "on the monitor before it", x: -20, y: 5 },
];

describe.each(beyond)("a point of $monitor.name that is $what", ({ monitor, x, y }) => {
  const share = (size: number) => ({ x: (x / monitor.width) * size, y: (y / monitor.height) * size });
  const spaces = [
    { coordinateMode: "of logical points", point: { x, y } },
    { coordinateMode: "image-absolute", point: { x, y } },
    { coordinateMode: "normalized-1000", point: share(1000) },
    { coordinateMode: "normalized-999", point: share(999) },
    { coordinateMode: "normalized-0-1", point: share(1) },
  ];

  test.each(spaces)(
    "is refused in the space $coordinateMode, by every tool",
    async ({ coordinateMode, point }) => {
      const displayIndex = await indexOf(monitor);
      const space = { displayIndex, ...(coordinateMode === "of logical points" ? {} : { coordinateMode }) };
      await agent.callRaw("gui_screenshot", { displayIndex });
      await agent.call("gui_move_mouse", { x: 5, y: 5, displayIndex });
      const inside = coordinateMode === "normalized-0-1" ? 0.5 : 5;
      for (const [tool, input] of [
        ["gui_move_mouse", point],
        ["gui_click", point],
        ["gui_double_click", point],
        ["gui_mouse_down", point],
        ["gui_mouse_up", point],
        ["gui_scroll", { ...point, deltaY: 1 }],
        ["gui_drag", { startX: inside, startY: inside, endX: point.x, endY: point.y }],
        ["gui_drag", { startX: point.x, startY: point.y, endX: inside, endY: inside }],
      ] as const) {
        const { code, remedy } = await agent.callFailing(tool, { ...input, ...space });
        expect([tool, code]).toEqual([tool, "out_of_range"]);
        expect(remedy).toBeTruthy();
      }
      expect(await agent.call("gui_cursor_position")).toMatchObject({
        ...{ x: 5, y: 5, displayIndex },
      });
      expect(readHeldInput(server)).toEqual(nothingHeld);
    },
  );
});

test("a region that reaches beyond the monitor is refused, though the desktop goes on there", async () => {
  const region = { x: 1200, y: 900, width: 100, height: 100 };
  const space = { displayIndex: await indexOf(left) };
  expect((await agent.callFailing("gui_screenshot", { region, ...space })).code).toBe("out_of_range");
  await agent.callRaw("gui_screenshot", space);
  const inPixels = { region, ...space, coordinateMode: "image-absolute" };
  expect((await agent.callFailing("gui_screenshot", inPixels)).code).toBe("out_of_range");
});

describe("a pointer that is where no monitor shows it", () => {
  beforeEach(() => server.run(["xdotool", "mousemove", "100", "1060"]));

  test("is on no display, and that is said", async () => {
    expect(await agent.call("gui_cursor_position")).toEqual({
      ...{ globalX: 100, globalY: 1060 },
      notice: expect.stringContaining("no display"),
    });
  });

  test("presses nothing there", async () => {
    expect((await agent.callFailing("gui_mouse_down")).code).toBe("out_of_range");
    expect(readHeldInput(server)).toEqual(nothingHeld);
  });

  test("still lets go of what is held", async () => {
    await agent.call("gui_mouse_down", { x: 10, y: 10, displayIndex: await indexOf(left) });
    await server.run(["xdotool", "mousemove", "100", "1060"]);
    await agent.call("gui_mouse_up");
    expect(readHeldInput(server)).toEqual(nothingHeld);
  });
});

test("an index that no monitor has is an error", async () => {
  const { code, remedy } = await agent.callFailing("gui_screenshot", { displayIndex: 7 });
  expect(code).toBe("display_not_found");
  expect(remedy).toBeTruthy();
});

/** A program of its own that has selected a monitor. */
async function startSelecting(monitor: Monitor) {
  const args = ["--display-index", String(await indexOf(monitor))];
  return await startGuiAgent({ display: server.display, args });
}

/** Unplugs a monitor until disposal. */
async function unplug(monitor: Monitor): Promise<AsyncDisposable> {
  await server.removeMonitor(monitor.name);
  return { [Symbol.asyncDispose]: () => server.addMonitor(monitor) };
}

test("an unplugged selected display falls back to the primary one, and every result says so", async () => {
  await using other = await startSelecting(right);
  await using _unplugged = await unplug(right);
  for (const [tool, input] of [
    ["gui_move_mouse", { x: 1, y: 2 }],
    ["gui_click", { x: 1, y: 2 }],
    ["gui_double_click", { x: 1, y: 2 }],
    ["gui_mouse_down", { x: 1, y: 2 }],
    ["gui_mouse_up", { x: 1, y: 2 }],
    ["gui_drag", { startX: 1, startY: 2, endX: 1, endY: 2 }],
    ["gui_scroll", { x: 1, y: 2, deltaY: 1 }],
    ["gui_screenshot", {}],
    ["gui_list_displays", {}],
  ] as const) {
    expect([tool, await other.call(tool, input)]).toEqual([
      tool,
      expect.objectContaining({ notice: expect.stringContaining("1920×1080") }),
    ]);
  }
  const { globalX, globalY } = await other.call("gui_cursor_position");
  expect([globalX, globalY]).toEqual([main.x + 1, main.y + 2]);
});

test("a pixel of a picture of an unplugged display is no pixel of the one used instead", async () => {
  await using other = await startSelecting(right);
  // The session has also seen the display that will be used instead.
  await other.callRaw("gui_screenshot", { displayIndex: await indexOf(main) });
  await other.callRaw("gui_screenshot");
  await other.call("gui_move_mouse", { x: 7, y: 7 });
  await using _unplugged = await unplug(right);
  const point = { x: 1, y: 2, coordinateMode: "image-absolute" };
  const { code, message } = await other.callFailing("gui_click", point);
  expect(code).toBe("display_not_found");
  expect(message).toContain("RIGHT");
  expect((await other.callFailing("gui_click", point)).code).toBe("no_screenshot");
  expect(await other.call("gui_screenshot")).toHaveProperty("notice");
  await other.call("gui_click", point);
  expect(await other.call("gui_cursor_position")).toMatchObject({ globalX: main.x + 1, globalY: 2 });
});

test("a display that is back is used again, and that is said once", async () => {
  await using other = await startSelecting(right);
  await other.call("gui_move_mouse", { x: 7, y: 7 });
  {
    await using _unplugged = await unplug(right);
    await other.call("gui_move_mouse", { x: 7, y: 7 });
  }
  expect(await other.call("gui_move_mouse", { x: 8, y: 8 })).toHaveProperty("notice");
  expect(await other.call("gui_cursor_position")).toMatchObject({ globalX: right.x + 8, globalY: 8 });
  expect(await other.call("gui_move_mouse", { x: 9, y: 9 })).not.toHaveProperty("notice");
});

test("a number that means another display since one was unplugged is refused until the caller looks", async () => {
  await using other = await startGuiAgent({ display: server.display });
  await other.call("gui_list_displays");
  const displayIndex = await indexOf(left);
  const highest = (await listDisplays()).length - 1;
  expect(displayIndex).toBeLessThan(highest);
  await using _unplugged = await unplug(left);
  const { code, message } = await other.callFailing("gui_click", { x: 1, y: 1, displayIndex });
  expect(code).toBe("display_not_found");
  expect(message).toContain("LEFT");
  expect(await other.callFailing("gui_click", { x: 1, y: 1, displayIndex: highest })).toMatchObject({
    code: "display_not_found",
  });
  const { displays } = await other.call("gui_list_displays");
  const { x } = z.array(display).parse(displays)[displayIndex] ?? { x: Number.NaN };
  await other.call("gui_move_mouse", { x: 3, y: 4, displayIndex });
  expect(await other.call("gui_cursor_position")).toMatchObject({ globalX: x + 3, globalY: 4 });
});

test("of a monitor that reaches beyond the screen, the part on the screen is the display", async () => {
  const wide: Monitor = { name: "WIDE", x: 4400, y: 900, width: 1280, height: 800 };
  const outside: Monitor = { name: "OUTSIDE", x: 5000, y: 0, width: 1280, height: 800 };
  await using added = new AsyncDisposableStack();
  for (const monitor of [wide, outside]) {
    await server.addMonitor(monitor);
    added.defer(() => server.removeMonitor(monitor.name));
  }
  const listed = await listDisplays();
  expect(listed).toHaveLength(4);
  const shown = { x: 4400, y: 900, width: 80, height: 180 };
  expect(listed).toContainEqual(
    expect.objectContaining({ ...shown, physicalWidth: 80, physicalHeight: 180 }),
  );
  const displayIndex = await indexOf(wide);
  const { result, screen } = await whileScreenIsStill(server, () =>
    agent.callRaw("gui_screenshot", { displayIndex, format: "png" }),
  );
  expect(countDifferences(await pictureOf(result), crop(screen, shown))).toBe(0);
  expect((await agent.callFailing("gui_click", { x: 100, y: 10, displayIndex })).code).toBe("out_of_range");
});
