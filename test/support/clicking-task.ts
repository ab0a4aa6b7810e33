import { type AgentTool, runAgentLoop } from "@mariozechner/pi-agent-core";
import { Type } from "@mariozechner/pi-ai";
import type { GuiAgentError } from "../../src/core/errors.ts";
import type { Reply, VisionModel } from "../../src/models/port.ts";

const point = Type.Object({ x: Type.Integer(), y: Type.Integer() });

export interface ClickingTask {
  /** Where the tool clicked, in order. */
  readonly clicks: readonly { readonly x: number; readonly y: number }[];
  /** What the model said last. */
  readonly last: Reply;
  readonly failure: GuiAgentError | undefined;
}

/** Lets a model work with a tool that only writes down where it was told to click. */
export async function runClickingTask(
  model: VisionModel,
  signal: AbortSignal = new AbortController().signal,
): Promise<ClickingTask> {
  const clicks: { x: number; y: number }[] = [];
  const click: AgentTool<typeof point> = {
    name: "click",
    label: "Click",
    description: "Clicks.",
    parameters: point,
    async execute(_id, target) {
      clicks.push(target);
      return { content: [{ type: "text", text: "clicked" }], details: undefined };
    },
  };
  const replies: Reply[] = [];
  await runAgentLoop(
    [{ role: "user", content: "Click.", timestamp: 0 }],
    { systemPrompt: "You click.", messages: [], tools: [click] },
    {
      model: model.loopModel,
      toolExecution: "sequential",
      convertToLlm: (messages) => messages,
      beforeToolCall: async ({ toolCall }) => {
        const reason = model.refusalOf(toolCall.id);
        return reason === undefined ? undefined : { block: true, reason };
      },
    },
    (event) => {
      if (event.type === "message_end" && event.message.role === "assistant") replies.push(event.message);
    },
    signal,
    model.stream,
  );
  const last = replies.at(-1);
  if (last === undefined) throw new Error("The model said nothing.");
  return { clicks, last, failure: model.failureOf(last) };
}
