import type { AgentToolResult } from "@mariozechner/pi-agent-core";
import { z } from "zod";
import type { CoordinateFormat } from "../coordinates/model-profiles.ts";
import type { Clock } from "../core/clock.ts";
import { GuiAgentError, throwIfCancelled, toGuiAgentError } from "../core/errors.ts";
import { oneLine } from "../core/one-line.ts";
import { BlankAnswer } from "../models/blank-answer.ts";
import type { VisionModel } from "../models/port.ts";
import type { Tool } from "../tools/define-tool.ts";
import type { Operator } from "../tools/operator.ts";
import type { ToolOutput } from "../tools/output.ts";
import { DesktopRefusal } from "../tools/refusal.ts";
import type { TaskEnd, TaskStep } from "../tools/tasks.ts";
import { endingText, findEndingTool } from "./ending-tools.ts";
import { type Picture, screenPointOf } from "./eyes.ts";
import type { LoopTools } from "./loop-tools.ts";
import { recordOf } from "./record.ts";
import { resultForModel } from "./result-for-model.ts";
import type { StepLog } from "./step-log.ts";
import { wordsOf } from "./targets.ts";

/** Between two actions of one reply, in milliseconds: programs need a while to follow. */
const betweenActionsMs = 400;
/** As many failures in a row end a task: the model has lost its way. */
const mostFailures = 5;

export interface CallRunnerOptions {
  readonly model: VisionModel;
  readonly operator: Operator;
  readonly tools: LoopTools;
  readonly log: StepLog;
  readonly clock: Clock;
  readonly maxSteps: number;
  readonly signal: AbortSignal;
  /**
   * Called before the first action of a reply, with the place where it acts in logical points of the
   * display, if it names one. What it throws keeps that from being done.
   */
  readonly beforeActing: (point: TaskStep["screenPoint"]) => Promise<void>;
  /** In whose numbers points are. */
  readonly format: CoordinateFormat;
  /** Finds the places that a call names in words; what it throws is an answer for the model. */
  readonly place: (given: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>;
  /** The picture that points refer to. */
  readonly picture: () => Picture;
}

/** What has become of a reply's calls so far. */
interface ReplyState {
  readonly said: string;
  /** A call failed, so that those after it are not executed. */
  hasFailed: boolean;
  /** An action was done that may have changed the screen. */
  hasActed: boolean;
  /**
   * The screen may look different, or the model has seen another picture than one of all of it. From an
   * earlier reply, if no picture could be taken since.
   */
  needsPicture: boolean;
  /** The model has asked for a picture, and has to see it before it goes on. */
  hasLookedCloser: boolean;
}

export interface Ending {
  readonly end: TaskEnd;
  /** What the model said of it. */
  readonly text?: string;
  /** Why nothing can be done on the desktop, or no place on it be found. */
  readonly refusal?: GuiAgentError;
}

/** Executes the calls of replies, one after the other. */
export class CallRunner {
  readonly #options: CallRunnerOptions;
  #reply = newReply("");
  #ending: Ending | undefined;

  constructor(options: CallRunnerOptions) {
    this.#options = options;
  }

  /** How the task has ended, if calls have ended it. */
  get ending(): Ending | undefined {
    return this.#ending;
  }

  get reply(): Readonly<ReplyState> {
    return this.#reply;
  }

  beginReply(said: string): void {
    this.#reply = { ...newReply(said), needsPicture: this.#reply.needsPicture };
  }

  /** A picture of all of the screen has been taken. */
  noteSeen(): void {
    this.#reply = newReply(this.#reply.said);
  }

  /** Ends the task if too much has failed in a row. */
  checkFailures(): void {
    if (this.#options.log.failuresInARow >= mostFailures) this.#ending ??= { end: "failures" };
  }

  /**
   * Ends the task if an error says that no action can help: a model cannot unlock a screen, nor find a place
   * for the model whose affair that is.
   */
  checkRefusal(error: GuiAgentError): void {
    if (error instanceof DesktopRefusal) this.#ending ??= { end: "failures", refusal: error };
    else if (isUnaskable(error)) this.#ending ??= { end: "model", refusal: error };
  }

  /** Executes one call; what it throws is an answer for the model. */
  async run(id: string, name: string, given: unknown): Promise<AgentToolResult<undefined>> {
    const reply = this.#reply;
    this.#assertMayRun(name);
    const started = this.#options.clock.now();
    // Of arguments that did not arrive whole nothing is recorded: what says that a text is secret may be missing.
    let whole: Record<string, unknown> = {};
    let placed = whole;
    const step = (outcome: TaskStep["outcome"], words: Pick<TaskStep, "message" | "notice">) => {
      const elapsedMs = Math.round(this.#options.clock.now() - started);
      const record = this.#record(name, placed);
      this.#options.log.add({
        action: name,
        ...record,
        input: { ...wordsOf(whole), ...record.input },
        outcome,
        ...words,
        said: reply.said,
        elapsedMs,
      });
    };
    try {
      const refusal = this.#options.model.refusalOf(id);
      if (refusal !== undefined) throw new GuiAgentError("invalid_input", refusal);
      whole = argumentsIn(given, name);
      placed = whole;
      const ending = findEndingTool(name);
      if (ending !== undefined) {
        this.#ending = { end: ending.end, text: endingText(ending, whole) };
        return answer("");
      }
      placed = await this.#options.place(whole);
      const output = await this.#execute(name, placed);
      step("ok", noticeOf(output));
      return resultForModel(output);
    } catch (thrown) {
      const error = toGuiAgentError(thrown);
      reply.hasFailed = true;
      // Ending a task is not a step of it.
      if (findEndingTool(name) === undefined) step(error.code, { message: error.message });
      else this.#options.log.noteFailure(error.message);
      this.checkRefusal(error);
      this.checkFailures();
      throw forModel(error);
    }
  }

