import { z } from "zod";
import {
  argumentsText,
  dataEvent,
  imageOfUrl,
  inPieces,
  type ModelMessage,
  type ModelPart,
  newId,
  type WireFormat,
} from "./wire-format.ts";

const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) }),
]);
const content = z.union([z.string(), z.array(part)]);

const message = z.discriminatedUnion("role", [
  z.object({ role: z.literal("system"), content: z.string() }),
  z.object({ role: z.literal("user"), content }),
  z.object({ role: z.literal("tool"), tool_call_id: z.string(), content }),
  z.object({
    role: z.literal("assistant"),
    content: content.nullish(),
    tool_calls: z
      .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
      .default([]),
  }),
]);
type Message = z.infer<typeof message>;

const request = z.object({
  model: z.string(),
  stream: z.literal(true),
  messages: z.array(message).min(1),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
  tools: z
    .array(
      z.object({
        type: z.literal("function"),
        // What only OpenAI's own servers know is refused: a compatible one might refuse it too.
        function: z.strictObject({ name: z.string(), description: z.string(), parameters: z.unknown() }),
      }),
    )
    .default([]),
  store: z.never().optional(),
});

/** Models that refuse the older name of the limit, by the beginnings of their names. */
const reasoningModel = /^(?:gpt-5|o\d)/;

/** Chat Completions, as compatible servers have it: platform.openai.com, "Streaming". */
export const openAiCompletions: WireFormat = {
  basePath: "/v1",
  requestPath: /^\/v1\/chat\/completions$/,
  read(body) {
    const { model, messages, tools, max_tokens, max_completion_tokens } = request.parse(body);
    if (max_tokens !== undefined && reasoningModel.test(model)) throw new Error("Use max_completion_tokens.");
    return {
      model,
      maxTokens: max_tokens ?? max_completion_tokens,
      system: messages.flatMap((each) => (each.role === "system" ? [each.content] : [])).join("\n"),
      messages: messages.flatMap(readMessage),
      tools: tools.map(({ function: { name, description, parameters } }) => ({
        name,
        description,
        schema: parameters,
      })),
    };
  },
  write({ text, calls = [], isCut, endsWith, isLoose, id = newId("chatcmpl") }) {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      dataEvent({
        id: isLoose ? newId("chatcmpl") : id,
        object: "chat.completion.chunk",
        model: "m",
        choices: [{ index: 0, delta, finish_reason }],
      });
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
    const reason = endsWith ?? (isCut ? "length" : calls.length > 0 ? "tool_calls" : "stop");
    return {
      pieces: [
        chunk({ role: "assistant", content: "" }),
        ...inPieces(text ?? "").map((piece) => chunk({ content: piece })),
        ...calls.flatMap((call, index) => {
          const start = {
            index,
            id: call.id ?? newId("call"),
            type: "function",
            function: { name: call.name, arguments: "" },
          };
          return [
            chunk({ tool_calls: [start] }),
            ...inPieces(argumentsText(call)).map((piece) =>
              chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
            ),
          ];
        }),
      ],
      end: [
        chunk({}, reason),
        dataEvent({ id, object: "chat.completion.chunk", model: "m", choices: [], usage }),
        "data: [DONE]\n\n",
      ],
    };
  },
  writeErrorEvent: (text) => dataEvent({ error: { message: text, code: 503 } }),
  writeError: (status, text, code = String(status)) => ({ error: { message: text, type: "error", code } }),
};

function readMessage(each: Message): readonly ModelMessage[] {
  switch (each.role) {
    case "system":
      return [];
    case "user":
    case "tool":
      return [{ role: each.role, parts: readContent(each.content) }];
    case "assistant": {
      const calls = each.tool_calls.map(({ id, function: { name, arguments: written } }) => ({
        type: "call" as const,
        id,
        name,
        arguments: JSON.parse(written),
      }));
      return [{ role: "assistant", parts: [...readContent(each.content ?? []), ...calls] }];
    }
    default:
      return each satisfies never;
  }
}

function readContent(said: z.infer<typeof content>): readonly ModelPart[] {
  if (typeof said === "string") return [{ type: "text", text: said }];
  return said.map((each) => (each.type === "text" ? each : imageOfUrl(each.image_url.url)));
}
