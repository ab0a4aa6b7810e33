import type { Message } from "../models/port.ts";
import type { Picture } from "./eyes.ts";

/** What the model is told, in words. */
export function saying(text: string): Message {
  return { role: "user", content: [{ type: "text", text }], timestamp: 0 };
}

/** What the model is shown, with words beside it. */
export function showing({ image }: Picture, ...words: readonly string[]): Message {
  return {
    role: "user",
    content: [
      { type: "text", text: words.join("\n") },
      { type: "image", data: image.bytes.toBase64(), mimeType: image.mimeType },
    ],
    timestamp: 0,
  };
}
