import type { Size } from "../core/geometry.ts";
import type { Frame } from "./frame.ts";

export const imageFormats = ["jpeg", "png", "webp"] as const;
export type ImageFormat = (typeof imageFormats)[number];

export const mimeTypes = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
} as const satisfies Record<ImageFormat, string>;

export interface EncodeOptions {
  readonly format: ImageFormat;
  /** 1 to 100; ignored by png. */
  readonly quality: number;
  /** Size of the result in pixels; the frame is resampled (Lanczos) when it differs. */
  readonly size: Size;
}

/** Encoding of captured frames. Implemented by `runtime/`. */
export interface ImageCodec {
  encode(frame: Frame, options: EncodeOptions): Promise<Uint8Array>;
}
