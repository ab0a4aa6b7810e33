import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { answerIn, coordinateModes } from "../support/coordinate-modes.ts";
import { type GtkApp, openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { type Monitor, startXServer } from "../support/x-server.ts";

const left: Monitor = { name: "LEFT", x: 0, y: 0, width: 1280, height: 1024 };
const main: Monitor = { name: "MAIN", x: 1280, y: 0, width: 1920, height: 1080, primary: true };
const right: Monitor = { name: "RIGHT", x: 3200, y: 140, width: 1366, height: 768 };
const monitors = [left, main, right];

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const size = { width: 4566, height: 1080 };
const server = resources.use(await startXServer({ size, monitors }));
/** A window on each monitor, in the order of the monitors. */
const apps: GtkApp[] = [];
for (const { x, y } of monitors) {
  const app = resources.use(await openGtkApp(server));
  await app.command({ move: [x + 437, y + 191] });
  await app.waitForState("the window to be on the monitor", ({ rectangles: { area } }) => area.x > x + 430);
  apps.push(app);
}
const agent = resources.use(await startGuiAgent({ display: server.display }));

const display = z.object({ index: z.number(), x: z.number() });

async function indexOf(monitor: Monitor): Promise<number> {
  const displays = z.array(display).parse((await agent.call("gui_list_displays")).displays);
  const found = displays.find(({ x }) => x === monitor.x);
  if (found === undefined) throw new Error(`${monitor.name} is not listed.`);
  return found.index;
}

/** The program whose window is on a monitor. */
function appOn(monitor: Monitor): GtkApp {
  const app = apps[monitors.indexOf(monitor)];
  if (app === undefined) throw new Error(`There is no window on ${monitor.name}.`);
  return app;
}

/** What the only program that has received a press has seen of it; the others must not have seen anything. */
async function pressOn(monitor: Monitor) {
  const press = await appOn(monitor).events.waitFor(
    "the press",
    (event) => event.event === "button" && event,
  );
  for (const app of apps) {
    // What was sent to it before has arrived when it answers.
    await app.command();
    const presses = app.events.all().filter((event) => event.event === "button" && event.phase === "press");
    expect(presses).toHaveLength(app === appOn(monitor) ? 1 : 0);
  }
  return press;
}

beforeEach(() => {
  for (const app of apps) app.events.clear();
});

describe.each(monitors)("on $name", (monitor) => {
  test("logical points land on the exact pixel", async () => {
    const { area } = (await appOn(monitor).command()).rectangles;
    const [x, y] = [area.x + 211, area.y + 67];
    const point = { x: x - monitor.x, y: y - monitor.y, displayIndex: await indexOf(monitor) };
    await agent.call("gui_click", point);
    expect(await pressOn(monitor)).toMatchObject({ widget: "area", x, y });
  });

  test.each(coordinateModes)("points in $coordinateMode land on the exact pixel", async (mode) => {
    const displayIndex = await indexOf(monitor);
    // Pictures of all monitors are sent in full size.
    await agent.callRaw("gui_screenshot", { displayIndex });
    const { area } = (await appOn(monitor).command()).rectangles;
    const place = { x: area.x + 211 - monitor.x, y: area.y + 67 - monitor.y };
    const { answer, means } = answerIn(mode, monitor, place);

    await agent.call("gui_click", { ...answer, coordinateMode: mode.coordinateMode, displayIndex });
    const press = await pressOn(monitor);
    expect(press.widget).toBe("area");
    // The pixel of the desktop that is nearest to what those numbers mean.
    expect(Math.abs(press.x - (monitor.x + means.x))).toBeLessThanOrEqual(0.5);
    expect(Math.abs(press.y - (monitor.y + means.y))).toBeLessThanOrEqual(0.5);
  });
});

test("a normalised point after a zoom is a point of the zoomed picture", async () => {
  const { area } = (await appOn(main).command()).rectangles;
  const region = { x: area.x - main.x, y: area.y - main.y, width: 200, height: 100 };
  const displayIndex = await indexOf(main);
  await agent.callRaw("gui_screenshot", { displayIndex, region });
  await agent.call("gui_click", { x: 250, y: 500, coordinateMode: "normalized-1000", displayIndex });
  const press = await pressOn(main);
  expect([press.x, press.y]).toEqual([area.x + 50, area.y + 50]);
});
