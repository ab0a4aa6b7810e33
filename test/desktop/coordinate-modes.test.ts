import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { type Monitor, startXServer } from "../support/x-server.ts";

const left: Monitor = { name: "LEFT", x: 0, y: 0, width: 1280, height: 1024 };
const main: Monitor = { name: "MAIN", x: 1280, y: 0, width: 1920, height: 1080, primary: true };
const monitors = [left, main];

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const size = { width: 3200, height: 1080 };
const server = resources.use(await startXServer({ size, monitors }));
const app = resources.use(await openGtkApp(server));
const agent = resources.use(await startGuiAgent({ display: server.display }));

/** What stands for the far edges in each mode, and the decimals that models write. */
const modes: readonly {
  readonly coordinateMode: string;
  readonly edges: (monitor: Monitor) => { readonly width: number; readonly height: number };
  readonly decimals: number;
}[] = [
  // Pictures of both monitors are sent in full size.
  { coordinateMode: "image-absolute", edges: (monitor) => monitor, decimals: 0 },
  { coordinateMode: "normalized-1000", edges: () => ({ width: 1000, height: 1000 }), decimals: 0 },
  { coordinateMode: "normalized-999", edges: () => ({ width: 999, height: 999 }), decimals: 0 },
  { coordinateMode: "normalized-0-1", edges: () => ({ width: 1, height: 1 }), decimals: 3 },
];

const display = z.object({ index: z.number(), x: z.number() });

async function indexOf(monitor: Monitor): Promise<number> {
  const displays = z.array(display).parse((await agent.call("gui_list_displays")).displays);
  const found = displays.find(({ x }) => x === monitor.x);
  if (found === undefined) throw new Error(`${monitor.name} is not listed.`);
  return found.index;
}

describe.each(monitors)("on $name", (monitor) => {
  beforeAll(async () => {
    await app.command({ move: [monitor.x + 437, monitor.y + 291] });
    await app.waitForState("the window to be on the monitor", ({ rectangles: { area } }) => {
      return area.x > monitor.x + 430 && area.x < monitor.x + 470;
    });
  });

  test.each(modes)("points in $coordinateMode land", async ({ coordinateMode, edges, decimals }) => {
    const displayIndex = await indexOf(monitor);
    await agent.callRaw("gui_screenshot", { displayIndex });
    // A point of the program, in the numbers that a model of this kind would answer.
    const { area } = (await app.command()).rectangles;
    const { width, height } = edges(monitor);
    const answered = (share: number) => Number(share.toFixed(decimals));
    const x = answered(((area.x + 211 - monitor.x) / monitor.width) * width);
    const y = answered(((area.y + 67 - monitor.y) / monitor.height) * height);

    app.events.clear();
    await agent.call("gui_click", { x, y, coordinateMode, displayIndex });
    const press = await app.events.waitFor("the press", (event) => event.event === "button" && event);
    expect(press.widget).toBe("area");
    // The pixel of the desktop that is nearest to what those numbers mean.
    expect(Math.abs(press.x - (monitor.x + (x / width) * monitor.width))).toBeLessThanOrEqual(0.5);
    expect(Math.abs(press.y - (monitor.y + (y / height) * monitor.height))).toBeLessThanOrEqual(0.5);
  });
});

test("a normalised point after a zoom is a point of the zoomed picture", async () => {
  const { area } = (await app.command()).rectangles;
  const region = { x: area.x - main.x, y: area.y - main.y, width: 200, height: 100 };
  const displayIndex = await indexOf(main);
  await agent.callRaw("gui_screenshot", { displayIndex, region });
  app.events.clear();
  await agent.call("gui_click", { x: 250, y: 500, coordinateMode: "normalized-1000", displayIndex });
  const press = await app.events.waitFor("the press", (event) => event.event === "button" && event);
  expect([press.x, press.y]).toEqual([area.x + 50, area.y + 50]);
});
