import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { countDifferences, crop, largestDifference, type Picture, shrink } from "../support/picture.ts";
import { decodePicture, pictureOf, whileScreenIsStill } from "../support/screenshot.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { textOf } from "../support/tool-client.ts";
import { hangWallpaper } from "../support/wallpaper.ts";
import { type Monitor, startXServer } from "../support/x-server.ts";

const left: Monitor = { name: "LEFT", x: 0, y: 0, width: 1280, height: 800, primary: true };
const right: Monitor = { name: "RIGHT", x: 1280, y: 0, width: 1000, height: 700 };

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
// The server draws its own pointer into the memory that `pixels` reads: that is what ours must look like.
const size = { width: 2280, height: 800 };
const server = resources.use(await startXServer({ size, monitors: [left, right] }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
await hangWallpaper(server);
const app = resources.use(await openGtkApp(server));
await app.command({ move: [300, 200], text: "Some text below the pointer", focus: "button" });

function point(x: number, y: number) {
  return server.run(["xdotool", "mousemove", String(x), String(y)]);
}

/** A picture with the pointer, and what the screen showed meanwhile, its pointer included. */
async function take(input: Record<string, unknown> = {}) {
  const { result, screen } = await whileScreenIsStill(server, () =>
    agent.callRaw("gui_screenshot", { displayIndex: 0, format: "png", cursor: true, ...input }),
  );
  return { picture: await pictureOf(result), screen, metadata: JSON.parse(textOf(result)) };
}

async function withoutPointer(): Promise<Picture> {
  return await pictureOf(await agent.callRaw("gui_screenshot", { displayIndex: 0, format: "png" }));
}

describe("the pointer of a picture with cursor: true is the server's own, to the pixel", () => {
  /** Where the pointer goes, and so what shape the program below gives it. */
  const places: readonly (readonly [what: string, place: () => Promise<{ x: number; y: number }>])[] = [
    ["over the background", async () => ({ x: 100, y: 100 })],
    ["over a button", async () => (await app.command()).rectangles.button],
    [
      "over text",
      async () => {
        const { x, y } = (await app.command()).rectangles.text;
        return { x: x + 20, y: y + 9 };
      },
    ],
    ["at the frame of a window", async () => ({ x: 299, y: 400 })],
    ["partly beyond the top left corner", async () => ({ x: 0, y: 0 })],
    ["partly beyond the bottom", async () => ({ x: 640, y: 799 })],
    ["partly on the next monitor", async () => ({ x: 1278, y: 400 })],
  ];

  test.each(places)("%s", async (_what, place) => {
    const { x, y } = await place();
    await point(Math.round(x), Math.round(y));
    const { picture, screen, metadata } = await take();
    expect(countDifferences(picture, crop(screen, left))).toBe(0);
    expect(metadata).not.toHaveProperty("notice");
    // And it is there: the same picture without it differs.
    expect(countDifferences(await withoutPointer(), picture)).toBeGreaterThan(10);
  });

  test("in a region that cuts it", async () => {
    await point(100, 100);
    const region = { x: 103, y: 95, width: 80, height: 11 };
    const { picture, screen } = await take({ region });
    expect(countDifferences(picture, crop(screen, region))).toBe(0);
    expect(countDifferences(await withoutPointer(), crop(screen, left))).toBeGreaterThan(10);
  });

  test("also in the file that is saved", async () => {
    await using folder = await temporaryFolder();
    await point(100, 100);
    let attempts = 0;
    let savePath = "";
    const { screen } = await whileScreenIsStill(server, () => {
      attempts += 1;
      savePath = join(folder.path, `${attempts}.png`);
      return agent.call("gui_screenshot", { displayIndex: 0, cursor: true, savePath });
    });
    expect(countDifferences(await decodePicture(await Bun.file(savePath).bytes()), crop(screen, left))).toBe(
      0,
    );
  });
});

test("a picture that is scaled down has the pointer at its place", async () => {
  await using claude = await startGuiAgent({ display: server.display, clientName: "claude-code" });
  await server.addMonitor({ name: "ALL", x: 0, y: 0, ...size });
  await using _removed = { [Symbol.asyncDispose]: () => server.removeMonitor("ALL") };
  await point(100, 100);
  const { result } = await whileScreenIsStill(server, () =>
    claude.callRaw("gui_screenshot", { displayIndex: 2, format: "png", cursor: true }),
  );
  const plain = await claude.callRaw("gui_screenshot", { displayIndex: 2, format: "png" });
  const [picture, without] = [await pictureOf(result), await pictureOf(plain)];
  const factor = picture.width / size.width;
  expect(factor).toBeLessThan(0.9);
  const around = (centre: number) => ({
    x: Math.round(centre * factor) - 20,
    y: Math.round(100 * factor) - 20,
  });
  const area = { ...around(100), width: 40, height: 40 };
  // All of what differs is around the pointer.
  expect(countDifferences(picture, without)).toBeGreaterThan(10);
  expect(countDifferences(picture, without)).toBe(countDifferences(crop(picture, area), crop(without, area)));
});

test("a jpeg has it too", async () => {
  await point(100, 100);
  const { picture, screen } = await take({ format: "jpeg" });
  const area = { x: 60, y: 60, width: 80, height: 80 };
  const [seen, shown] = [crop(picture, area), crop(screen, area)];
  expect(largestDifference(shrink(seen, 8), shrink(shown, 8))).toBeLessThan(16);
});

test("on another display it is not drawn, and that is said", async () => {
  await point(1500, 300);
  const { picture, metadata } = await take();
  expect(countDifferences(picture, await withoutPointer())).toBe(0);
  expect(metadata.notice).toContain("another part of the desktop");
});

test("outside the region it is not drawn, and that is said", async () => {
  await point(100, 100);
  const { metadata } = await take({ region: { x: 400, y: 300, width: 50, height: 50 } });
  expect(metadata.notice).toContain("another part of the desktop");
});

describe("the shape that a program gives the pointer", () => {
  beforeEach(async () => {
    const { x, y } = (await app.command()).rectangles.button;
    await point(x + 30, y + 20);
  });

  test("two colours, as old programs have it, are drawn to the pixel", async () => {
    const arrow = await take();
    // No theme has this one, so it is the X server's own.
    await app.command({ pointer: "GUMBY" });
    const { picture, screen } = await take();
    expect(countDifferences(picture, crop(screen, left))).toBe(0);
    expect(countDifferences(picture, arrow.picture)).toBeGreaterThan(10);
  });

  test("none at all: it is not drawn, and that is said", async () => {
    await app.command({ pointer: "BLANK_CURSOR" });
    const { picture, screen, metadata } = await take();
    expect(countDifferences(picture, crop(screen, left))).toBe(0);
    expect(countDifferences(picture, await withoutPointer())).toBe(0);
    expect(metadata.notice).toContain("hides");
  });
});
