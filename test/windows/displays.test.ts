import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { answerIn, coordinateModes } from "../support/coordinate-modes.ts";
import { countDifferences, crop } from "../support/picture.ts";
import { pictureOf, whileScreenIsStill } from "../support/screenshot.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import type { ToolClient } from "../support/tool-client.ts";
import { hangWallpaper } from "../support/wallpaper.ts";
import { type BareWindow, openBareWindow } from "../support/wine/bare-window.ts";
import { openConsole } from "../support/wine/console.ts";
import { installForWindows } from "../support/wine/windows-program.ts";
import { startWineDesk, type WineDesk } from "../support/wine/wine-desk.ts";
import type { Monitor } from "../support/x-server.ts";

/** In pixels of the screen; Windows counts from the corner of the primary one. */
const left: Monitor = { name: "LEFT", x: 0, y: 60, width: 1280, height: 1024 };
const main: Monitor = { name: "MAIN", x: 1280, y: 100, width: 1920, height: 1080, primary: true };
const right: Monitor = { name: "RIGHT", x: 3200, y: 0, width: 1366, height: 768 };
const monitors = [left, main, right];
const size = { width: 4566, height: 1180 };

const shared = new AsyncDisposableStack();
afterAll(() => shared.disposeAsync());
const file = await installForWindows(shared.use(await temporaryFolder()).path);

const display = z.object({ index: z.number(), x: z.number(), y: z.number() });

interface Stage {
  readonly desk: WineDesk;
  readonly window: BareWindow;
  readonly agent: ToolClient;
}

async function setStage(resources: AsyncDisposableStack, dpi: number): Promise<Stage> {
  const desk = resources.use(await startWineDesk({ size, monitors, dpi, cursor: false }));
  await hangWallpaper(desk.server);
  const window = resources.use(await openBareWindow(desk));
  const console = resources.use(await openConsole(desk));
  const program = resources.use(await console.start(file, ["--port", "0"]));
  return { desk, window, agent: resources.use(await program.connect()) };
}

/** Where Windows has the corner of a monitor. */
function corner({ x, y }: Monitor) {
  return { x: x - main.x, y: y - main.y };
}

