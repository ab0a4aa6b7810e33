import { profileFor } from "../../src/coordinates/model-profiles.ts";
import { contains, type Rect } from "../../src/core/geometry.ts";
import { decodeImage } from "../../src/runtime/bun-decode.ts";
import { clicksToType, inFamilyWords } from "./answers/family-words.ts";
import { formColors } from "./gtk-form.ts";
import type { Model } from "./model-servers/model-server.ts";
import type { ModelAnswer } from "./model-servers/wire-format.ts";
import type { Picture } from "./picture.ts";

/** A place on a picture, as fractions of its edges. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** How far a pixel may be off, over all channels, to be of a colour: JPEG and scaling blur the edges. */
const tolerance = 120;

/** A few pixels are noise. */
const fewestPixels = 50;

/** The middle of the patch of a colour, to a part of a pixel; undefined when there is none. */
export function findPatch(picture: Picture, color: string): Spot | undefined {
  let [weight, sumX, sumY] = [0, 0, 0];
  forEachPixel(picture, color, (x, y) => {
    weight += 1;
    sumX += x;
    sumY += y;
  });
  if (weight < fewestPixels) return undefined;
  return { x: (sumX / weight + 0.5) / picture.width, y: (sumY / weight + 0.5) / picture.height };
}

/** The smallest area with all pixels of a colour, or those within an area; undefined when there are none. */
export function colorBounds(picture: Picture, color: string, within?: Rect): Rect | undefined {
  let [count, left, top, right, bottom] = [0, picture.width, picture.height, 0, 0];
  forEachPixel(picture, color, (x, y) => {
    if (within !== undefined && !contains(within, { x, y })) return;
    count += 1;
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  });
  return count < fewestPixels ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
}

function forEachPixel(
  { width, height, rgb }: Picture,
  color: string,
  act: (x: number, y: number) => void,
): void {
  const [red = 0, green = 0, blue = 0] = Uint8Array.fromHex(color.slice(1));
  for (let at = 0, y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const distance =
        Math.abs((rgb[at] ?? 0) - red) +
        Math.abs((rgb[at + 1] ?? 0) - green) +
        Math.abs((rgb[at + 2] ?? 0) - blue);
      if (distance < tolerance) act(x, y);
    }
  }
}

/** Decoded by the runtime: other libraries take a second for a large picture. */
export async function decode(bytes: Uint8Array): Promise<Picture> {
  const { width, height, pixels } = await decodeImage(bytes, () => undefined);
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    rgb[pixel * 3] = pixels[pixel * 4 + 2] ?? 0;
    rgb[pixel * 3 + 1] = pixels[pixel * 4 + 1] ?? 0;
    rgb[pixel * 3 + 2] = pixels[pixel * 4] ?? 0;
  }
  return { width, height, rgb };
}

/** A place in the numbers that a family of models writes. Written anew here, from what the families document. */
export function inFamilyFormat(model: string, spot: Spot, { width, height }: Picture): Spot {
  const { mode } = profileFor(model);
  switch (mode) {
    case "image-absolute":
      return { x: Math.round(spot.x * width), y: Math.round(spot.y * height) };
    case "normalized-1000":
      return { x: Math.round(spot.x * 1000), y: Math.round(spot.y * 1000) };
    case "normalized-999":
      return { x: Math.round(spot.x * 999), y: Math.round(spot.y * 999) };
    case "normalized-0-1":
      return { x: Number(spot.x.toFixed(4)), y: Number(spot.y.toFixed(4)) };
    default:
      return mode satisfies never;
  }
}

/** What a model does about a picture, and what it takes the picture for. */
export interface NextStep {
  readonly state: string;
  readonly answer: ModelAnswer;
}

/** A model that fills in the form, which it finds by its colours. */
export function formOracle(model: string, text: string): Model {
  return oracle(model, (picture) => nextStep(model, text, picture));
}

/**
 * A model that knows nothing but the newest picture that it is sent, and waits while that is the one that it
 * has acted on.
 */
export function oracle(model: string, decide: (picture: Picture) => NextStep): Model {
  let last = "";
  return async ({ images }) => {
    const bytes = images.at(-1)?.bytes;
    if (bytes === undefined) return { calls: [{ name: "give_up", arguments: { reason: "I see nothing." } }] };
    const picture = await decode(bytes);
    const { state, answer } = decide(picture);
    if (state === last) {
      const wait = { name: "gui_wait", arguments: { ms: 100 } };
      return inFamilyWords(model, { thought: "Not yet.", calls: [wait] });
    }
    last = state;
    return inFamilyWords(model, { thought: "I look for the colour.", ...answer });
  };
}

/** @param spot where to click, on this picture */
export function clickAt(model: string, what: string, spot: Spot, picture: Picture): ModelAnswer {
  return {
    text: `I click the ${what}.`,
    calls: [{ name: "gui_click", arguments: { ...inFamilyFormat(model, spot, picture) } }],
  };
}

function nextStep(model: string, text: string, picture: Picture): NextStep {
  const typing = { name: "gui_type", arguments: { text } };
  const click = (what: string, spot: Spot) => clickAt(model, what, spot, picture);
  const find = (color: keyof typeof formColors) => findPatch(picture, formColors[color]);
  const button = find("button");
  const idle = find("idle");
  if (find("pressed")) {
    return {
      state: "pressed",
      answer: { calls: [{ name: "done", arguments: { result: "It is filled in." } }] },
    };
  }
  if (find("filled") && button) return { state: "filled", answer: click("button", button) };
  if (find("focused")) {
    return {
      state: "focused",
      answer: { text: "I type.", calls: [typing] },
    };
  }
  if (idle) {
    const { calls = [], ...answer } = click("field", idle);
    const both = clicksToType(model) ? [...calls, typing] : calls;
    return { state: "idle", answer: { ...answer, calls: both } };
  }
  return {
    state: "lost",
    answer: { calls: [{ name: "give_up", arguments: { reason: "There is no form." } }] },
  };
}
