import { GuiAgentError } from "../core/errors.ts";
import type { EncodeOptions, ImageCodec } from "../imaging/codec.ts";
import { type Frame, frameHeadroom } from "../imaging/frame.ts";
import { writeBitmapHeader } from "./bitmap-header.ts";

/** WebP's largest edge, and beyond any screen. `Bun.Image` silently takes what its formats cannot hold. */
const largestEdge = 16_383;

/** Pixels are read in place by a worker thread: a frame that is being encoded must stay alive. */
const beingEncoded = new Set<{ readonly frame: Frame }>();

/** `ImageCodec` on `Bun.Image` (libjpeg-turbo, libspng, libwebp). Do not write to a frame while it is encoded. */
export const bunCodec: ImageCodec = {
  async encode(frame, options) {
    assertEncodable(frame, options);
    writeBitmapHeader(frame);
    const entry = { frame };
    beingEncoded.add(entry);
    try {
      return await pipeline(frame, options).bytes();
    } catch (cause) {
      throw new GuiAgentError("internal", `The screenshot could not be encoded as ${options.format}.`, {
        cause,
      });
    } finally {
      beingEncoded.delete(entry);
    }
  },
};

function pipeline(frame: Frame, { format, quality, size }: EncodeOptions): Bun.Image {
  const image = new Bun.Image(frame.buffer);
  if (size.width !== frame.width || size.height !== frame.height) {
    image.resize(size.width, size.height, { filter: "lanczos3", fit: "fill" });
  }
  switch (format) {
    case "jpeg":
      return image.jpeg({ quality });
    case "png":
      return image.png();
    case "webp":
      return image.webp({ quality });
    default:
      return format satisfies never;
  }
}

function assertEncodable({ width, height, buffer }: Frame, { quality, size }: EncodeOptions): void {
  if (buffer.byteLength !== frameHeadroom + width * height * 4) {
    throw new GuiAgentError(
      "internal",
      `A frame of ${width}×${height} has ${buffer.byteLength} bytes instead of ${frameHeadroom + width * height * 4}.`,
    );
  }
  const isEdge = (edge: number) => Number.isInteger(edge) && edge >= 1 && edge <= largestEdge;
  if (![width, height, size.width, size.height].every(isEdge)) {
    throw new GuiAgentError(
      "invalid_input",
      `A picture of ${width}×${height} cannot be encoded at ${size.width}×${size.height}: edges must be whole numbers from 1 to ${largestEdge}.`,
      { remedy: "Ask for a smaller region." },
    );
  }
  if (!Number.isInteger(quality) || quality < 1 || quality > 100) {
    throw new GuiAgentError(
      "invalid_input",
      `The image quality is ${quality}; it must be a whole number from 1 to 100.`,
      {
        remedy: "Set GUI_AGENT_JPEG_QUALITY to a number in this range.",
      },
    );
  }
}
