import { z } from "zod";
import {
  argumentsText,
  imageOfUrl,
  inPieces,
  type ModelCall,
  type ModelMessage,
  type ModelPart,
  newId,
  typedEvent,
  type WireFormat,
} from "./wire-format.ts";

const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("input_text"), text: z.string() }),
  z.object({ type: z.literal("output_text"), text: z.string() }),
  z.object({ type: z.literal("input_image"), image_url: z.string() }),
]);
const content = z.union([z.string(), z.array(part)]);

const item = z.union([
  z.object({ type: z.literal("reasoning"), id: z.string(), encrypted_content: z.string() }),
  z.object({
    type: z.literal("function_call"),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.object({ type: z.literal("function_call_output"), call_id: z.string(), output: content }),
  z.object({
    type: z.literal("message").default("message"),
    role: z.enum(["system", "developer", "user", "assistant"]),
    content,
  }),
]);
type Item = z.infer<typeof item>;

const request = z.object({
  model: z.string(),
  stream: z.literal(true),
  input: z.array(item).min(1),
  store: z.literal(false),
  max_output_tokens: z.int().positive().optional(),
  reasoning: z.strictObject({ effort: z.enum(["low", "medium", "high"]) }).optional(),
  include: z.tuple([z.literal("reasoning.encrypted_content")]).optional(),
  tools: z
    .array(
      z.object({
        type: z.literal("function"),
        name: z.string(),
        description: z.string(),
        parameters: z.unknown(),
      }),
    )
    .default([]),
});

/** Models that think, by the beginnings of their names; all others refuse to be told how. */
const thinkingModel = /^(?:gpt-[5-9](?!.*chat)|o\d)/;

/** A server that keeps nothing must be sent a model's thoughts with the calls that they led to. */
function assertThoughts({ model, input, reasoning, include }: z.infer<typeof request>): void {
  const isThinking = thinkingModel.test(model);
  if (isThinking === (reasoning === undefined))
    throw new Error(`${model} was told how to think, or was not.`);
  if (isThinking === (include === undefined)) throw new Error(`${model} was asked for thoughts, or was not.`);
  const types = input.map(({ type }) => type);
  if (isThinking && types.includes("function_call") && !types.includes("reasoning")) {
    throw new Error("A function_call comes without its reasoning.");
  }
}

/** The Responses API: platform.openai.com, "Streaming events". */
export const openAiResponses: WireFormat = {
  basePath: "/v1",
  requestPath: /^\/v1\/responses$/,
  read(body) {
    const parsed = request.parse(body);
    assertThoughts(parsed);
    const { model, input, tools, max_output_tokens } = parsed;
    return {
      model,
      maxTokens: max_output_tokens,
      system: input.flatMap(instructionIn).join("\n"),
      messages: input.flatMap(readItem),
      tools: tools.map(({ name, description, parameters: schema }) => ({ name, description, schema })),
    };
  },
  write({ thought, text, calls = [], isCut, endsWith, id = newId("resp") }) {
    const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 };
    const items = [
      ...(thought === undefined ? [] : [thoughtEvents(thought)]),
      ...(text === undefined ? [] : [messageEvents(text)]),
      ...calls.map(callEvents),
    ];
    const reason = endsWith ?? (isCut ? "max_output_tokens" : undefined);
    const response =
      reason === undefined
        ? { id, status: "completed", usage }
        : { id, status: "incomplete", incomplete_details: { reason }, usage };
    return {
      pieces: [
        typedEvent({ type: "response.created", response: { id, status: "in_progress" } }),
        ...items.flatMap((events, output_index) =>
          events.map((event) => typedEvent({ ...event, output_index })),
        ),
      ],
      end: [typedEvent({ type: `response.${response.status}`, response })],
    };
  },
  writeErrorEvent: (message) => typedEvent({ type: "error", code: "server_error", message, param: null }),
  writeError: (status, message, code = String(status)) => ({ error: { message, type: "error", code } }),
};

function thoughtEvents(thought: string) {
  const item = { id: newId("rs"), type: "reasoning", summary: [] };
  return [
    { type: "response.output_item.added", item },
    { type: "response.output_item.done", item: { ...item, encrypted_content: btoa(thought) } },
  ];
}

function messageEvents(text: string) {
  const part = { type: "output_text", text: "", annotations: [] };
  const message = { id: newId("msg"), type: "message", role: "assistant" };
  return [
    { type: "response.output_item.added", item: { ...message, status: "in_progress", content: [] } },
    { type: "response.content_part.added", content_index: 0, part },
    ...inPieces(text).map((delta) => ({ type: "response.output_text.delta", content_index: 0, delta })),
    { type: "response.output_text.done", content_index: 0, text },
    {
      type: "response.output_item.done",
      item: { ...message, status: "completed", content: [{ ...part, text }] },
    },
  ];
}

function callEvents(made: ModelCall) {
  const call = { id: newId("fc"), type: "function_call", call_id: made.id ?? newId("call"), name: made.name };
  const written = argumentsText(made);
  return [
    { type: "response.output_item.added", item: { ...call, status: "in_progress", arguments: "" } },
    ...inPieces(written).map((delta) => ({
      type: "response.function_call_arguments.delta",
      item_id: call.id,
      delta,
    })),
    { type: "response.function_call_arguments.done", item_id: call.id, arguments: written },
    { type: "response.output_item.done", item: { ...call, status: "completed", arguments: written } },
  ];
}

/** What the developer of a program says to the model, before its user. */
function instructionIn(each: Item): readonly string[] {
  if (each.type !== "message" || (each.role !== "system" && each.role !== "developer")) return [];
  return readContent(each.content).flatMap((said) => (said.type === "text" ? [said.text] : []));
}

function readItem(each: Item): readonly ModelMessage[] {
  switch (each.type) {
    case "message": {
      const { role } = each;
      const parts = readContent(each.content);
      return role === "user" || role === "assistant" ? [{ role, parts }] : [];
    }
    case "function_call": {
      const { call_id: id, name, arguments: written } = each;
      return [{ role: "assistant", parts: [{ type: "call", id, name, arguments: JSON.parse(written) }] }];
    }
    case "reasoning":
      return [{ role: "assistant", parts: [{ type: "text", text: atob(each.encrypted_content) }] }];
    case "function_call_output":
      return [{ role: "tool", parts: readContent(each.output) }];
    default:
      return each satisfies never;
  }
}

function readContent(said: z.infer<typeof content>): readonly ModelPart[] {
  if (typeof said === "string") return [{ type: "text", text: said }];
  return said.map((each) =>
    each.type === "input_image" ? imageOfUrl(each.image_url) : { type: "text", text: each.text },
  );
}
