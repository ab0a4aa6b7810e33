import { z } from "zod";
import {
  argumentsText,
  dataEvent,
  imageOf,
  inPieces,
  type ModelCall,
  type ModelMessage,
  type ModelPart,
  newId,
  type WireFormat,
} from "./wire-format.ts";

const inlineData = z.object({ inlineData: z.object({ mimeType: z.string(), data: z.string() }) });
const text = z.object({ text: z.string() });
const functionCall = z.object({ functionCall: z.object({ name: z.string(), args: z.unknown() }) });
const functionResponse = z.object({
  functionResponse: z.object({
    name: z.string(),
    response: z.record(z.string(), z.unknown()),
    parts: z.array(inlineData).default([]),
  }),
});
const part = z.union([text, inlineData, functionCall, functionResponse]);

const request = z.object({
  systemInstruction: z.object({ parts: z.array(text) }).optional(),
  contents: z.array(z.object({ role: z.enum(["user", "model"]), parts: z.array(part) })).min(1),
  generationConfig: z.object({ maxOutputTokens: z.int().positive().optional() }).default({}),
  tools: z
    .array(
      z.object({
        functionDeclarations: z.array(
          z.object({ name: z.string(), description: z.string(), parametersJsonSchema: z.unknown() }),
        ),
      }),
    )
    .default([]),
});

/** The Gemini API: ai.google.dev, "streamGenerateContent". */
export const gemini: WireFormat = {
  basePath: "/v1beta",
  requestPath: /^\/v1beta\/models\/[^/]+:streamGenerateContent$/,
  read(body, path) {
    const { systemInstruction, contents, generationConfig, tools } = request.parse(body);
    return {
      model: /models\/([^/:]+)/.exec(path)?.[1] ?? "",
      maxTokens: generationConfig.maxOutputTokens,
      system: systemInstruction?.parts.map((each) => each.text).join("\n") ?? "",
      messages: contents.flatMap(({ role, parts }) =>
        readTurn(role === "model" ? "assistant" : "user", parts),
      ),
      tools: tools.flatMap(({ functionDeclarations }) =>
        functionDeclarations.map(({ name, description, parametersJsonSchema: schema }) => ({
          name,
          description,
          schema,
        })),
      ),
    };
  },
  write({ text: said, calls = [], isCut, endsWith, isLoose, id: responseId = newId("response") }) {
    const turn = (part: object) =>
      dataEvent({ responseId, candidates: [{ content: { role: "model", parts: [part] }, index: 0 }] });
    const early = dataEvent({
      responseId,
      candidates: [{ content: { role: "model", parts: [] }, finishReason: "STOP" }],
    });
    const finishReason = endsWith ?? (isCut ? "MAX_TOKENS" : "STOP");
    const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 };
    return {
      pieces: [
        ...(isLoose ? [early, early] : []),
        ...inPieces(said ?? "").map((piece) => turn({ text: piece })),
        ...calls.map((call) => callEvent(call, turn)),
      ],
      end: [
        dataEvent({
          responseId,
          candidates: [{ content: { role: "model", parts: [{ text: "" }] }, finishReason }],
          usageMetadata,
        }),
      ],
    };
  },
  writeErrorEvent: (message) => dataEvent({ error: { code: 503, message, status: "UNAVAILABLE" } }),
  writeError: (code, message) => ({ error: { code, message, status: "ERROR" } }),
};

/** A call comes whole, its arguments as part of the event: if they are not JSON, the event is not either. */
function callEvent(call: ModelCall, turn: (part: object) => string): string {
  const { id, name } = call;
  const placeholder = "the arguments";
  const event = turn({ functionCall: { ...(id === undefined ? {} : { id }), name, args: placeholder } });
  return event.replace(JSON.stringify(placeholder), () => argumentsText(call) || "{}");
}

function readTurn(
  role: "user" | "assistant",
  parts: readonly z.infer<typeof part>[],
): readonly ModelMessage[] {
  const results = parts.flatMap((each): readonly ModelMessage[] => {
    if (!("functionResponse" in each)) return [];
    const { response, parts: pictures } = each.functionResponse;
    const said = { type: "text", text: String(response.output ?? response.error ?? "") } as const;
    return [{ role: "tool", parts: [said, ...pictures.flatMap(readPart)] }];
  });
  const others = parts.flatMap(readPart);
  return others.length === 0 ? results : [...results, { role, parts: others }];
}

function readPart(each: z.infer<typeof part>): readonly ModelPart[] {
  if ("text" in each) return [{ type: "text", text: each.text }];
  if ("inlineData" in each) return [imageOf(each.inlineData.mimeType, each.inlineData.data)];
  if ("functionResponse" in each) return [];
  const { name, args } = each.functionCall;
  return [{ type: "call", id: name, name, arguments: args }];
}
