import type { ModelProfile } from "../coordinates/model-profiles.ts";
import { axisRange } from "../coordinates/ranges.ts";
import { GuiAgentError } from "../core/errors.ts";
import type { Size } from "../core/geometry.ts";
import type { VisionModel } from "../models/port.ts";
import type { Point } from "./dialects/calls.ts";
import { excerpt } from "./dialects/dialect.ts";
import { dialects } from "./dialects/dialects.ts";
import { readPlace } from "./dialects/place.ts";
import type { TaskRequest } from "./port.ts";

/** A task stands still meanwhile: one that hangs is asked once more, and no further. */
const patienceMs = 150_000;

/**
 * The model of a task whose points count, and within the limits of whose profile pictures must be. One
 * that answers in a dialect points for itself: it knows no words for places.
 */
export function pointingModel({
  model,
  groundingModel,
}: Pick<TaskRequest, "model" | "groundingModel">): VisionModel {
  return model.profile.dialect === undefined ? (groundingModel ?? model) : model;
}

/** A picture as it is sent, with its size in pixels. */
export interface ShownPicture extends Size {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/**
 * Asks a grounding model where on a picture something is that another model names in words. The picture
 * must be within the limits of the grounding model's profile. The point is in that model's range; its x
 * is the horizontal one, whatever the order in which the model writes them.
 * @throws `target_not_found` when it names no single place on the picture, and as `VisionModel.complete`
 */
export async function ground(
  target: string,
  picture: ShownPicture,
  model: VisionModel,
  signal: AbortSignal,
): Promise<Point> {
  const { profile } = model;
  const dialect = profile.dialect === undefined ? undefined : dialects[profile.dialect];
  const answer = await model.complete({
    system: `${dialect?.pointing ?? pointing(profile)}\n${ranges(profile, picture)}`,
    messages: [
      {
        role: "user",
        content: [
          { type: "image", data: picture.bytes.toBase64(), mimeType: picture.mimeType },
          { type: "text", text: target },
        ],
        timestamp: 0,
      },
    ],
    signal,
    mustBeWhole: true,
    patienceMs,
  });
  const place = readPlace(answer, dialect);
  if ("problem" in place) throw notFound(target, model, answer, place.problem);
  const [x, y] = profile.order === "xy" ? [place.x, place.y] : [place.y, place.x];
  const isShown =
    axisRange(profile.mode, picture.width).accepts(x) && axisRange(profile.mode, picture.height).accepts(y);
  if (!isShown) throw notFound(target, model, answer, "That is not on the screenshot.");
  return { x, y };
}

/** For models that were trained for no form of their own. */
function pointing({ order }: ModelProfile): string {
  const point = order === "xy" ? "[x, y]" : "[y, x]";
  return `Find on the screenshot what the user names. Answer with nothing but the middle of it, in JSON:
{"point": ${point}}
If it is not there, answer {"point": null}.`;
}

function ranges({ mode }: ModelProfile, { width, height }: Size): string {
  return `x runs from 0 on the left to ${axisRange(mode, width).last} on the right, y from 0 at the top to ${axisRange(mode, height).last} at the bottom.`;
}

function notFound(target: string, model: VisionModel, answer: string, problem: string): GuiAgentError {
  return new GuiAgentError(
    "target_not_found",
    `${model.name}, asked where "${target}" is, answered "${excerpt(answer)}". ${problem}`,
    {
      remedy:
        "Describe it in other words: what it says, what it looks like, what it stands next to; or look at the screen again. Nothing was done.",
    },
  );
}
