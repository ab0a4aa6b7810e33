import { type AgentTool, runAgentLoop } from "@mariozechner/pi-agent-core";
import { Type } from "@mariozechner/pi-ai";
import type { GuiAgentError } from "../../src/core/errors.ts";
import type { Message, Reply, VisionModel } from "../../src/models/port.ts";

export interface RecordedTask {
  /** What the tools were called with, in order. */
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  readonly messages: readonly Message[];
  /** What the model said last. */
  readonly last: Reply;
  readonly failure: GuiAgentError | undefined;
}

interface RecordedTaskOptions {
  /** The most replies. */
  readonly longest?: number;
  readonly signal?: AbortSignal;
}

/** Lets a model work with tools that only write down how they are called, until it makes no call. */
export async function runRecordedTask(
  model: VisionModel,
  names: readonly string[],
  { longest = 20, signal = new AbortController().signal }: RecordedTaskOptions = {},
): Promise<RecordedTask> {
  const calls: { name: string; input: unknown }[] = [];
  const tools = names.map(
    (name): AgentTool => ({
      name,
      label: name,
      description: name,
      parameters: Type.Object({}),
      async execute(_id, input) {
        calls.push({ name, input });
        return { content: [{ type: "text", text: `${name} was done.` }], details: undefined };
      },
    }),
  );
  const messages: Message[] = [];
  const replies: Reply[] = [];
  let turns = 0;
  await runAgentLoop(
    [{ role: "user", content: "Do it.", timestamp: 0 }],
    { systemPrompt: "You operate a computer.", messages: [], tools },
    {
      model: model.loopModel,
      toolExecution: "sequential",
      convertToLlm: (given) => given,
      beforeToolCall: async ({ toolCall }) => {
        const reason = model.refusalOf(toolCall.id);
        return reason === undefined ? undefined : { block: true, reason };
      },
      shouldStopAfterTurn: () => {
        turns += 1;
        return turns >= longest;
      },
    },
    (event) => {
      if (event.type !== "message_end" || !("role" in event.message)) return;
      messages.push(event.message);
      if (event.message.role === "assistant") replies.push(event.message);
    },
    signal,
    model.stream,
  );
  const last = replies.at(-1);
  if (last === undefined) throw new Error("The model said nothing.");
  return { calls, messages, last, failure: model.failureOf(last) };
}
