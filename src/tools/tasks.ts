import type { ErrorCode, GuiAgentError } from "../core/errors.ts";
import type { Secrets } from "../safety/secrets.ts";
import type { Caller } from "./caller.ts";
import type { Operator } from "./operator.ts";
import type { ShownImage } from "./output.ts";
import type { SessionState } from "./session-state.ts";

/** A task as its caller wants it. */
export interface TaskOrder {
  /** In words. */
  readonly task: string;
  /** The setting of that name when undefined. */
  readonly maxSteps: number | undefined;
  /** Counted from when the task has the desktop; the setting of that name when undefined. */
  readonly maxSeconds: number | undefined;
  /** Another model of the provider that the settings name. */
  readonly model: string | undefined;
  readonly displayIndex: number | undefined;
}

/**
 * Why a task ended. `model`: the model gave no reply, or the one that finds places for it none. `failures`:
 * too many actions failed in a row, or the desktop refuses all.
 */
export type TaskEnd =
  | "done"
  | "gave_up"
  | "max_steps"
  | "max_seconds"
  | "stuck"
  | "failures"
  | "model"
  | "cancelled";

interface Place {
  readonly x: number;
  readonly y: number;
}

/** One action of a task. Its caller sees it without secrets, and with long texts cut. */
export interface TaskStep {
  /** Counts up from 1. */
  readonly number: number;
  /** The tool's name; `none` for an answer in which no action could be read. */
  readonly action: string;
  /** What the model gave, without what it calls secret. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Where it acted, in the model's own numbers; of a drag, where it began. */
  readonly modelPoint?: Place;
  /** The same in logical points of the display. */
  readonly screenPoint?: Place;
  /** Where a drag ended, in the model's own numbers. */
  readonly modelEnd?: Place;
  /** The same in logical points of the display. */
  readonly screenEnd?: Place;
  readonly outcome: "ok" | ErrorCode;
  /** What went wrong; absent when nothing did. */
  readonly message?: string;
  /** What differs from what was asked for, in a step that succeeded. */
  readonly notice?: string;
  /** What the model said with it; empty when it said nothing. */
  readonly said: string;
  readonly elapsedMs: number;
}

export interface TaskResult {
  readonly end: TaskEnd;
  /** What the model said came of it, or why it gave up. */
  readonly result: string | undefined;
  /** Why the task did not come to its own end; undefined when it did, be it by giving up. */
  readonly error: GuiAgentError | undefined;
  readonly steps: readonly TaskStep[];
  /** What the screen showed at the end; undefined when no picture could be taken. */
  readonly screenshot: ShownImage | undefined;
}

/** The task that has the desktop now. */
export interface RunningTask {
  /** Whose it is. */
  readonly session: string;
  readonly task: string;
  readonly maxSteps: number;
  /** ISO 8601. */
  readonly since: string;
  /** Undefined as long as there is none. */
  readonly lastStep: TaskStep | undefined;
}

/** What a task has to work with: the desktop for its whole run, and all tools that act on it. */
export interface TaskDesk extends Caller {
  /** The session of its caller. */
  readonly session: SessionState;
  /** What the task has typed as secrets so far. */
  readonly secrets: Secrets;
  /** @param session what the task remembers between its calls */
  operatorFor(session: SessionState): Operator;
}

/** Carries out whole tasks. */
export interface TaskRunner {
  /**
   * Makes sure that a task can be begun, before it waits for the desktop.
   * @throws `model_unavailable` when there is no model to ask
   */
  assertPossible(order: TaskOrder, caller: Caller): Promise<void>;
  /** Runs a task to its end, whatever that is. It has the desktop meanwhile. */
  run(order: TaskOrder, desk: TaskDesk): Promise<TaskResult>;
}
