import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  type CreateMessageRequest,
  type CreateMessageResultWithTools,
  CreateMessageResultWithToolsSchema,
  type SamplingMessage,
  type SamplingMessageContentBlock,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import type { Message, ModelContext, Sample, Sampler } from "../models/port.ts";

/** A person may look at each request before the client lets its model answer. */
const longestAnswerMs = 600_000;

type Extra = Pick<RequestHandlerExtra<ServerRequest, ServerNotification>, "sendRequest">;

/**
 * The model of the client that makes a call; undefined when the client offers none.
 * @param model what it probably is
 */
export function samplerOf(server: Server, extra: Extra, model: string | undefined): Sampler | undefined {
  const offered = server.getClientCapabilities()?.sampling;
  if (offered === undefined) return undefined;
  return {
    model,
    takesTools: offered.tools !== undefined,
    ask: async (context, { maxTokens, signal }) => {
      const request: CreateMessageRequest = {
        method: "sampling/createMessage",
        params: { ...toRequest(context), maxTokens, ...(model === undefined ? {} : hint(model)) },
      };
      const options = { signal, timeout: longestAnswerMs };
      return toSample(await extra.sendRequest(request, CreateMessageResultWithToolsSchema, options));
    },
  };
}

function hint(name: string) {
  return { modelPreferences: { hints: [{ name }] } };
}

function toRequest({ systemPrompt, messages, tools = [] }: ModelContext) {
  return {
    messages: toSamplingMessages(messages),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            name,
            description,
            inputSchema: { ...parameters, type: "object" as const },
          })),
        }),
  };
}

/** One message for all results of a reply's calls: the protocol wants them together, and nothing beside. */
function toSamplingMessages(messages: readonly Message[]): SamplingMessage[] {
  const converted: SamplingMessage[] = [];
  let results: SamplingMessageContentBlock[] | undefined;
  for (const message of messages) {
    if (message.role !== "toolResult") {
      results = undefined;
      const content = toBlocks(message);
      // Nothing is left of a reply that was only thought.
      if (content.length > 0) converted.push({ role: message.role, content });
      continue;
    }
    if (results === undefined) {
      results = [];
      converted.push({ role: "user", content: results });
    }
    const { toolCallId: toolUseId, content, isError } = message;
    results.push({ type: "tool_result", toolUseId, content: content.map(toBlock), isError });
  }
  return converted;
}

function toBlocks(message: Exclude<Message, { readonly role: "toolResult" }>): SamplingMessageContentBlock[] {
  if (typeof message.content === "string") return [{ type: "text", text: message.content }];
  return message.content.flatMap((part): SamplingMessageContentBlock[] => {
    switch (part.type) {
      case "text":
      case "image":
        return [toBlock(part)];
      case "toolCall":
        return [{ type: "tool_use", id: part.id, name: part.name, input: part.arguments }];
      case "thinking":
        return [];
      default:
        return part satisfies never;
    }
  });
}

type Shown =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

/** Without what the message's own library has noted on it, which clients may refuse. */
function toBlock(
  part: Shown,
): { type: "text"; text: string } | { type: "image"; data: string; mimeType: string } {
  return part.type === "text"
    ? { type: "text", text: part.text }
    : { type: "image", data: part.data, mimeType: part.mimeType };
}

function toSample(result: CreateMessageResultWithTools): Sample {
  const blocks = Array.isArray(result.content) ? result.content : [result.content];
  const content = blocks.flatMap((block): Sample["content"] => {
    switch (block.type) {
      case "text":
        return [{ type: "text", text: block.text }];
      case "tool_use":
        return [{ type: "toolCall", id: block.id, name: block.name, arguments: block.input }];
      case "image":
      case "audio":
      case "tool_result":
        return [];
      default:
        return block satisfies never;
    }
  });
  const hasCalls = content.some(({ type }) => type === "toolCall");
  const isCut = result.stopReason === "maxTokens";
  return { model: result.model, content, stopReason: isCut ? "length" : hasCalls ? "toolUse" : "stop" };
}
