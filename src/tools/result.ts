import type { GuiAgentError } from "../core/errors.ts";
import type { ImageOutput } from "./define-tool.ts";
import type { CallOutcome } from "./dispatch.ts";

/** What an MCP client receives, in MCP's own shape (protocol 2025-11-25, `CallToolResult`). */
export type ToolResult = {
  content: ContentBlock[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

/** The result of a call as clients can use it: errors too are results, with a code and a remedy. */
export function toToolResult(outcome: CallOutcome): ToolResult {
  switch (outcome.kind) {
    case "data":
      return { content: [text(outcome.data)], structuredContent: outcome.data };
    case "image":
      return imageResult(outcome.image);
    case "error":
      return { content: [text(errorBody(outcome.error))], isError: true };
    default:
      return outcome satisfies never;
  }
}

/** Never with `structuredContent`: Claude Code and OpenCode then drop the image. */
function imageResult(image: ImageOutput): ToolResult {
  return {
    content: [
      { type: "image", data: image.bytes.toBase64(), mimeType: image.mimeType },
      text(image.metadata),
    ],
  };
}

function errorBody(error: GuiAgentError): Record<string, unknown> {
  const { code, message, remedy } = error;
  return { error: { code, message, ...(remedy === undefined ? {} : { remedy }) } };
}

function text(body: Readonly<Record<string, unknown>>): ContentBlock {
  return { type: "text", text: JSON.stringify(body) };
}
