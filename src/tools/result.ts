import type { GuiAgentError } from "../core/errors.ts";
import type { AnyOutcome, ShownImage, TaskReport } from "./output.ts";

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
export function toToolResult(outcome: AnyOutcome): ToolResult {
  switch (outcome.kind) {
    case "data":
      return { content: [text(outcome.data)], structuredContent: outcome.data };
    case "image":
      return imageResult(outcome.image);
    case "task":
      return taskResult(outcome);
    case "error":
      return { content: [text(errorBody(outcome.error))], isError: true };
    default:
      return outcome satisfies never;
  }
}

/** Never with `structuredContent`: Claude Code and OpenCode then drop the image. */
function imageResult(image: ShownImage): ToolResult {
  return { content: [imageBlock(image), text(image.metadata)] };
}

function taskResult({ data, image, error }: TaskReport): ToolResult {
  const picture = image === undefined ? [] : [imageBlock(image)];
  // Claude Code shows the first block of a failure and nothing else.
  return error === undefined
    ? { content: [...picture, text(data)] }
    : { content: [text({ ...data, ...errorBody(error) }), ...picture], isError: true };
}

function imageBlock({ bytes, mimeType }: ShownImage): ContentBlock {
  return { type: "image", data: bytes.toBase64(), mimeType };
}

function errorBody(error: GuiAgentError): Record<string, unknown> {
  const { code, message, remedy } = error;
  return { error: { code, message, ...(remedy === undefined ? {} : { remedy }) } };
}

function text(body: Readonly<Record<string, unknown>>): ContentBlock {
  return { type: "text", text: JSON.stringify(body) };
}
