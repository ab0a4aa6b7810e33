import { type AgentTool, runAgentLoop } from "@mariozechner/pi-agent-core";
import { Type } from "@mariozechner/pi-ai";
import type { Message, VisionModel } from "../../src/models/port.ts";

export interface RecordedTask {
  /** What the tools were called with, in order. */
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  readonly messages: readonly Message[];
}

/** Lets a model work with tools that only write down how they are called, until it makes no call. */
export async function runRecordedTask(
  model: VisionModel,
  names: readonly string[],
  longest = 5,
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
      if (event.type === "message_end" && "role" in event.message) messages.push(event.message);
    },
    new AbortController().signal,
    model.stream,
  );
  return { calls, messages };
}
