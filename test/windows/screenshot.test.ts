import { afterAll, describe, expect, test } from "bun:test";
import { framePixels } from "../../src/imaging/frame.ts";
import { drawSprite } from "../../src/imaging/sprite.ts";
import { frameOf } from "../support/frames.ts";
import { countDifferences, crop, largestDifference, shrink } from "../support/picture.ts";
import { pictureOf, whileScreenIsStill } from "../support/screenshot.ts";
import { textOf } from "../support/tool-client.ts";
import { waitFor } from "../support/wait-for.ts";
import { openBareWindow } from "../support/wine/bare-window.ts";
import { openConsole } from "../support/wine/console.ts";
import { installForWindows } from "../support/wine/windows-program.ts";
import { startWineDesk } from "../support/wine/wine-desk.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const desk = resources.use(await startWineDesk({ dpi: 144 }));
const window = resources.use(await openBareWindow(desk));
desk.start(["C:\\windows\\system32\\winemine.exe"]);
const console = resources.use(await openConsole(desk));
const program = resources.use(await console.start(await installForWindows(desk.folder), ["--port", "0"]));
const agent = resources.use(await program.connect());

await window.place({ x: 700, y: 300, width: 300, height: 200 });

/** A picture, and what the screen showed meanwhile, its pointer included. */
async function take(input: Record<string, unknown> = {}) {
  const { result, screen } = await whileScreenIsStill(desk.server, () =>
    agent.callRaw("gui_screenshot", input),
  );
  return { picture: await pictureOf(result), screen, metadata: JSON.parse(textOf(result)) };
}

describe("with the pointer away", () => {
  /** All but the corner in which the pointer is, which the X server draws into its picture. */
  const compared = { x: 0, y: 0, width: 1_200, height: 700 };
  const metadata = {
    ...{ imageWidth: 1_280, imageHeight: 800, imageBytes: expect.any(Number), displayIndex: 0 },
    ...{ logicalWidth: 1_280, logicalHeight: 800, physicalWidth: 1_280, physicalHeight: 800 },
    scaleFactor: 1,
  };

  test("a png is what the X server shows", async () => {
    await agent.call("gui_move_mouse", { x: 1_270, y: 790 });
    const taken = await take({ format: "png" });
    expect(taken.metadata).toEqual({ ...metadata, mimeType: "image/png" });
    expect([taken.picture.width, taken.picture.height]).toEqual([1_280, 800]);
    const screen = crop(taken.screen, compared);
    expect(countDifferences(crop(taken.picture, compared), screen)).toBe(0);
    // Not all of one colour.
    expect(new Set(screen.rgb).size).toBeGreaterThan(3);
  });

  test("a jpeg looks like it, and says what it is", async () => {
    const taken = await take();
    expect(taken.metadata).toEqual({ ...metadata, mimeType: "image/jpeg" });
    const [seen, shown] = [crop(taken.picture, compared), crop(taken.screen, compared)];
    expect(largestDifference(shrink(seen, 8), shrink(shown, 8))).toBeLessThan(12);
  });

  test("a part of it is that part", async () => {
    const region = { x: 37, y: 21, width: 301, height: 203 };
    const { picture, screen } = await take({ format: "png", region });
    expect(countDifferences(picture, crop(screen, region))).toBe(0);
  });
});

describe("the pointer", () => {
  test.each(["arrow", "text", "two colours"] as const)("as %s is the X server's own", async (shape) => {
    await agent.call("gui_move_mouse", { x: 800, y: 400 });
    await window.shapePointer(shape);
    await waitFor("the X server to show it", async () => {
      const { picture, screen } = await take({ format: "png" });
      const drawn = frameOf(picture);
      const pointer = await window.pointerImage();
      drawSprite(drawn, pointer, pointer.x, pointer.y);
      const isSame = Buffer.compare(framePixels(drawn), framePixels(frameOf(screen))) === 0;
      return isSame && countDifferences(picture, screen) > 10;
    });
  });

  // X servers have no such pointers.
  test("that inverts what is below is black with a white edge", async () => {
    await agent.call("gui_move_mouse", { x: 800, y: 400 });
    await window.shapePointer("inverting");
    const [black, white, nothing] = ["000000ff", "ffffffff", "00000000"];
    const row = `${black}${white}${nothing.repeat(9)}${white}${black.repeat(4)}${white}${nothing.repeat(15)}`;
    let looks = "";
    await waitFor(
      "the pointer to look so",
      async () => {
        looks = (await window.pointerImage()).pixels.toHex();
        return looks === row.repeat(32);
      },
      { explain: () => `Its first row is ${looks.slice(0, row.length)}.` },
    );
  });

  test("that a program hides is not drawn, and that is said", async () => {
    await agent.call("gui_move_mouse", { x: 800, y: 400 });
    await window.shapePointer("none");
    const { picture, screen, metadata } = await take({ format: "png", cursor: true });
    expect(countDifferences(picture, screen)).toBe(0);
    expect(metadata.notice).toContain("hides");
  });

  test("of another program, which Wine does not give out, is not taken for a hidden one", async () => {
    await agent.call("gui_move_mouse", { x: 800, y: 400 });
    await window.shapePointer("arrow");
    expect(await agent.callFailing("gui_screenshot", { cursor: true })).toMatchObject({
      code: "unsupported",
    });
  });
});
