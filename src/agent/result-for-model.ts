import type { AgentToolResult } from "@mariozechner/pi-agent-core";
import { beginningOf } from "../core/cut.ts";
import type { ToolOutput } from "../tools/output.ts";

/** In characters: a clipboard can hold a book. */
const longest = 8000;

/** Places in other coordinates than the model's, and what tells it nothing. */
const leftOut: ReadonlySet<string> = new Set([
  "x",
  "y",
  "width",
  "height",
  "displayIndex",
  "pid",
  "elapsed",
  "formats",
]);

/** The result of a call, as the loop gives it to the model. */
export function resultForModel(output: ToolOutput): AgentToolResult<undefined> {
  switch (output.kind) {
    case "data": {
      const text = JSON.stringify(output.data, (name, value: unknown) =>
        leftOut.has(name) ? undefined : value,
      );
      const shown =
        text.length <= longest ? text : `${beginningOf(text, longest)}… [${text.length} characters]`;
      return said(shown);
    }
    case "image": {
      const { bytes, mimeType, metadata } = output.image;
      // All of the screen it is shown anyway.
      if (metadata.region === undefined) return said("The screen follows.");
      return {
        content: [
          { type: "text", text: "The region, to read; points do not refer to this picture:" },
          { type: "image", data: bytes.toBase64(), mimeType },
        ],
        details: undefined,
      };
    }
    default:
      return output satisfies never;
  }
}

function said(text: string): AgentToolResult<undefined> {
  return { content: [{ type: "text", text }], details: undefined };
}
