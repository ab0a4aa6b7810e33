import { z } from "zod";
import { GuiAgentError } from "../core/errors.ts";
import { defineTaskTool } from "./define-tool.ts";
import { modelField } from "./fields.ts";
import type { TaskReport } from "./output.ts";
import { displayIndexField } from "./target.ts";
import type { TaskOrder, TaskResult, TaskStep } from "./tasks.ts";

/** An hour: what a caller has forgotten must end. */
const longestTaskSeconds = 3600;

const input = z.strictObject({
  task: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .describe("What is to be achieved, in words, with every detail that it needs."),
  maxSteps: z
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe("The most actions. Default: the setting of that name, 50 unless set otherwise."),
  maxSeconds: z
    .int()
    .min(1)
    .max(longestTaskSeconds)
    .optional()
    .describe(
      "The most time, counted from when the task has the desktop. Default: the setting of that name, an hour unless set otherwise.",
    ),
  model: modelField,
  displayIndex: displayIndexField,
});

export const executeTask = defineTaskTool({
  name: "gui_execute_task",
  title: "Carry out a task",
  description:
    "Have a whole task carried out on the desktop, described in words: a vision model looks, clicks and types until it is done. The call lasts as long as the task, and tells each step as progress; cancel it to stop. Nobody else acts on the desktop meanwhile; while another task runs, this one waits in line. Returns what was achieved or why not (end: done, gave_up, max_steps, max_seconds, stuck, failures, model or cancelled), the steps, and the last screenshot. It needs a key for a model, or a client that lends its own; without one, and for single actions, use the other tools yourself.",
  effect: "task",
  input,
  assertPossible: (context, given) => context.tasks.assertPossible(toOrder(given), context),
  run: async (context, given) => toReport(await context.tasks.run(toOrder(given), context)),
});

function toOrder({ task, maxSteps, maxSeconds, model, displayIndex }: z.infer<typeof input>): TaskOrder {
  return { task, maxSteps, maxSeconds, model, displayIndex };
}

function toReport({ end, result, error, steps, screenshot }: TaskResult): Omit<TaskReport, "kind"> {
  const failure = end === "done" ? undefined : (error ?? gaveUp());
  return {
    data: {
      success: failure === undefined,
      end,
      ...(result === undefined ? {} : { result }),
      steps: steps.map(toOutput),
      ...(screenshot === undefined ? {} : { screenshot: screenshot.metadata }),
    },
    image: screenshot,
    error: failure,
    recorded: { end, steps: steps.length },
  };
}

function toOutput({ said, ...step }: TaskStep): Record<string, unknown> {
  return { ...step, ...(said === "" ? {} : { said }) };
}

function gaveUp(): GuiAgentError {
  return new GuiAgentError("task_failed", "The model says that the task cannot be done.", {
    remedy: "The result says why. Look at the screenshot and the steps before you go on.",
  });
}
