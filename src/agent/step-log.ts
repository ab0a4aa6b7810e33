import type { Message } from "../models/port.ts";
import { shorten } from "../safety/redact.ts";
import type { TaskStep } from "../tools/tasks.ts";
import { noAction } from "./dialect-model.ts";

/** The steps of a task, as its caller and its summaries are told of them. */
export class StepLog {
  readonly #steps: TaskStep[] = [];
  readonly #byResult = new WeakMap<Message, TaskStep>();
  /** The newest step, until there is a message with its result. */
  #untold: TaskStep | undefined;
  readonly #onStep: (step: TaskStep) => void;
  #failuresInARow = 0;
  #lastFailure: string | undefined;

  constructor(onStep: (step: TaskStep) => void) {
    this.#onStep = onStep;
  }

  get steps(): readonly TaskStep[] {
    return this.#steps;
  }

  /** What went wrong last; undefined when a step has succeeded since. */
  get lastFailure(): string | undefined {
    return this.#lastFailure;
  }

  get failuresInARow(): number {
    return this.#failuresInARow;
  }

  /**
   * Adds a step, with all of its words: what is secret among them can only be found in whole texts.
   */
  add(step: Omit<TaskStep, "number">): void {
    const numbered = { number: this.#steps.length + 1, ...step };
    this.#steps.push(numbered);
    this.#untold = numbered;
    if (step.outcome === "ok") {
      this.#failuresInARow = 0;
      this.#lastFailure = undefined;
    } else this.noteFailure(failureOf(step));
    this.#onStep(numbered);
  }

  /** Counts a failure that is no step, such as a reply without a call. */
  noteFailure(what: string): void {
    this.#failuresInARow += 1;
    this.#lastFailure = what;
  }

  /**
   * Takes note of the message with the result of the call that has just ended: the model knows its steps by
   * those. The ids of calls are not of use: some models give none, or the same one again.
   */
  noteResult(message: Message): void {
    if (this.#untold !== undefined) this.#byResult.set(message, this.#untold);
    this.#untold = undefined;
  }

  /** What was done in the call with a result, in one line; undefined for a call that was not executed. */
  describe(result: Message): string | undefined {
    const step = this.#byResult.get(result);
    if (step === undefined) return undefined;
    const input = JSON.stringify(step.input, (_name, value: unknown) =>
      typeof value === "string" ? shorten(value) : value,
    );
    return `step ${step.number}, ${shorten(step.action)} ${input}, ${step.outcome}`;
  }
}

/** Where no action could be read, what the model said is all that there is. */
function failureOf({ action, message, outcome, said }: Omit<TaskStep, "number">): string {
  const what = message ?? outcome;
  return action === noAction && said !== "" ? `${what} It said: ${said}` : what;
}