describe.each([96, 144, 192])("at %d dots per inch", (dpi) => {
  const resources = new AsyncDisposableStack();
  afterAll(() => resources.disposeAsync());
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage(resources, dpi);
  });

  async function indexOf(monitor: Monitor): Promise<number> {
    const { displays } = await stage.agent.call("gui_list_displays");
    const at = corner(monitor);
    const found = z
      .array(display)
      .parse(displays)
      .find(({ x, y }) => x === at.x && y === at.y);
    if (found === undefined) throw new Error(`${monitor.name} is not among ${JSON.stringify(displays)}.`);
    return found.index;
  }

  test("every monitor is listed in its pixels, and how large programs draw there", async () => {
    const { displays } = await stage.agent.call("gui_list_displays");
    expect(displays).toEqual(
      expect.arrayContaining(
        monitors.map(({ width, height, primary = false, ...monitor }) => ({
          index: expect.any(Number),
          label: expect.stringContaining(`${width}×${height} @1x`),
          ...corner({ ...monitor, width, height }),
          ...{ width, height, physicalWidth: width, physicalHeight: height },
          ...{ scaleFactor: 1, contentScale: dpi / 96, isPrimary: primary },
        })),
      ),
    );
    expect(displays).toHaveLength(monitors.length);
  });

  describe.each(monitors)("on $name", (monitor) => {
    test("a screenshot has that monitor's pixels alone", async () => {
      const displayIndex = await indexOf(monitor);
      const { result, screen } = await whileScreenIsStill(stage.desk.server, () =>
        stage.agent.callRaw("gui_screenshot", { displayIndex, format: "png" }),
      );
      expect(countDifferences(await pictureOf(result), crop(screen, monitor))).toBe(0);
    });

    test("so has one of a region of it", async () => {
      const region = { x: 101, y: 57, width: 333, height: 211 };
      const { result, screen } = await whileScreenIsStill(stage.desk.server, async () =>
        stage.agent.callRaw("gui_screenshot", {
          displayIndex: await indexOf(monitor),
          format: "png",
          region,
        }),
      );
      const shown = { ...region, x: monitor.x + region.x, y: monitor.y + region.y };
      expect(countDifferences(await pictureOf(result), crop(screen, shown))).toBe(0);
    });

    test("logical points land on the exact pixel, also in the corners", async () => {
      const displayIndex = await indexOf(monitor);
      const { width, height } = monitor;
      const at = corner(monitor);
      await stage.window.place({ ...at, width, height });
      for (const { x, y } of [
        { x: 0, y: 0 },
        { x: width - 1, y: 0 },
        { x: 0, y: height - 1 },
        { x: width - 1, y: height - 1 },
        { x: 437, y: 191 },
      ]) {
        await stage.agent.call("gui_click", { x, y, displayIndex });
        const pixel = { x: at.x + x, y: at.y + y };
        expect(await stage.window.received(2)).toMatchObject([{ kind: "down", ...pixel }, pixel]);
        expect(await stage.agent.call("gui_cursor_position")).toEqual({
          ...{ x, y, displayIndex, globalX: pixel.x, globalY: pixel.y },
        });
        // Where the X server has its pointer, which nothing of Windows scales.
        expect(await stage.desk.server.run(["xdotool", "getmouselocation"])).toStartWith(
          `x:${monitor.x + x} y:${monitor.y + y} `,
        );
      }
    });

    test.each(coordinateModes)("points in $coordinateMode land on the exact pixel", async (mode) => {
      const displayIndex = await indexOf(monitor);
      const at = corner(monitor);
      await stage.window.place({ ...at, width: monitor.width, height: monitor.height });
      // Pictures of all monitors are sent in full size.
      await stage.agent.callRaw("gui_screenshot", { displayIndex });
      // Away from the click before, which this one would make a double click.
      const place = { x: 548 + 100 * coordinateModes.indexOf(mode), y: 533 };
      const { answer, means } = answerIn(mode, monitor, place);
      await stage.agent.call("gui_click", { ...answer, coordinateMode: mode.coordinateMode, displayIndex });
      const [press, ...rest] = await stage.window.received(2);
      expect(rest).toMatchObject([{ kind: "up", x: press?.x, y: press?.y }]);
      // The pixel of the desktop that is nearest to what those numbers mean.
      expect(Math.abs((press?.x ?? Number.NaN) - (at.x + means.x))).toBeLessThanOrEqual(0.5);
      expect(Math.abs((press?.y ?? Number.NaN) - (at.y + means.y))).toBeLessThanOrEqual(0.5);
    });
  });

  /** Places that a monitor does not have, though the desktop does: on another monitor, or on none. */
  test.each([
    { monitor: left, what: "above it, on no monitor", x: 100, y: -30 },
    { monitor: left, what: "below it, on no monitor", x: 100, y: 1050 },
    { monitor: left, what: "on the next monitor", x: 1300, y: 500 },
    { monitor: main, what: "on the monitor before it", x: -20, y: 600 },
    { monitor: right, what: "below it, on no monitor", x: 100, y: 900 },
  ])("a point of $monitor.name that is $what is refused", async ({ monitor, what: _, ...point }) => {
    const { agent, window } = stage;
    const displayIndex = await indexOf(monitor);
    await window.place({ x: corner(left).x, y: corner(right).y, ...size });
    const inside = { x: 50, y: Math.abs(point.y) / 2, displayIndex };
    await agent.call("gui_move_mouse", inside);
    for (const tool of ["gui_click", "gui_move_mouse", "gui_mouse_down"]) {
      expect(await agent.callFailing(tool, { ...point, displayIndex })).toMatchObject({
        code: "out_of_range",
      });
    }
    expect(await agent.call("gui_cursor_position")).toMatchObject(inside);
    await agent.call("gui_click", inside);
    // Nothing has arrived before.
    expect(await window.received(2)).toHaveLength(2);
  });
});
