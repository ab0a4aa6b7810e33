import { z } from "zod";
import { endError } from "../../src/agent/end-errors.ts";
import type { RunTask } from "../../src/agent/port.ts";
import { GuiAgentError, throwIfCancelled, toGuiAgentError } from "../../src/core/errors.ts";
import type { TaskResult, TaskStep } from "../../src/tools/tasks.ts";

const line = z.discriminatedUnion("does", [
  /** Calls a tool, as a step. */
  z.object({ does: z.literal("call"), tool: z.string(), input: z.record(z.string(), z.unknown()) }),
  /** Asks the task's model, as a step; the step says what the model said. */
  z.object({ does: z.literal("ask"), prompt: z.string() }),
  /** Lets the model choose among one tool, as a step. */
  z.object({ does: z.literal("choose"), tool: z.string() }),
  /** Lets time pass that a cancellation ends. */
  z.object({ does: z.literal("wait"), ms: z.number() }),
  z.object({ does: z.literal("end"), end: z.enum(["done", "gave_up", "stuck", "max_steps", "failures"]) }),
]);
export type ScriptLine = z.infer<typeof line>;

/** A task for `runScript`, in words that it understands. */
export function script(...lines: readonly ScriptLine[]): string {
  return JSON.stringify(lines);
}

const words = { role: "user", timestamp: 0 } as const;

/**
 * Stands in for the agent loop: does what the task's own text says, through the same operator and the
 * same models, so that what is around a task can be tested by itself.
 */
export const runScript: RunTask = async (request, { operator, clock, settings, onStep }, signal) => {
  const steps: TaskStep[] = [];
  const step = async (action: string, input: Record<string, unknown>, act: () => Promise<string>) => {
    const started = clock.now();
    const done = { number: steps.length + 1, action, input };
    let outcome: Pick<TaskStep, "outcome" | "message" | "said">;
    try {
      outcome = { outcome: "ok", said: await act() };
    } catch (thrown) {
      const { code, message } = toGuiAgentError(thrown);
      outcome = { outcome: code, message, said: "" };
    }
    throwIfCancelled(signal);
    const finished = { ...done, ...outcome, elapsedMs: Math.round(clock.now() - started) };
    steps.push(finished);
    onStep(finished);
  };
  const call = async (tool: string, input: Record<string, unknown>) => {
    const outcome = await operator.call(tool, input, signal);
    if (outcome.kind === "error") throw outcome.error;
    return outcome;
  };
  const follow = async (each: ScriptLine): Promise<TaskResult["end"] | undefined> => {
    const { model } = request;
    switch (each.does) {
      case "call":
        await step(each.tool, each.input, async () => {
          await call(each.tool, each.input);
          return "";
        });
        return undefined;
      case "ask": {
        const messages = [{ ...words, content: each.prompt }];
        await step("ask", {}, () => model.complete({ system: "You answer.", messages, signal }));
        return undefined;
      }
      case "choose": {
        const parameters = { type: "object", properties: { x: { type: "integer" }, y: { type: "integer" } } };
        const tools = [{ name: each.tool, description: "Acts.", parameters }];
        const context = { systemPrompt: "You act.", messages: [{ ...words, content: "Act." }], tools };
        const reply = await (await model.stream(model.loopModel, context, { signal })).result();
        for (const part of reply.content) {
          if (part.type !== "toolCall") continue;
          await step(part.name, part.arguments, async () => {
            const refusal = model.refusalOf(part.id);
            if (refusal !== undefined) throw new GuiAgentError("model_declined", refusal);
            await call(part.name, part.arguments);
            return model.name;
          });
        }
        return undefined;
      }
      case "wait":
        await clock.sleep(each.ms, signal);
        return undefined;
      case "end":
        return each.end;
      default:
        return each satisfies never;
    }
  };
  const ended = async (end: TaskResult["end"]): Promise<TaskResult> => {
    const outcome = await operator.call("gui_screenshot", {}, signal);
    const screenshot = outcome.kind === "image" ? outcome.image : undefined;
    const error = endError(end, request, settings, undefined, undefined);
    return { end, result: end === "done" ? "As told." : undefined, error, steps, screenshot };
  };
  try {
    for (const each of z.array(line).parse(JSON.parse(request.task))) {
      const end = await follow(each);
      if (end !== undefined) return await ended(end);
    }
    return await ended("done");
  } catch (thrown) {
    if (signal.aborted) return await ended("cancelled");
    throw thrown;
  }
};
