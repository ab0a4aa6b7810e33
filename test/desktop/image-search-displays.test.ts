import { afterAll, expect, test } from "bun:test";
import { findImage } from "../support/found-image.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { crop } from "../support/picture.ts";
import { toPng } from "../support/templates.ts";
import { hangWallpaper } from "../support/wallpaper.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const right = { name: "RIGHT", x: 1920, y: 200, width: 2560, height: 1440 };
const server = resources.use(
  await startXServer({
    size: { width: 4480, height: 1640 },
    cursor: false,
    monitors: [{ name: "LEFT", x: 0, y: 0, width: 1920, height: 1080, primary: true }, right],
  }),
);
await hangWallpaper(server);
const agent = resources.use(await startGuiAgent({ display: server.display }));
const place = { x: 2100, y: 611, width: 90, height: 70 };
/** On the right display, whose screenshots are reduced; it is searched in its own pixels too. */
const template = await toPng(crop(await server.pixels(), place));

test("a place is in points of the display that was searched, and a click there goes there", async () => {
  const result = await findImage(agent, { templateImage: template, displayIndex: 1 });
  if (!result.found) throw new Error("It was not found.");
  expect(result.region).toEqual({ ...place, x: place.x - right.x, y: place.y - right.y });
  await agent.call("gui_click", { ...result.center, displayIndex: 1 });
  expect(await agent.call("gui_cursor_position")).toMatchObject({
    globalX: place.x + place.width / 2,
    globalY: place.y + place.height / 2,
  });
});

test("a display that is not there is refused, for waiting too", async () => {
  for (const tool of ["gui_find_image", "gui_wait_for_image"]) {
    const { code } = await agent.callFailing(tool, { templateImage: template, displayIndex: 7 });
    expect(code).toBe("display_not_found");
  }
});

test("other callers are answered while a picture is searched for", async () => {
  await using other = await agent.connect();
  const upsideDown = crop(await server.pixels(), place);
  upsideDown.rgb.reverse();
  let isSearched = false;
  const searching = findImage(agent, { templateImage: await toPng(upsideDown), displayIndex: 1 }).finally(
    () => {
      isSearched = true;
    },
  );
  await other.call("gui_cursor_position");
  await other.call("gui_cursor_position");
  expect(isSearched).toBe(false);
  expect((await searching).found).toBe(false);
});

test("a display that is unplugged ends the wait", async () => {
  const upsideDown = crop(await server.pixels(), place);
  upsideDown.rgb.reverse();
  const waiting = agent.callFailing("gui_wait_for_image", {
    templateImage: await toPng(upsideDown),
    displayIndex: 1,
    timeout: 60_000,
  });
  // Searches take turns: when this one has been answered, the other has looked once.
  expect((await findImage(agent, { templateImage: template, displayIndex: 1 })).found).toBe(true);
  await server.removeMonitor("RIGHT");
  expect((await waiting).code).toBe("display_not_found");
});
