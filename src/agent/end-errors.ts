import { GuiAgentError } from "../core/errors.ts";
import type { TaskEnd } from "../tools/tasks.ts";
import type { TaskRequest, TaskSettings } from "./port.ts";

/**
 * What to tell the caller of a task that did not come to its own end; undefined for one that did.
 * @param failure why the model gave no reply, no picture could be taken, or the desktop refuses every action
 * @param lastStep what went wrong in the last step
 */
export function endError(
  end: TaskEnd,
  { maxSteps, maxSeconds, model }: TaskRequest,
  { stuckThreshold }: TaskSettings,
  failure: GuiAgentError | undefined,
  lastStep: string | undefined,
): GuiAgentError | undefined {
  const again = "Look at the screenshot, and give a task for what is left to do.";
  switch (end) {
    case "done":
    case "gave_up":
      return undefined;
    case "max_steps":
      return new GuiAgentError("limit_exceeded", `The task was not done after ${maxSteps} steps.`, {
        remedy: `${again} Or give it more maxSteps.`,
      });
    case "max_seconds":
      return new GuiAgentError("timed_out", `The task was not done after ${maxSeconds} s.`, {
        remedy: `${again} Or give it more maxSeconds.`,
      });
    case "stuck":
      return new GuiAgentError(
        "task_failed",
        `The task is stuck: the last ${stuckThreshold} actions have not changed the screen.`,
        { remedy: `${again} Say how to do it, if the model did not find out.` },
      );
    case "failures":
      if (failure !== undefined) return failure;
      return new GuiAgentError(
        "task_failed",
        `Too much failed in a row. ${lastStep ?? "The model made no calls that can be executed."}`,
        {
          remedy: `The steps, if there are any, say what failed. ${doubt(model)}`,
        },
      );
    case "model":
      return failure ?? new GuiAgentError("model_unavailable", `${model.name} gave no reply.`);
    case "cancelled":
      return new GuiAgentError("cancelled", "The task was cancelled.");
    default:
      return end satisfies never;
  }
}

/** What a model may be that does nothing right: one that cannot do it, or not the one that its name says. */
function doubt({ name, profile }: TaskRequest["model"]): string {
  return profile.dialect === undefined
    ? `If ${name} does not know its tools, set another model.`
    : `If ${name} is not a model whose answers are those of ${profile.dialect}, serve it under the name of its family, or set another model.`;
}
