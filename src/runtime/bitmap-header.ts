import { type Frame, frameHeadroom } from "../imaging/frame.ts";

/**
 * Turns the frame's headroom into a BITMAPFILEHEADER and a BITMAPINFOHEADER, so that the frame is a
 * BMP file without a copy of its pixels. In 32 bits uncompressed (BI_RGB) the fourth byte means
 * nothing, so the zeros that X11 leaves there do not make the picture transparent.
 */
export function writeBitmapHeader({ width, height, buffer }: Frame): void {
  const header = new DataView(buffer.buffer, buffer.byteOffset, frameHeadroom);
  header.setUint16(0, 0x42_4d);
  header.setUint32(2, buffer.byteLength, true);
  header.setUint32(6, 0, true);
  header.setUint32(10, frameHeadroom, true);
  header.setUint32(14, 40, true);
  header.setInt32(18, width, true);
  // Negative: the top row comes first.
  header.setInt32(22, -height, true);
  header.setUint16(26, 1, true);
  header.setUint16(28, 32, true);
  header.setUint32(30, 0, true);
  header.setUint32(34, buffer.byteLength - frameHeadroom, true);
  buffer.fill(0, 38, frameHeadroom);
}
