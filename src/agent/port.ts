import type { Clock } from "../core/clock.ts";
import type { Log } from "../core/log.ts";
import type { VisionModel } from "../models/port.ts";
import type { Secrets } from "../safety/secrets.ts";
import type { Operator } from "../tools/operator.ts";
import type { TaskResult, TaskStep } from "../tools/tasks.ts";

export interface TaskRequest {
  /** What is to be done, in the caller's words. */
  readonly task: string;
  readonly maxSteps: number;
  readonly maxSeconds: number;
  /** The display to work on; undefined for the selected one. */
  readonly displayIndex: number | undefined;
  readonly model: VisionModel;
  /** Sums up the past; undefined for the model itself. */
  readonly memoryModel: VisionModel | undefined;
  /**
   * Finds on the screen what the model names in words; undefined for a model that points for itself. Not
   * asked for one that answers in a dialect.
   */
  readonly groundingModel: VisionModel | undefined;
}

export interface TaskSettings {
  /** From the last action of a reply to the picture that shows what came of it, in milliseconds. */
  readonly stepDelayMs: number;
  /** How many steps in a row may leave the screen as it is. */
  readonly stuckThreshold: number;
}

/** What a task works with. */
export interface TaskTools {
  /** Its session must be one whose screenshots fit the model that points (`pointingModel`). */
  readonly operator: Operator;
  readonly clock: Clock;
  readonly settings: TaskSettings;
  readonly log: Pick<Log, "warn">;
  /** Hears of what is secret as soon as the model has called for it. */
  readonly secrets: Pick<Secrets, "add">;
  /** Called as each step ends. */
  readonly onStep: (step: TaskStep) => void;
}

/** Carries out a task; see `loop.ts`. */
export type RunTask = (request: TaskRequest, tools: TaskTools, signal: AbortSignal) => Promise<TaskResult>;
