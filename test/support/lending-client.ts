import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  type CreateMessageRequest,
  CreateMessageRequestSchema,
  type CreateMessageResultWithTools,
} from "@modelcontextprotocol/sdk/types.js";
import type { Model } from "./model-servers/model-server.ts";
import { imageOf } from "./model-servers/wire-format.ts";

type Params = CreateMessageRequest["params"];
type Answer = CreateMessageResultWithTools;

export interface LendingClient {
  readonly client: Client;
  /** What its model was asked so far. */
  readonly asked: readonly Params[];
}

/** An MCP client that lends its model; `answer` stands for that, and for the person who may refuse. */
export function lendingClient(
  takesTools: boolean,
  answer: (params: Params) => Answer | Promise<Answer>,
): LendingClient {
  const asked: Params[] = [];
  const sampling = takesTools ? { tools: {} } : {};
  const client = new Client({ name: "claude-code", version: "1.0.0" }, { capabilities: { sampling } });
  client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
    asked.push(params);
    return answer(params);
  });
  return { client, asked };
}

/** A model of a server, as a client lends it. Of a request it gets the pictures alone. */
export function lent(model: Model): (params: Params) => Promise<Answer> {
  let count = 0;
  return async ({ messages }) => {
    count += 1;
    const blocks = messages.flatMap(({ content }) => content);
    const images = blocks.flatMap((block) =>
      block.type === "image" ? [imageOf(block.mimeType, block.data)] : [],
    );
    const nothing = { path: "", headers: {}, byteLength: 0, model: "", system: "", messages: [], tools: [] };
    const answer = await model({ ...nothing, images, maxTokens: undefined }, count);
    if (!("calls" in answer)) throw new Error("The model called no tool.");
    const { text, calls = [] } = answer;
    return {
      role: "assistant",
      model: "a lent model",
      stopReason: "toolUse",
      content: [
        ...(text === undefined ? [] : [{ type: "text" as const, text }]),
        ...calls.map(({ name, arguments: given }, index) => {
          if (typeof given === "string") throw new Error("A lent model gives its arguments as an object.");
          return { type: "tool_use" as const, id: `${count} ${index}`, name, input: { ...given } };
        }),
      ],
    };
  };
}
