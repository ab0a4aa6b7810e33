import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { Jimp } from "jimp";
import type { Picture } from "./picture.ts";

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
