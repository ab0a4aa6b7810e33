/** Bytes that a frame keeps free before its pixels, so that a file header can be put there without a copy. */
export const frameHeadroom = 54;
/** Bytes of the memory before the buffer, so that the pixels begin where they can be read as 32-bit words. */
const unused = 2;

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
  const size = frameHeadroom + width * height * 4;
  return { width, height, buffer: new Uint8Array(new ArrayBuffer(unused + size), unused, size) };
}

/** The frame's pixels, as a view. */
export function framePixels(frame: Frame): Uint8Array {
  return frame.buffer.subarray(frameHeadroom);
}

/** The frame's pixels as one number each, with blue in the lowest byte, as a view. The frame must be made by `createFrame`. */
export function frameWords({ buffer, width, height }: Frame): Int32Array {
  return new Int32Array(buffer.buffer, buffer.byteOffset + frameHeadroom, width * height);
}

/** Whether two frames made by `createFrame` show the very same. */
export function isSamePicture(one: Frame, other: Frame): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  const [words, others] = [frameWords(one), frameWords(other)];
  // A callback for each of eight million pixels would keep the event loop for a quarter of a second.
  for (let at = 0; at < words.length; at += 1) if (words[at] !== others[at]) return false;
  return true;
}
