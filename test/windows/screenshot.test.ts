import { afterAll, expect, test } from "bun:test";
import { countDifferences, crop } from "../support/picture.ts";
import { pictureOf, whileScreenIsStill } from "../support/screenshot.ts";
import { openConsole } from "../support/wine/console.ts";
import { installForWindows } from "../support/wine/windows-program.ts";
import { startWineDesk } from "../support/wine/wine-desk.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const desk = resources.use(await startWineDesk());
desk.start(["C:\\windows\\system32\\winemine.exe"]);
const console = resources.use(await openConsole(desk));
const program = resources.use(await console.start(await installForWindows(desk.folder), ["--port", "0"]));
const agent = resources.use(await program.connect());

/** All but the corner in which the pointer is, which the X server draws into its picture. */
const compared = { x: 0, y: 0, width: 1_200, height: 700 };
await agent.call("gui_move_mouse", { x: 1_270, y: 790 });

test("a picture of the whole display is what the X server shows", async () => {
  const { result, screen } = await whileScreenIsStill(desk.server, () =>
    agent.callRaw("gui_screenshot", { format: "png" }),
  );
  const picture = await pictureOf(result);
  expect([picture.width, picture.height]).toEqual([1_280, 800]);
  expect(countDifferences(crop(picture, compared), crop(screen, compared))).toBe(0);
  // Not all of one colour.
  expect(new Set(crop(screen, compared).rgb).size).toBeGreaterThan(3);
});

test("a part of it is that part", async () => {
  const region = { x: 37, y: 21, width: 301, height: 203 };
  const { result, screen } = await whileScreenIsStill(desk.server, () =>
    agent.callRaw("gui_screenshot", { format: "png", region }),
  );
  expect(countDifferences(await pictureOf(result), crop(screen, region))).toBe(0);
});
