import type { ImageFormat } from "./codec.ts";

/**
 * Whether an image file goes on to its end. A decoder fills what a JPEG lacks with grey, which then is nowhere
 * on the screen: base64 that was cut off would look like an image that is not there.
 */
export function isWhole(file: Uint8Array, format: ImageFormat): boolean {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  switch (format) {
    case "jpeg":
      return isWholeJpeg(view);
    case "png":
      return isWholePng(view);
    case "webp":
      return isWholeWebp(view);
    default:
      return format satisfies never;
  }
}

const jpeg = {
  endOfImage: 0xd9,
  startOfScan: 0xda,
  firstResumption: 0xd0,
  lastResumption: 0xd7,
  filler: 0xff,
};

/** Segments are passed over by their lengths: a preview within one has an end of its own. */
function isWholeJpeg(view: DataView): boolean {
  let at = 2;
  while (at + 4 <= view.byteLength) {
    const marker = view.getUint8(at + 1);
    if (marker === jpeg.filler) {
      at += 1;
      continue;
    }
    at += 2 + view.getUint16(at + 2);
    if (marker === jpeg.startOfScan) at = endOfScan(view, at);
    if (at + 2 <= view.byteLength && view.getUint8(at + 1) === jpeg.endOfImage) return true;
  }
  return false;
}

/** Where the marker is that ends the coded pixels: neither a 0xff among them nor a place to resume. */
function endOfScan(view: DataView, start: number): number {
  for (let at = start; at + 2 <= view.byteLength; at += 1) {
    if (view.getUint8(at) !== 0xff) continue;
    const marker = view.getUint8(at + 1);
    const isResumption = marker >= jpeg.firstResumption && marker <= jpeg.lastResumption;
    if (marker !== 0 && marker !== jpeg.filler && !isResumption) return at;
  }
  return view.byteLength;
}

/** Up to where the chunk begins that ends it, which carries nothing. */
function isWholePng(view: DataView): boolean {
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === 0x49_45_4e_44) return true;
  }
  return false;
}

const webp = { header: 8, firstChunk: 12, flags: 20, animated: 0x02 };

function isWholeWebp(view: DataView): boolean {
  return view.byteLength >= webp.header && webp.header + view.getUint32(4, true) <= view.byteLength;
}

/** Whether a WebP file holds several pictures, which decoders of a single one refuse. */
export function isAnimatedWebp(file: Uint8Array): boolean {
  const isExtended = String.fromCharCode(...file.subarray(webp.firstChunk, webp.firstChunk + 4)) === "VP8X";
  return isExtended && ((file[webp.flags] ?? 0) & webp.animated) !== 0;
}
