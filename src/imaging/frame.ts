/** Bytes that a frame keeps free before its pixels, so that a file header can be put there without a copy. */
export const frameHeadroom = 54;

/**
 * A captured picture: BGRA, 8 bits a channel, rows without padding, top row first. The fourth
 * byte is not alpha and carries no meaning (X11 leaves it at 0).
 */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** `frameHeadroom` free bytes, then `width * height * 4` bytes of pixels. Owned by this frame alone. */
  readonly buffer: Uint8Array;
}

export function createFrame(width: number, height: number): Frame {
  return { width, height, buffer: new Uint8Array(frameHeadroom + width * height * 4) };
}

/** The frame's pixels, as a view. */
export function framePixels(frame: Frame): Uint8Array {
  return frame.buffer.subarray(frameHeadroom);
}
