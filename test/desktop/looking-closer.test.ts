import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { startGuiAgent } from "../support/gui-agent.ts";
import { countDifferences, crop } from "../support/picture.ts";
import { pictureOf, whileScreenIsStill } from "../support/screenshot.ts";
import { textOf } from "../support/tool-client.ts";
import { hangWallpaper } from "../support/wallpaper.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const size = { width: 1920, height: 1080 };
const server = resources.use(await startXServer({ size, cursor: false }));
await hangWallpaper(server);
const agent = resources.use(await startGuiAgent({ display: server.display, clientName: "claude-code" }));

const metadata = z.object({
  imageWidth: z.number(),
  imageHeight: z.number(),
  region: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
});

async function look(input: Record<string, unknown>) {
  const { result, screen } = await whileScreenIsStill(server, () => agent.callRaw("gui_screenshot", input));
  return {
    screen,
    picture: await pictureOf(result),
    metadata: metadata.parse(JSON.parse(textOf(result))),
  };
}

test("a region in the last picture's own pixels shows that part of the screen", async () => {
  const whole = await agent.callRaw("gui_screenshot");
  // Claude's models take 1.15 megapixels: 1429×804 of a screen with 1920×1080.
  expect(metadata.parse(JSON.parse(textOf(whole)))).toMatchObject({ imageWidth: 1429, imageHeight: 804 });
  const region = { x: 100, y: 100, width: 200, height: 100 };
  const {
    screen,
    picture,
    metadata: told,
  } = await look({
    region,
    coordinateMode: "image-absolute",
    format: "png",
  });
  // 100 of 1429 are 134.4 of 1920, 300 are 403.1; 100 of 804 are 134.3 of 1080, 200 are 268.7: out to whole pixels.
  const shown = { x: 134, y: 134, width: 270, height: 135 };
  expect(told.region).toEqual(shown);
  expect(countDifferences(picture, crop(screen, shown))).toBe(0);
});

test("a region of a region, and a click in it", async () => {
  await look({ region: { x: 400, y: 300, width: 400, height: 200 }, format: "png" });
  const { metadata: told } = await look({
    region: { x: 100, y: 50, width: 200, height: 100 },
    coordinateMode: "image-absolute",
    format: "png",
  });
  expect(told.region).toEqual({ x: 500, y: 350, width: 200, height: 100 });
  await agent.call("gui_move_mouse", { x: 20, y: 30, coordinateMode: "image-absolute" });
  expect(await agent.call("gui_cursor_position")).toMatchObject({ x: 520, y: 380 });
});

test("a region that leaves the picture is refused in the picture's numbers", async () => {
  await agent.callRaw("gui_screenshot");
  const region = { x: 1400, y: 0, width: 100, height: 10 };
  const { code, message } = await agent.callFailing("gui_screenshot", {
    region,
    coordinateMode: "image-absolute",
  });
  expect(code).toBe("out_of_range");
  expect(message).toContain("1429×804");
});

test("the record tells where on the desktop a call acted", async () => {
  await agent.callRaw("gui_screenshot");
  await agent.call("gui_move_mouse", { x: 714.5, y: 402, coordinateMode: "image-absolute" });
  const { entries } = z
    .object({
      entries: z.array(z.object({ operation: z.string(), points: z.array(z.unknown()).optional() })),
    })
    .parse(await agent.readResource("gui://audit-log"));
  expect(entries.at(-1)).toMatchObject({ operation: "gui_move_mouse", points: [{ x: 960, y: 540 }] });
});

test("a name that promises another format, or none, is refused before a picture is taken", async () => {
  for (const input of [
    { savePath: "/tmp/picture.gif" },
    { savePath: "/tmp/picture" },
    { savePath: "/tmp/picture.png", format: "jpeg" },
    { savePath: "/tmp/picture.gif", format: "png" },
  ]) {
    expect((await agent.callFailing("gui_screenshot", input)).code).toBe("invalid_input");
  }
});
