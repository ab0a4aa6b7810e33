import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { Jimp } from "jimp";
import { countDifferences, type Picture } from "./picture.ts";
import { waitFor } from "./wait-for.ts";
import type { XServer } from "./x-server.ts";

/** The image of a tool result, decoded by another library than the one that encoded it. */
export async function pictureOf(result: CallToolResult): Promise<Picture> {
  const block = result.content.find((candidate) => candidate.type === "image");
  if (block?.type !== "image")
    throw new Error(`The result has no image: ${JSON.stringify(result).slice(0, 500)}`);
  return decodePicture(Uint8Array.fromBase64(block.data));
}

/** Decodes PNG or JPEG. */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  const { width, height, data } = (await Jimp.fromBuffer(Buffer.from(bytes))).bitmap;
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    rgb.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
  }
  return { width, height, rgb };
}

/**
 * Does something that looks at the screen, and tells what the screen showed meanwhile: known,
 * because it showed the same before and after. While programs still draw, it is done again.
 */
export function whileScreenIsStill<Result>(
  server: XServer,
  look: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly screen: Picture }> {
  return waitFor("the screen to stay as it is", async () => {
    const before = await server.pixels();
    const result = await look();
    const screen = await server.pixels();
    return countDifferences(before, screen) === 0 && { result, screen };
  });
}
