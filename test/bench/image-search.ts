import type { Rect, Size } from "../../src/core/geometry.ts";
import { findImage } from "../support/found-image.ts";
import type { Picture } from "../support/picture.ts";
import { pictureOf } from "../support/screenshot.ts";
import { toPng } from "../support/templates.ts";
import { type Comparison, type Goal, timed } from "./comparison.ts";
import type { Stage } from "./stage.ts";

/** Words of the page, as many as an agent would cut out. */
const words: Rect = { x: 300, y: 400, width: 120, height: 40 };
const overHttp = "gui_find_image, HTTP";
const otherCalls = "the longest of other calls meanwhile";

/** F4, for what is there; and what other callers notice of it. */
export const searchGoals = [
  { contestant: overHttp, below: 100 },
  { contestant: otherCalls, below: 50 },
] as const satisfies readonly Goal[];

export async function imageSearchComparison(
  title: string,
  size: Size,
  { http, plain, desktop }: Stage,
  goals: readonly Goal[],
): Promise<Comparison> {
  const cut = async (format: string) =>
    pictureOf(await http.callRaw("gui_screenshot", { region: words, format }));
  const exact = await toPng(await cut("png"));
  const blurred = await toPng(await cut("jpeg"));
  const absent = await toPng(upsideDown(await cut("png")));
  const search = async (templateImage: string, isThere: boolean) => {
    const { found } = await findImage(http, { templateImage });
    if (found !== isThere) throw new Error(`gui_find_image says found: ${found}.`);
  };
  return {
    title,
    contestants: [
      { name: overHttp, sample: () => timed(() => search(exact, true)) },
      { name: "the same, cut out of a JPEG", sample: () => timed(() => search(blurred, true)) },
      { name: "the same, for what is not there", sample: () => timed(() => search(absent, false)) },
      {
        name: otherCalls,
        sample: () => longestMeanwhile(search(absent, false), () => plain.call("gui_cursor_position")),
      },
      { name: "floor: capture alone", sample: () => timed(() => desktop.capture({ x: 0, y: 0, ...size })) },
    ],
    goals,
  };
}

/** Milliseconds of the longest of the actions that are done one after the other until a task is done. */
async function longestMeanwhile(task: Promise<unknown>, action: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  const end = task.finally(() => {
    isDone = true;
  });
  let longest = 0;
  while (!isDone) longest = Math.max(longest, await timed(action));
  await end;
  return longest;
}

/** The same pixels, so as much to compare, but nowhere on a page of words. */
function upsideDown({ width, height, rgb }: Picture): Picture {
  const turned = new Uint8Array(rgb.length);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const from = (width * height - 1 - pixel) * 3;
    turned.set(rgb.subarray(from, from + 3), pixel * 3);
  }
  return { width, height, rgb: turned };
}
