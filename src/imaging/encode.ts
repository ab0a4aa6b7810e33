import { GuiAgentError } from "../core/errors.ts";
import type { Size } from "../core/geometry.ts";
import type { ImageCodec, ImageFormat } from "./codec.ts";
import type { Frame } from "./frame.ts";
import { fitImage } from "./scale.ts";

/** What is tried in turn, below the asked quality. Under 30 JPEG's blocks eat small text. */
const lowerQualities = [60, 45, 30];
/** Longer edge, in pixels, under which a picture of a screen cannot be read. */
const readableEdge = 480;
/** Bytes fall a little slower than pixels: aim below the limit so that one step is mostly enough. */
const aim = 0.9;
const largestStep = 0.8;

export interface EncodeRequest {
  readonly format: ImageFormat;
  /** 1 to 100; ignored by png. */
  readonly quality: number;
  /** Wanted size in pixels. */
  readonly size: Size;
  readonly maxBytes: number;
  /** Kept when the size has to be lowered. */
  readonly edgeMultiple?: number;
}

export interface EncodedImage {
  readonly bytes: Uint8Array;
  readonly size: Size;
  readonly quality: number;
  /** What was lowered to stay under the limit, for the reader; absent when nothing was. */
  readonly reduced?: string;
}

/**
 * Encodes a frame into at most `maxBytes`: as asked if that fits, else with less quality, else
 * smaller. PNG has no quality and goes straight to the size.
 * @throws `limit_exceeded` when even the smallest readable picture is larger
 */
export async function encodeWithinLimit(
  codec: ImageCodec,
  frame: Frame,
  request: EncodeRequest,
): Promise<EncodedImage> {
  const { format, maxBytes } = request;
  const attempt = async (quality: number, size: Size) => ({
    quality,
    size,
    bytes: await codec.encode(frame, { format, quality, size }),
  });
  let current = await attempt(request.quality, request.size);
  const qualities = format === "png" ? [] : lowerQualities.filter((quality) => quality < request.quality);
  for (const quality of qualities) {
    if (current.bytes.length <= maxBytes) break;
    current = await attempt(quality, request.size);
  }
  while (current.bytes.length > maxBytes) {
    const size = smaller(request, current.size, current.bytes.length);
    if (size === undefined) throw tooLarge(request, current.size, current.bytes.length);
    current = await attempt(current.quality, size);
  }
  return { ...current, ...changes(request, current.size, current.quality) };
}

/** The next size to try; undefined at the readable floor. Derived from the wanted size each time, whose proportions stay. */
function smaller(request: EncodeRequest, size: Size, bytes: number): Size | undefined {
  const { size: wanted, maxBytes, edgeMultiple = 1 } = request;
  const pixels = size.width * size.height;
  const longest = Math.max(wanted.width, wanted.height);
  const floor = wanted.width * wanted.height * (readableEdge / longest) ** 2;
  const target = Math.max(floor, pixels * Math.min(largestStep, (maxBytes / bytes) * aim));
  const next = fitImage(wanted, { maxPixels: target, edgeMultiple });
  return next.width * next.height < pixels ? next : undefined;
}

function changes(request: EncodeRequest, size: Size, quality: number): { reduced?: string } {
  const lowered: string[] = [];
  if (quality !== request.quality) lowered.push(`quality ${request.quality} → ${quality}`);
  if (size !== request.size) lowered.push(`size ${written(request.size)} → ${written(size)}`);
  return lowered.length === 0
    ? {}
    : { reduced: `${lowered.join(", ")}, to stay under ${request.maxBytes} bytes` };
}

function tooLarge({ format, maxBytes }: EncodeRequest, size: Size, bytes: number): GuiAgentError {
  return new GuiAgentError(
    "limit_exceeded",
    `The screenshot does not fit into ${maxBytes} bytes: at ${written(size)}, the smallest size that can still be read, it takes ${bytes}.`,
    {
      remedy:
        format === "png"
          ? "Ask for the format jpeg or webp, or for a smaller region."
          : "Ask for a smaller region, or save the full picture with savePath.",
    },
  );
}

function written(size: Size): string {
  return `${size.width}×${size.height}`;
}
