import type { RunTask, TaskSettings } from "./agent/port.ts";
import type { Clock } from "./core/clock.ts";
import { GuiAgentError } from "./core/errors.ts";
import type { Log } from "./core/log.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { Secrets } from "./safety/secrets.ts";
import { describeEnd, describeStep } from "./tell-task.ts";
import type { Caller } from "./tools/caller.ts";
import { SessionState } from "./tools/session-state.ts";
import type { RunningTask, TaskDesk, TaskOrder, TaskResult, TaskRunner, TaskStep } from "./tools/tasks.ts";

export interface TasksOptions {
  readonly runTask: RunTask;
  readonly models: ModelChoice;
  readonly settings: TaskSettings & { readonly maxSteps: number; readonly maxSeconds: number };
  readonly clock: Clock;
  readonly log: Log;
}

/** A cancelled task ends at once; one that does not must not keep its caller waiting for a second. */
const longestEndMs = 400;

/** Brings tasks, their models and the desktop together, and knows which task runs now. */
export class Tasks implements TaskRunner {
  readonly #options: TasksOptions;
  #running: { readonly task: RunningTask; readonly secrets: Secrets } | undefined;

  constructor(options: TasksOptions) {
    this.#options = options;
  }

  get running(): RunningTask | undefined {
    if (this.#running === undefined) return undefined;
    const { task, secrets } = this.#running;
    const { lastStep } = task;
    return {
      ...task,
      task: secrets.hide(task.task),
      lastStep: lastStep && withoutSecrets(lastStep, secrets),
    };
  }

  async assertPossible({ model }: TaskOrder, caller: Caller): Promise<void> {
    this.#options.models.assertTaskPossible(model, caller);
  }

  async run(order: TaskOrder, desk: TaskDesk): Promise<TaskResult> {
    const { runTask, models, settings, clock, log } = this.#options;
    const { task, displayIndex, maxSteps = settings.maxSteps, maxSeconds = settings.maxSeconds } = order;
    const { secrets } = desk;
    const running = { session: desk.session.id, task, maxSteps, since: clock.date().toISOString() };
    const steps: TaskStep[] = [];
    const ended = new AbortController();
    this.#running = { task: { ...running, lastStep: undefined }, secrets };
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
        this.#running = { task: { ...running, lastStep: step }, secrets };
        desk.report(describeStep(withoutSecrets(step, secrets)));
      };
      const request = { task, maxSteps, maxSeconds, displayIndex, ...chosen };
      const result = await Promise.race([
        runTask(request, { operator, clock, settings, log, secrets, onStep }, desk.signal),
        this.#overdue(desk.signal, steps, ended.signal),
      ]);
      const told = {
        ...result,
        steps: result.steps.map((step) => withoutSecrets(step, secrets)),
        error: result.error && errorWithoutSecrets(result.error, secrets),
      };
      // Who has cancelled it waits for nothing more.
      if (!desk.signal.aborted)
        desk.report(describeEnd({ ...told, result: told.result && secrets.hide(told.result) }));
      return told;
    } finally {
      ended.abort();
      this.#running = undefined;
    }
  }

  /** Resolves when a task that was cancelled has not ended in time; never when `ended` fires before that. */
  async #overdue(
    cancelled: AbortSignal,
    steps: readonly TaskStep[],
    ended: AbortSignal,
  ): Promise<TaskResult> {
    await new Promise((resolve) => {
      if (cancelled.aborted) resolve(undefined);
      else cancelled.addEventListener("abort", resolve, { once: true, signal: ended });
    });
    await this.#options.clock.sleep(longestEndMs, ended);
    const error = new GuiAgentError("cancelled", "The task was cancelled.");
    return { end: "cancelled", result: undefined, error, steps, screenshot: undefined };
  }
}

/** A model may repeat in its own words what it types as a secret, or have said it a step before. */
function withoutSecrets({ action, said, message, input, ...step }: TaskStep, secrets: Secrets): TaskStep {
  const words = Object.entries(input).map(([name, value]) => [
    name,
    typeof value === "string" ? secrets.recordable(value) : value,
  ]);
  const hidden = {
    ...step,
    // A model may make up a tool's name, too.
    action: secrets.recordable(action),
    input: Object.fromEntries(words),
    said: secrets.recordable(said),
  };
  return message === undefined ? hidden : { ...hidden, message: secrets.hide(message) };
}

/** An error may repeat what the model said. */
function errorWithoutSecrets({ code, message, remedy }: GuiAgentError, secrets: Secrets): GuiAgentError {
  const hidden = secrets.recordable(message);
  return new GuiAgentError(code, hidden, remedy === undefined ? {} : { remedy });
}
