import { z } from "zod";
import {
  argumentsText,
  imageOf,
  inPieces,
  type ModelMessage,
  type ModelPart,
  newId,
  typedEvent,
  type WireFormat,
} from "./wire-format.ts";

const text = z.object({ type: z.literal("text"), text: z.string() });
const image = z.object({
  type: z.literal("image"),
  source: z.object({ type: z.literal("base64"), media_type: z.string(), data: z.string() }),
});
const toolUse = z.object({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
});
const toolResult = z.object({
  type: z.literal("tool_result"),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.discriminatedUnion("type", [text, image]))]),
});
const content = z.union([
  z.string(),
  z.array(z.discriminatedUnion("type", [text, image, toolUse, toolResult])),
]);
type Block = Exclude<z.infer<typeof content>, string>[number];

const request = z.object({
  model: z.string(),
  max_tokens: z.int().positive(),
  stream: z.literal(true),
  system: z.union([z.string(), z.array(text)]).default(""),
  messages: z.array(z.object({ role: z.enum(["user", "assistant"]), content })).min(1),
  tools: z
    .array(z.object({ name: z.string(), description: z.string(), input_schema: z.unknown() }))
    .default([]),
});

/** The Messages API: docs.claude.com, "Streaming Messages". */
export const anthropic: WireFormat = {
  basePath: "",
  requestPath: /^\/v1\/messages$/,
  read(body) {
    const { model, max_tokens, system, messages, tools } = request.parse(body);
    return {
      model,
      maxTokens: max_tokens,
      system: typeof system === "string" ? system : system.map((block) => block.text).join("\n"),
      messages: messages.flatMap(({ role, content: said }) =>
        typeof said === "string" ? [{ role, parts: [{ type: "text", text: said }] }] : readBlocks(role, said),
      ),
      tools: tools.map(({ name, description, input_schema: schema }) => ({ name, description, schema })),
    };
  },
  write({ text: said, calls = [], isCut, endsWith, id = newId("msg") }) {
    const usage = { input_tokens: 100, output_tokens: 1 };
    const message = { id, type: "message", role: "assistant", model: "m", content: [], usage };
    const blocks = [
      ...(said === undefined
        ? []
        : [{ start: { type: "text", text: "" }, deltas: inPieces(said).map(textDelta) }]),
      ...calls.map((call) => ({
        start: { type: "tool_use", id: call.id ?? newId("toolu"), name: call.name, input: {} },
        deltas: inPieces(argumentsText(call)).map(jsonDelta),
      })),
    ];
    const stop_reason = endsWith ?? (isCut ? "max_tokens" : calls.length > 0 ? "tool_use" : "end_turn");
    return {
      pieces: [
        typedEvent({ type: "message_start", message: { ...message, stop_reason: null } }),
        typedEvent({ type: "ping" }),
        ...blocks.flatMap(({ start: content_block, deltas }, index) => [
          typedEvent({ type: "content_block_start", index, content_block }),
          ...deltas.map((delta) => typedEvent({ type: "content_block_delta", index, delta })),
          typedEvent({ type: "content_block_stop", index }),
        ]),
      ],
      end: [
        typedEvent({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage }),
        typedEvent({ type: "message_stop" }),
      ],
    };
  },
  writeErrorEvent: (message) => typedEvent({ type: "error", error: { type: "overloaded_error", message } }),
  writeError: (status, message) => ({
    type: "error",
    error: { type: status === 529 ? "overloaded_error" : "api_error", message },
  }),
};

function textDelta(piece: string) {
  return { type: "text_delta", text: piece };
}

function jsonDelta(piece: string) {
  return { type: "input_json_delta", partial_json: piece };
}

/** Results of tools come in a message of the user's. */
function readBlocks(role: "user" | "assistant", blocks: readonly Block[]): readonly ModelMessage[] {
  const results = blocks.flatMap((block): readonly ModelMessage[] =>
    block.type === "tool_result"
      ? [
          {
            role: "tool",
            parts:
              typeof block.content === "string"
                ? [{ type: "text", text: block.content }]
                : block.content.flatMap(readBlock),
          },
        ]
      : [],
  );
  const parts = blocks.flatMap(readBlock);
  return parts.length === 0 ? results : [...results, { role, parts }];
}

function readBlock(block: Block): readonly ModelPart[] {
  switch (block.type) {
    case "text":
      return [block];
    case "image":
      return [imageOf(block.source.media_type, block.source.data)];
    case "tool_use":
      return [{ type: "call", id: block.id, name: block.name, arguments: block.input }];
    case "tool_result":
      return [];
    default:
      return block satisfies never;
  }
}
