import type { Size } from "../core/geometry.ts";
import type { Message } from "../models/port.ts";

/**
 * Estimates, on the safe side: no provider's tokens are counted the same way, and a request that is too
 * long ends the task, while one that is shorter than it could be costs nothing.
 */

/** A word of English takes 5 bytes a token, Chinese 3, coordinates in JSON 2. */
const bytesPerToken = 2;
/** The most of any provider; most take a token for 750 pixels or more. */
const pixelsPerToken = 600;
/** For the frame around each part of a message. */
const tokensPerPart = 8;

export function tokensOfText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken) + tokensPerPart;
}

export function tokensOfPicture({ width, height }: Size): number {
  return Math.ceil((width * height) / pixelsPerToken) + tokensPerPart;
}

/** @param perPicture what a picture in it takes */
export function tokensOf({ content }: Message, perPicture: number): number {
  if (typeof content === "string") return tokensOfText(content);
  return content.reduce(
    (sum, part) => sum + (part.type === "image" ? perPicture : tokensOfText(JSON.stringify(part))),
    tokensPerPart,
  );
}
