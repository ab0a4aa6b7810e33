import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { z } from "zod";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { countDifferences, crop, largestDifference, shrink } from "../support/picture.ts";
import { decodePicture, pictureOf, whileScreenIsStill } from "../support/screenshot.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { textOf } from "../support/tool-client.ts";
import { hangWallpaper } from "../support/wallpaper.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const size = { width: 1920, height: 1080 };
// Without a pointer in the server's memory, the whole screen can be compared.
const server = resources.use(await startXServer({ size, cursor: false }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
await hangWallpaper(server);
const app = resources.use(await openGtkApp(server));
await app.command({ entry: "Some text with edges", text: "and more of it" });
// A caret in a text widget blinks; a button has none.
await app.command({ focus: "button" });

/** A screenshot as a client decodes it, and what the screen showed when it was taken. */
async function take(input: Record<string, unknown> = {}) {
  const { result, screen } = await whileScreenIsStill(server, () => agent.callRaw("gui_screenshot", input));
  return { result, screen, picture: await pictureOf(result) };
}

const metadata = z.object({
  imageWidth: z.number(),
  imageHeight: z.number(),
  imageBytes: z.number(),
  mimeType: z.string(),
  logicalWidth: z.number(),
  logicalHeight: z.number(),
  physicalWidth: z.number(),
  physicalHeight: z.number(),
  scaleFactor: z.number(),
  displayIndex: z.number(),
});

test("a png has exactly the screen's pixels, and says what it is", async () => {
  const { result, picture, screen } = await take({ format: "png" });
  expect([picture.width, picture.height]).toEqual([1920, 1080]);
  expect(countDifferences(picture, screen)).toBe(0);
  const { imageBytes, ...rest } = metadata.parse(JSON.parse(textOf(result)));
  expect(imageBytes).toBeGreaterThan(0);
  expect(rest).toEqual({
    imageWidth: 1920,
    imageHeight: 1080,
    mimeType: "image/png",
    logicalWidth: 1920,
    logicalHeight: 1080,
    physicalWidth: 1920,
    physicalHeight: 1080,
    scaleFactor: 1,
    displayIndex: 0,
  });
});

test("an image result has no structured content, which would hide the image from some clients", async () => {
  const result = await agent.callRaw("gui_screenshot");
  expect(result.structuredContent).toBeUndefined();
  expect(result.content.map(({ type }) => type)).toEqual(["image", "text"]);
});

test("a region has exactly its part of the screen", async () => {
  const region = { x: 101, y: 57, width: 333, height: 211 };
  const { picture, screen } = await take({ format: "png", region });
  expect([picture.width, picture.height]).toEqual([333, 211]);
  expect(countDifferences(picture, crop(screen, region))).toBe(0);
});

test("a jpeg looks like the screen and is small enough for every client", async () => {
  const { result, picture, screen } = await take();
  expect([picture.width, picture.height]).toEqual([1920, 1080]);
  // Fine coloured detail may blur; what a reader sees from a step back may not change.
  expect(largestDifference(shrink(picture, 8), shrink(screen, 8))).toBeLessThan(12);
  expect(metadata.parse(JSON.parse(textOf(result))).imageBytes).toBeLessThanOrEqual(700_000);
});

test("a saved picture has the screen's pixels, and no file is ever replaced", async () => {
  await using folder = await temporaryFolder();
  let attempts = 0;
  const nextPath = () => join(folder.path, `screen-${++attempts}.png`);
  let savePath = "";
  const { screen } = await whileScreenIsStill(server, () => {
    savePath = nextPath();
    return agent.call("gui_screenshot", { format: "png", savePath });
  });
  const saved = await decodePicture(await Bun.file(savePath).bytes());
  expect(countDifferences(saved, screen)).toBe(0);
  const refused = await agent.callFailing("gui_screenshot", { format: "png", savePath });
  expect(refused.code).toBe("file_exists");
});

test("webp is delivered as webp", async () => {
  const { content } = await agent.callRaw("gui_screenshot", { format: "webp" });
  const [image] = content;
  if (image?.type !== "image") throw new Error("There is no image.");
  expect(image.mimeType).toBe("image/webp");
  // RIFF container, form type WEBP.
  const bytes = Buffer.from(image.data, "base64");
  expect([bytes.toString("latin1", 0, 4), bytes.toString("latin1", 8, 12)]).toEqual(["RIFF", "WEBP"]);
});

test.each([
  { x: 1900, y: 0, width: 100, height: 10 },
  { x: 0, y: 1080, width: 10, height: 10 },
])("a region outside the display is an error that tells the size", async (region) => {
  const { code, message } = await agent.callFailing("gui_screenshot", { region });
  expect(code).toBe("out_of_range");
  expect(message).toContain("1920");
});
