import { afterAll, expect, test } from "bun:test";
import type { Image } from "@nut-tree/nut-js";
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

test("what nut.js cannot have says so", async () => {
  const highlighting = nut.screen.highlight(new nut.Region(0, 0, 10, 10));
  expect(await highlighting.catch((error: unknown) => error)).toMatchObject({ code: "unsupported" });
});
