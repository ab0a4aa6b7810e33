import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Rect } from "../../src/core/geometry.ts";
import { openChromium } from "../support/chromium.ts";
import { type FoundImage, findImage } from "../support/found-image.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { countDifferences, crop, type Picture } from "../support/picture.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { boardPage, reportPage } from "../support/rich-pages.ts";
import { pictureOf, whileScreenIsStill } from "../support/screenshot.ts";
import { texturedAreas, toPng } from "../support/templates.ts";
import type { ToolClient } from "../support/tool-client.ts";
import { startXServer } from "../support/x-server.ts";

/** Of the places at which templates are cut. */
const seed = 20_261_130;
/** Pixels of the screen by which a place may be off. */
const largestMiss = 2;
/** Hundreds of searches, on a machine that may have other things to do. */
const limitMs = 600_000;

/** A picture of the screen, or of a part of it, that templates are cut out of. */
interface Source {
  readonly picture: Picture;
  /** Where its first pixel is on the screen, and how many pixels of the screen one of its own is. */
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/** How a caller comes by a template: exact pixels, our JPEG of them, or our JPEG of a reduced screen. */
const kindNames = ["exact", "out of a JPEG", "out of a reduced JPEG"] as const;
type KindName = (typeof kindNames)[number];

/** What templates of a kind are cut out of, and who searches for them. */
interface Kind {
  readonly client: ToolClient;
  readonly sources: readonly Source[];
}

async function lookAt(
  agent: ToolClient,
  claude: ToolClient,
  screen: Picture,
): Promise<Record<KindName, Kind>> {
  const take = async (client: ToolClient, input = {}) =>
    pictureOf(await client.callRaw("gui_screenshot", input));
  // In quarters, so that they come unreduced, whatever the screen's size.
  const [width, height] = [screen.width / 2, screen.height / 2];
  const corners = [0, width].flatMap((left) => [0, height].map((top) => ({ left, top })));
  const quarters = corners.map(async ({ left, top }) => {
    const picture = await take(agent, { region: { x: left, y: top, width, height } });
    return { picture, left, top, scale: 1 };
  });
  // A screen of 1920×1080 is reduced for clients alone whose model takes less.
  const reduced = screen.width > 1920 ? agent : claude;
  const picture = await take(reduced);
  return {
    exact: { client: agent, sources: [{ picture: screen, left: 0, top: 0, scale: 1 }] },
    "out of a JPEG": { client: agent, sources: await Promise.all(quarters) },
    "out of a reduced JPEG": {
      client: reduced,
      sources: [{ picture, left: 0, top: 0, scale: screen.width / picture.width }],
    },
  };
}

interface Template {
  readonly base64: string;
  /** Where it was cut, in pixels of the screen. */
  readonly place: Rect;
}

/** Templates cut at random, as many from each source. */
function cut({ sources }: Kind, count: number, random: () => number): Promise<readonly Template[]> {
  const templates = sources.flatMap(({ picture, left, top, scale }) =>
    texturedAreas(picture, count / sources.length, random).map(async (area) => ({
      base64: await toPng(crop(picture, area)),
      place: {
        x: Math.round(left + area.x * scale),
        y: Math.round(top + area.y * scale),
        width: Math.round(area.width * scale),
        height: Math.round(area.height * scale),
      },
    })),
  );
  return Promise.all(templates);
}

/** Whether it was found where it was cut, or at a place that looks the same to the last pixel. */
function isFound(result: FoundImage, { place }: Template, screen: Picture): boolean {
  if (!result.found) return false;
  const { x, y, width, height } = result.region;
  const sizeFits =
    Math.abs(width - place.width) <= largestMiss && Math.abs(height - place.height) <= largestMiss;
  if (!sizeFits) return false;
  if (Math.abs(x - place.x) <= largestMiss && Math.abs(y - place.y) <= largestMiss) return true;
  const fits = x + place.width <= screen.width && y + place.height <= screen.height;
  return fits && countDifferences(crop(screen, { ...place, x, y }), crop(screen, place)) === 0;
}

describe.each([
  { width: 1920, height: 1080, crops: 200, absent: 100 },
  // What is not there takes longest, and there most of all.
  { width: 3840, height: 2160, crops: 200, absent: 48 },
])("on a screen of $width by $height pixels", ({ crops, absent, ...size }) => {
  const random = randomNumbers(seed);
  const resources = new AsyncDisposableStack();
  let screen: Picture;
  let shown: Record<KindName, Kind>;
  /** Of a page that is not there any more. */
  let gone: Record<KindName, Kind>;

  beforeAll(async () => {
    const server = resources.use(await startXServer({ size, cursor: false }));
    const agent = resources.use(await startGuiAgent({ display: server.display }));
    const claude = resources.use(await agent.connect({ clientName: "claude-code" }));
    {
      await using _board = await openChromium(server, boardPage);
      gone = await lookAt(agent, claude, await server.pixels());
    }
    resources.use(await openChromium(server, reportPage));
    const app = resources.use(await openGtkApp(server));
    // A caret would blink.
    await app.command({ text: "and more of it", move: [600, 420], focus: "button" });
    await agent.call("gui_wait", { untilStable: true, ms: 60_000 });
    const still = await whileScreenIsStill(server, async () => lookAt(agent, claude, await server.pixels()));
    [screen, shown] = [still.screen, still.result];
  }, limitMs);
  afterAll(() => resources.disposeAsync());

  test.each(kindNames)(
    "what was cut %s is found where it is",
    async (name) => {
      let found = 0;
      for (const template of await cut(shown[name], crops, random)) {
        const result = await findImage(shown[name].client, { templateImage: template.base64 });
        if (isFound(result, template, screen)) found += 1;
      }
      console.log(`Seed ${seed}, ${size.width}×${size.height}, ${name}: ${found} of ${crops} found.`);
      expect(found / crops).toBeGreaterThanOrEqual(0.95);
    },
    limitMs,
  );

  test.each(kindNames)(
    "what was cut %s of another page is not found",
    async (name) => {
      let found = 0;
      for (const { base64 } of await cut(gone[name], absent, random)) {
        const result = await findImage(gone[name].client, { templateImage: base64 });
        if (result.found) found += 1;
      }
      console.log(`Seed ${seed}, ${size.width}×${size.height}, ${name}, gone: ${found} of ${absent} found.`);
      expect(found / absent).toBeLessThanOrEqual(0.01);
    },
    limitMs,
  );
});
