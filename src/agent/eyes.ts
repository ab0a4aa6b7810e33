import { z } from "zod";
import type { CoordinateFormat } from "../coordinates/model-profiles.ts";
import { resolveModelPoint, type View } from "../coordinates/resolver.ts";
import { GuiAgentError } from "../core/errors.ts";
import { modelPoint, type Size } from "../core/geometry.ts";
import type { Operator } from "../tools/operator.ts";
import type { ImageOutput } from "../tools/output.ts";
import { asRefusal } from "../tools/refusal.ts";

const pictureData = z.object({
  imageWidth: z.number(),
  imageHeight: z.number(),
  logicalWidth: z.number(),
  logicalHeight: z.number(),
  displayIndex: z.number(),
  notice: z.string().optional(),
});

/** A picture of the whole display. */
export interface Picture {
  readonly image: ImageOutput;
  readonly size: Size;
  readonly view: View;
  readonly displayIndex: number;
  /** What differs from the picture that was asked for: it may be of another display. */
  readonly notice: string | undefined;
}

/**
 * A picture of the display, taken through the operator: points of a model refer to it from then on.
 * @throws what the screenshot failed with
 */
export async function takePicture(
  operator: Operator,
  askedIndex: number | undefined,
  signal: AbortSignal,
): Promise<Picture> {
  const input = { format: "jpeg", ...(askedIndex === undefined ? {} : { displayIndex: askedIndex }) };
  const outcome = await operator.call("gui_screenshot", input, signal);
  if (outcome.kind === "error") throw asRefusal(outcome.error);
  if (outcome.kind !== "image") throw new GuiAgentError("internal", "A screenshot has no picture.");
  const { image } = outcome;
  const { imageWidth, imageHeight, logicalWidth, logicalHeight, displayIndex, notice } = pictureData.parse(
    image.metadata,
  );
  const size = { width: imageWidth, height: imageHeight };
  const display = { width: logicalWidth, height: logicalHeight };
  const view = { image: size, area: { x: 0, y: 0, ...display }, display };
  return { image, size, view, displayIndex, notice };
}

/** Whether what a model read off one picture means something on the other, as far as their display goes. */
export function isOfSameDisplay(seen: Picture, now: Picture): boolean {
  const isSameSize = now.size.width === seen.size.width && now.size.height === seen.size.height;
  // That the displays have changed is said once.
  const isSaidAnew = now.notice !== undefined && now.notice !== seen.notice;
  return isSameSize && now.displayIndex === seen.displayIndex && !isSaidAnew;
}

/**
 * Where a model's point lies on the display, in its logical points, for the record: the tools resolve
 * points themselves. Undefined for one that does not lie on the picture.
 */
export function screenPointOf(
  point: { readonly x: number; readonly y: number },
  { mode }: CoordinateFormat,
  { view }: Picture,
): { readonly x: number; readonly y: number } | undefined {
  const display = { x: 0, y: 0, ...view.display };
  try {
    const { x, y } = resolveModelPoint(modelPoint(point.x, point.y), { mode, order: "xy" }, view, display);
    return { x, y };
  } catch {
    return undefined;
  }
}
