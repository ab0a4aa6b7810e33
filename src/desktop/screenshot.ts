import { type CaptureArea, captureArea } from "../coordinates/capture-area.ts";
import type { View } from "../coordinates/resolver.ts";
import type { Rect, Size } from "../core/geometry.ts";
import type { ImageLimits } from "../core/image-limits.ts";
import { type ImageCodec, type ImageFormat, mimeTypes } from "../imaging/codec.ts";
import { encodeWithinLimit } from "../imaging/encode.ts";
import type { Frame } from "../imaging/frame.ts";
import { fitImage, standardLimits, tighterLimits } from "../imaging/scale.ts";
import { drawSprite, isVisible } from "../imaging/sprite.ts";
import type { Desktop, Display, PointerImage } from "./port.ts";

export interface ScreenshotRequest {
  readonly desktop: Pick<Desktop, "capture">;
  readonly codec: ImageCodec;
  readonly display: Display;
  /** Zoom: a part of the display, in its logical points. It comes in native pixels where the limits allow. */
  readonly region?: Rect | undefined;
  /** Asked for the pointer's picture, to be drawn into this one. Without it there is no pointer. */
  readonly pointerImage?: (() => Promise<PointerImage>) | undefined;
  readonly format: ImageFormat;
  /** 1 to 100; ignored by png. */
  readonly quality: number;
  /** What the reader's model takes unresized, beside the limits that hold for every picture. */
  readonly limits?: ImageLimits | undefined;
  readonly maxBytes: number;
}

/** What a caller must know of a picture, in the names that it sees. */
export interface ScreenshotMetadata {
  readonly imageWidth: number;
  readonly imageHeight: number;
  readonly imageBytes: number;
  readonly mimeType: string;
  readonly logicalWidth: number;
  readonly logicalHeight: number;
  readonly physicalWidth: number;
  readonly physicalHeight: number;
  /** Captured pixels per logical point, measured on this picture. */
  readonly scaleFactor: number;
  readonly displayIndex: number;
  /** What a zoomed picture shows, in logical points of the display: the asked region out to whole pixels. */
  readonly region?: Rect;
  /** What was lowered to stay under the byte limit. */
  readonly reduced?: string;
}

/** What has become of the pointer: in the picture, at another place of the desktop, or nowhere to be seen. */
export type PointerPresence = "drawn" | "elsewhere" | "hidden";

export interface Screenshot {
  readonly bytes: Uint8Array;
  readonly metadata: ScreenshotMetadata;
  /** For `coordinates/resolver.ts`, when a point of this picture comes back. */
  readonly view: View;
  /** What was captured, in native pixels, for `encodeUnreduced`. */
  readonly frame: Frame;
  /** Present when the pointer was asked for. */
  readonly pointer?: PointerPresence;
}

/**
 * A picture of one display or of a part of it, in the size and the bytes that a model takes.
 * @throws `out_of_range` for a region that is not on the display, `limit_exceeded` when the picture
 *   cannot be made small enough, and whatever the capture throws
 */
export async function takeScreenshot(request: ScreenshotRequest): Promise<Screenshot> {
  const { codec, display, region, format, quality, maxBytes } = request;
  const area = captureArea(display, region);
  // Both at once: a moving pointer is then drawn where it was on the captured screen, or nearly so.
  const [frame, pointerImage] = await Promise.all([
    request.desktop.capture(area.native),
    request.pointerImage?.(),
  ]);
  const pointer = pointerImage && drawPointer(frame, pointerImage, area.native);

  const limits = tighterLimits(standardLimits, request.limits ?? {});
  const { bytes, size, reduced } = await encodeWithinLimit(codec, frame, {
    format,
    quality,
    size: region === undefined ? shownSize(frame, display, limits) : fitImage(frame, limits),
    maxBytes,
    edgeMultiple: limits.edgeMultiple,
  });

  return {
    bytes,
    frame,
    ...(pointer === undefined ? {} : { pointer }),
    view: {
      image: size,
      area: area.shown,
      display: { width: display.width, height: display.height },
    },
    metadata: {
      imageWidth: size.width,
      imageHeight: size.height,
      imageBytes: bytes.length,
      mimeType: mimeTypes[format],
      ...screenSizes(frame, area, display),
      displayIndex: display.index,
      ...(region === undefined ? {} : { region: area.shown }),
      ...(reduced === undefined ? {} : { reduced }),
    },
  };
}

/** @param area what the frame shows, in native pixels of the desktop */
function drawPointer(frame: Frame, image: PointerImage, area: Rect): PointerPresence {
  if (!isVisible(image)) return "hidden";
  return drawSprite(frame, image, image.x - area.x, image.y - area.y) ? "drawn" : "elsewhere";
}

/** A frame in full: native size, asked quality, no byte limit. For saving to a file. */
export function encodeUnreduced(
  codec: ImageCodec,
  frame: Frame,
  format: ImageFormat,
  quality: number,
): Promise<Uint8Array> {
  return codec.encode(frame, { format, quality, size: { width: frame.width, height: frame.height } });
}

/**
 * The size in which a whole display is shown, unless the picture then has too many bytes.
 * @param native what was captured, in pixels
 */
export function shownSize(native: Size, display: Display, limits: ImageLimits): Size {
  return fitImage(withoutScaleFactor(native, display), tighterLimits(standardLimits, limits));
}

/** The display's logical size, which is where clicks are counted; never more than was captured. */
function withoutScaleFactor(native: Size, display: Display): Size {
  return { width: Math.min(native.width, display.width), height: Math.min(native.height, display.height) };
}

/** Measured from what was captured: a reported factor may be a hint, or be old by the time of the capture. */
function screenSizes(frame: Frame, { shown }: CaptureArea, display: Display) {
  const factorX = frame.width / shown.width;
  const factorY = frame.height / shown.height;
  return {
    logicalWidth: display.width,
    logicalHeight: display.height,
    physicalWidth: Math.round(display.width * factorX),
    physicalHeight: Math.round(display.height * factorY),
    scaleFactor: Math.round(factorX * 10_000) / 10_000,
  };
}
