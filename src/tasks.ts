import type { RunTask, TaskSettings } from "./agent/port.ts";
import type { Clock } from "./core/clock.ts";
import { GuiAgentError } from "./core/errors.ts";
import type { Log } from "./core/log.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { Caller } from "./tools/caller.ts";
import { SessionState } from "./tools/session-state.ts";
import type { RunningTask, TaskDesk, TaskOrder, TaskResult, TaskRunner, TaskStep } from "./tools/tasks.ts";

export interface TasksOptions {
  readonly runTask: RunTask;
  readonly models: ModelChoice;
  readonly settings: TaskSettings & { readonly maxSteps: number };
  readonly clock: Clock;
  readonly log: Log;
}

/** A cancelled task ends at once; one that does not must not keep its caller waiting for a second. */
const longestEndMs = 400;

/** Brings tasks, their models and the desktop together, and knows which task runs now. */
export class Tasks implements TaskRunner {
  readonly #options: TasksOptions;
  #running: RunningTask | undefined;

  constructor(options: TasksOptions) {
    this.#options = options;
  }

  get running(): RunningTask | undefined {
    return this.#running;
  }

  async assertPossible({ model }: TaskOrder, caller: Caller): Promise<void> {
    this.#options.models.assertTaskPossible(model, caller);
  }

  async run(order: TaskOrder, desk: TaskDesk): Promise<TaskResult> {
    const { runTask, models, settings, clock, log } = this.#options;
    const { task, maxSeconds, displayIndex, maxSteps = settings.maxSteps } = order;
    const running = { session: desk.session.id, task, maxSteps, since: clock.date().toISOString() };
    const steps: TaskStep[] = [];
    const ended = new AbortController();
    this.#running = { ...running, lastStep: undefined };
    try {
      desk.report(`The task has begun, with ${maxSteps} steps at most`);
      const chosen = await models.forTask(order.model, desk);
      // Loaded with the first task, like the loop.
      const { pointingModel } = await import("./agent/grounding.ts");
      const operator = desk.operatorFor(new SessionState(desk.session.id, pointingModel(chosen).name, log));
      const onStep = (step: TaskStep) => {
        // Of a task that was left: another one may run by now.
        if (ended.signal.aborted) return;
        steps.push(step);
        this.#running = { ...running, lastStep: step };
        desk.report(describeStep(step));
      };
      const request = { task, maxSteps, maxSeconds, displayIndex, ...chosen };
      return await Promise.race([
        runTask(request, { operator, clock, settings, log, onStep }, desk.signal),
        this.#overdue(desk.signal, steps, ended.signal),
      ]);
    } finally {
      ended.abort();
      this.#running = undefined;
    }
  }

  /** Resolves when a task that was cancelled has not ended in time; pending until `ended` fires otherwise. */
  async #overdue(
    cancelled: AbortSignal,
    steps: readonly TaskStep[],
    ended: AbortSignal,
  ): Promise<TaskResult> {
    await new Promise((resolve) => {
      if (cancelled.aborted) resolve(undefined);
      else cancelled.addEventListener("abort", resolve, { once: true, signal: ended });
    });
    await this.#options.clock.sleep(longestEndMs);
    const error = new GuiAgentError("cancelled", "The task was cancelled.");
    return { end: "cancelled", result: undefined, error, steps, screenshot: undefined };
  }
}

/** The longest text in a client's line of progress. */
const longestSaid = 200;

function describeStep({ number, action, outcome, message, said }: TaskStep): string {
  const what = outcome === "ok" ? "" : ` failed (${outcome}): ${message}`;
  const words = said.replaceAll(/\s+/g, " ").trim();
  return `Step ${number}: ${action}${what}${words === "" ? "" : `. ${words.slice(0, longestSaid)}`}`;
}