  /** Takes note of a call of a tool that there is not; the loop answers it. */
  noteUnknownTool(invented: string): void {
    const name = oneLine(invented);
    const { log, maxSteps } = this.#options;
    const reply = this.#reply;
    if (reply.hasFailed || this.#ending !== undefined) return;
    reply.hasFailed = true;
    if (log.steps.length >= maxSteps) {
      this.#ending = { end: "max_steps" };
      return;
    }
    // Without the name, which may hold a secret or be endless.
    const message = "There is no tool of that name.";
    const { said } = reply;
    log.add({
      action: name,
      input: {},
      outcome: "unknown_tool",
      message,
      said,
      elapsedMs: 0,
    });
    this.checkFailures();
  }

  #assertMayRun(name: string): void {
    const { signal, log, maxSteps } = this.#options;
    const { hasFailed, needsPicture, hasLookedCloser } = this.#reply;
    throwIfCancelled(signal);
    if (this.#ending !== undefined) throw notExecuted("the task has ended");
    if (hasFailed) throw notExecuted("a call before it failed");
    if (hasLookedCloser) throw notExecuted("you have not seen the picture yet that you asked for");
    const ending = findEndingTool(name);
    // Giving up needs no look: it claims nothing.
    if (ending?.end === "done" && needsPicture)
      throw notExecuted("you have not seen yet what came of the calls before it");
    if (ending !== undefined || log.steps.length < maxSteps) return;
    this.#ending = { end: "max_steps" };
    throw notExecuted("there are no steps left");
  }

  async #execute(name: string, given: Record<string, unknown>): Promise<ToolOutput> {
    const { tools, operator, clock, signal, beforeActing } = this.#options;
    const reply = this.#reply;
    const tool = tools.find(name);
    if (tool === undefined) throw new GuiAgentError("unknown_tool", `There is no tool ${name}.`);
    const input = tools.inputFor(tool, given);
    const isLook = tool.name === "gui_screenshot";
    reply.needsPicture ||= tool.effect !== "read" || isLook;
    if (isAction(tool)) {
      if (reply.hasActed) await clock.sleep(betweenActionsMs, signal);
      else await beforeActing(this.#record(name, given).screenPoint);
    }
    const outcome = await operator.call(name, input, signal);
    if (outcome.kind === "error") throw outcome.error;
    reply.hasActed ||= isAction(tool);
    reply.hasLookedCloser = isLook;
    return outcome;
  }

  /** What of a call may be told, and where it acted. */
  #record(
    name: string,
    given: Record<string, unknown>,
  ): Pick<TaskStep, "input" | "modelPoint" | "screenPoint" | "modelEnd" | "screenEnd"> {
    const { tools, picture, format } = this.#options;
    const tool = tools.find(name);
    if (tool === undefined) return { input: {} };
    const { input, point, end } = recordOf(tool, tools, given);
    const screenPoint = point && screenPointOf(point, format, picture());
    const screenEnd = end && screenPointOf(end, format, picture());
    return {
      input,
      ...(point && { modelPoint: point }),
      ...(screenPoint && { screenPoint }),
      ...(end && { modelEnd: end }),
      ...(screenEnd && { screenEnd }),
    };
  }
}

function newReply(said: string): ReplyState {
  return {
    said,
    hasFailed: false,
    hasActed: false,
    needsPicture: false,
    hasLookedCloser: false,
  };
}

const argumentsSchema = z.record(z.string(), z.unknown());

function argumentsIn(given: unknown, name: string): Record<string, unknown> {
  const parsed = argumentsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new GuiAgentError("invalid_input", `The arguments of ${name} are no object.`, {
    remedy: "Compare them with its schema and call again. Nothing was done.",
  });
}

/** Whether a tool does something of which the screen should show a sign. */
function isAction({ effect }: Tool): boolean {
  return effect === "input" || effect === "release";
}

/** Whether a model cannot be asked; one that gave a blank answer may give a better one to other words. */
function isUnaskable(error: GuiAgentError): boolean {
  const isOfModel = error.code === "model_unavailable" || error.code === "model_declined";
  return isOfModel && !(error instanceof BlankAnswer);
}

function noticeOf(output: ToolOutput): Pick<TaskStep, "notice"> {
  const notice = output.kind === "data" ? output.data.notice : output.image.metadata.notice;
  return typeof notice === "string" ? { notice } : {};
}

function notExecuted(reason: string): GuiAgentError {
  return new GuiAgentError("cancelled", `Not executed: ${reason}.`);
}

/** The loop gives the model an error's message alone. */
function forModel({ code, message, remedy }: GuiAgentError): Error {
  return new Error(`${code}: ${message}${remedy === undefined ? "" : ` ${remedy}`}`);
}

function answer(text: string): AgentToolResult<undefined> {
  return { content: [{ type: "text", text }], details: undefined };
}
