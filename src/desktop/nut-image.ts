import type { Image } from "@nut-tree/nut-js";
import { GuiAgentError } from "../core/errors.ts";
import { type Frame, framePixels } from "../imaging/frame.ts";
import type { Nut } from "./nut.ts";

const bytesPerPixel = 4;

/** A frame as nut.js' picture of the screen; the frame is given away. */
export function nutImage(nut: Pick<Nut, "Image">, frame: Frame): Image {
  const { width, height } = frame;
  const pixels = framePixels(frame);
  // nut.js takes the fourth byte for alpha: left at 0, every pixel would be transparent.
  for (let alpha = bytesPerPixel - 1; alpha < pixels.length; alpha += bytesPerPixel) pixels[alpha] = 0xff;
  const data = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.length);
  const row = width * bytesPerPixel;
  return new nut.Image(width, height, data, bytesPerPixel, "screen", bytesPerPixel * 8, row);
}

/** nut.js' screens can frame a region in colour; ours do not draw. */
export function refuseHighlighting(): Promise<never> {
  return Promise.reject(
    new GuiAgentError("unsupported", "A region of the screen cannot be highlighted.", {
      remedy: "Leave the highlighting out (in nut.js: screen.config.autoHighlight = false).",
    }),
  );
}
