import { afterAll, expect, test } from "bun:test";
import type { Image } from "@nut-tree/nut-js";
import { imageFinder } from "#runtime";
import { systemClock } from "../../src/core/clock.ts";
import { loadNut } from "../../src/desktop/nut.ts";
import { createX11Desktop } from "../../src/desktop/x11/desktop.ts";
import { countDifferences, crop, type Picture } from "../support/picture.ts";
import { whileScreenIsStill } from "../support/screenshot.ts";
import { silentLog } from "../support/silent-log.ts";
import { hangWallpaper } from "../support/wallpaper.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const size = { width: 900, height: 600 };
const server = resources.use(await startXServer({ size, cursor: false }));
await hangWallpaper(server);
resources.use(
  await createX11Desktop({ display: server.display, authority: undefined }, systemClock, silentLog),
);
const nut = await loadNut();
resources.use(imageFinder);

/** Of nut.js' images: blue, green, red, alpha. */
function pictureOf({ width, height, channels, data }: Image): Picture {
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [blue = 0, green = 0, red = 0] = data.subarray(pixel * channels);
    rgb.set([red, green, blue], pixel * 3);
  }
  return { width, height, rgb };
}

test("nut.js sees the whole screen", async () => {
  expect([await nut.screen.width(), await nut.screen.height()]).toEqual([size.width, size.height]);
  const { result, screen } = await whileScreenIsStill(server, () => nut.screen.grab());
  expect(countDifferences(pictureOf(result), screen)).toBe(0);
  expect(result.hasAlphaChannel).toBe(true);
  expect(result.data.filter((_, index) => index % 4 === 3).every((alpha) => alpha === 0xff)).toBe(true);
});

test("nut.js sees a region of it", async () => {
  const area = { x: 130, y: 45, width: 211, height: 97 };
  const region = new nut.Region(area.x, area.y, area.width, area.height);
  const { result, screen } = await whileScreenIsStill(server, () => nut.screen.grabRegion(region));
  expect(countDifferences(pictureOf(result), crop(screen, area))).toBe(0);
});

/** A part of what nut.js sees, as an image of its own. */
async function cutImage(area: { x: number; y: number; width: number; height: number }): Promise<Image> {
  return nut.screen.grabRegion(new nut.Region(area.x, area.y, area.width, area.height));
}

test("nut.js finds an image on the screen", async () => {
  const found = await nut.screen.find(await cutImage({ x: 333, y: 211, width: 90, height: 70 }));
  expect([found.left, found.top, found.width, found.height]).toEqual([333, 211, 90, 70]);
});

test("nut.js finds an image of other colours' order in a region", async () => {
  const { width, height, data, channels, byteWidth } = await cutImage({
    x: 333,
    y: 211,
    width: 90,
    height: 70,
  });
  const rgb = Buffer.from(data);
  for (let pixel = 0; pixel < rgb.length; pixel += channels) rgb.subarray(pixel, pixel + 3).reverse();
  const needle = new nut.Image(width, height, rgb, channels, "needle", 32, byteWidth, nut.ColorMode.RGB);
  const found = await nut.screen.find(needle, { searchRegion: new nut.Region(300, 200, 400, 300) });
  expect([found.left, found.top]).toEqual([333, 211]);
});

test("nut.js finds every place of an image", async () => {
  const found = await nut.screen.findAll(await cutImage({ x: 100, y: 100, width: 60, height: 60 }));
  expect(found.map(({ left, top }) => [left, top])).toContainEqual([100, 100]);
});

test("nut.js is told when an image is not there", async () => {
  const needle = await cutImage({ x: 333, y: 211, width: 90, height: 70 });
  await server.run(["xsetroot", "-solid", "#445566"]);
  const failure = await nut.screen.find(needle).catch(String);
  expect(failure).toContain("not on the screen");
  await hangWallpaper(server);
});

test("what nut.js cannot have says so", async () => {
  const highlighting = nut.screen.highlight(new nut.Region(0, 0, 10, 10));
  expect(await highlighting.catch((error: unknown) => error)).toMatchObject({ code: "unsupported" });
});
