import { inflateSync } from "node:zlib";
import { GuiAgentError } from "../core/errors.ts";
import type { Size } from "../core/geometry.ts";
import { imageFormats } from "../imaging/codec.ts";
import type { Frame } from "../imaging/frame.ts";
import { isAnimatedWebp, isWhole } from "../imaging/image-file.ts";
import type { Raster } from "../imaging/raster.ts";
import { writeBitmapHeader } from "./bitmap-header.ts";

/** More than the largest screen has: a small file can claim any size, and its pixels would be allocated. */
const mostPixels = 16_000_000;

/**
 * The pixels of a PNG, JPEG or WebP file, in sRGB as it stands.
 * @param assertSize throws for a size that is of no use; pixels are decoded after it alone
 * @throws `invalid_input` for anything else and for a file that ends early, `limit_exceeded` for more than
 *   `mostPixels`, before decoding
 */
export async function decodeImage(file: Uint8Array, assertSize: (size: Size) => void): Promise<Raster> {
  const image = new Bun.Image(file, { maxPixels: mostPixels });
  try {
    const { format: found, width, height } = await image.metadata();
    const format = imageFormats.find((known) => known === found);
    if (format === undefined) throw unreadable(`It is ${found}.`);
    assertSize({ width, height });
    if (!isWhole(file, format))
      throw unreadable("It ends early: a part of the file or of its base64 is missing.");
    if (format === "webp" && isAnimatedWebp(file))
      throw unreadable("It is an animation: send one picture of it.");
    return await pixelsOf(image);
  } catch (thrown) {
    if (thrown instanceof GuiAgentError) throw thrown;
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ERR_IMAGE_TOO_MANY_PIXELS") {
      throw new GuiAgentError("limit_exceeded", `The image has more than ${mostPixels} pixels.`, {
        remedy: "Cut out the part that matters.",
        cause: thrown,
      });
    }
    throw unreadable(String(thrown), thrown);
  }
}

/**
 * The pixels of a picture that a program of the system has written, however large a screen it shows.
 * Throws what the runtime throws for a file that is none.
 */
export async function decodePicture(file: Uint8Array): Promise<Raster> {
  return await pixelsOf(new Bun.Image(file));
}

/** A frame at another size, resampled as it is for a screenshot of that size. */
export async function resizeFrame(frame: Frame, { width, height }: Size): Promise<Raster> {
  writeBitmapHeader(frame);
  return await pixelsOf(
    new Bun.Image(frame.buffer).resize(width, height, { filter: "lanczos3", fit: "fill" }),
  );
}

function unreadable(reason: string, cause?: unknown): GuiAgentError {
  return new GuiAgentError("invalid_input", `The image cannot be read. ${reason}`, {
    remedy: "Send a whole PNG, JPEG or WebP file, as base64.",
    cause,
  });
}

/** `Bun.Image` gives out files alone. An uncompressed PNG is the one that costs least to read. */
async function pixelsOf(image: Bun.Image): Promise<Raster> {
  return readPlainPng(await image.png({ compressionLevel: 0 }).bytes());
}

const signatureLength = 8;
/** Length, type and checksum of a chunk. */
const chunkOverhead = 12;
const channelsByColorType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** Reads a PNG as `Bun.Image` writes it without compression: 8 bits a channel, no palette, rows unfiltered. */
function readPlainPng(file: Uint8Array): Raster {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const channels = channelsByColorType[view.getUint8(25)];
  if (view.getUint8(24) !== 8 || channels === undefined) throw unexpectedPng("its kind of colours");
  const data: Uint8Array[] = [];
  for (let start = signatureLength; start < file.length; ) {
    const length = view.getUint32(start);
    const isData = view.getUint32(start + 4) === 0x49_44_41_54;
    if (isData) data.push(file.subarray(start + 8, start + 8 + length));
    start += length + chunkOverhead;
  }
  return toRaster(inflateSync(Buffer.concat(data)), width, height, channels);
}

function toRaster(rows: Uint8Array, width: number, height: number, channels: number): Raster {
  const pixels = new Uint8Array(width * height * 4);
  const isGrey = channels < 3;
  const hasAlpha = channels % 2 === 0;
  const alpha = channels - 1;
  let from = 0;
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    if (rows[from] !== 0) throw unexpectedPng("its filters");
    from += 1;
    for (let x = 0; x < width; x += 1) {
      pixels[to] = rows[isGrey ? from : from + 2] ?? 0;
      pixels[to + 1] = rows[isGrey ? from : from + 1] ?? 0;
      pixels[to + 2] = rows[from] ?? 0;
      pixels[to + 3] = hasAlpha ? (rows[from + alpha] ?? 0) : 0xff;
      from += channels;
      to += 4;
    }
  }
  return { width, height, pixels };
}

function unexpectedPng(what: string): GuiAgentError {
  return new GuiAgentError("internal", `A PNG of the runtime's own making cannot be read: ${what}.`);
}
