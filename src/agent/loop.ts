import type { AgentTool } from "@mariozechner/pi-agent-core";
import { type Clock, within } from "../core/clock.ts";
import { type GuiAgentError, toGuiAgentError } from "../core/errors.ts";
import type { Message, Reply, StreamFn, VisionModel } from "../models/port.ts";
import { textOf } from "../models/reply-text.ts";
import type { TaskEnd, TaskResult } from "../tools/tasks.ts";
import { CallRunner } from "./call-runner.ts";
import { asSent, noAction, withToolCalls } from "./dialect-model.ts";
import { endError } from "./end-errors.ts";
import type { Picture } from "./eyes.ts";
import { ground, pointingModel } from "./grounding.ts";
import { LoopTools, type Pointing } from "./loop-tools.ts";
import { Memory } from "./memory.ts";
import { saying, showing } from "./messages.ts";
import type { RunTask, TaskRequest, TaskSettings, TaskTools } from "./port.ts";
import { pictureCaption, remarks, systemPrompt } from "./prompt.ts";
import { racing } from "./racing-operator.ts";
import { secretTextsOf } from "./secret-texts.ts";
import { StepLog } from "./step-log.ts";
import { createSummariser } from "./summary.ts";
import { withPoints } from "./targets.ts";
import { TaskScreen } from "./task-screen.ts";
import { tokensOf, tokensOfPicture, tokensOfText } from "./tokens.ts";

/** More of a model's context would cost more than it helps. In tokens. */
const largestContext = 200_000;
/** For the picture at the end, when the task was stopped from outside, in milliseconds. */
const lastPictureMs = 5000;

/**
 * Carries out a task: picture → model → calls → picture, until it ends in one of the ways of `TaskEnd`.
 * Never rejects: whatever goes wrong is an end. When the signal fires it ends at once, whatever it
 * waits for; a tool in the middle is left to the operator.
 */
export const runTask: RunTask = async (request, tools, signal) => {
  const stopped = new AbortController();
  const timeIsUp = new AbortController();
  const limits = AbortSignal.any([stopped.signal, signal]);
  tools.clock.sleep(request.maxSeconds * 1000, limits).then(
    () => timeIsUp.abort(),
    () => undefined,
  );
  const calling = { ...request, model: withToolCalls(request.model) };
  const task = new Task(calling, tools, AbortSignal.any([signal, timeIsUp.signal]));
  try {
    const ended = await task.run();
    const end = ended ?? (signal.aborted ? "cancelled" : timeIsUp.signal.aborted ? "max_seconds" : "model");
    return await task.result(end, signal);
  } finally {
    stopped.abort();
  }
};

class Task {
  readonly #request: TaskRequest;
  readonly #clock: Clock;
  readonly #settings: TaskSettings;
  readonly #signal: AbortSignal;
  readonly #pointing: Pointing;
  readonly #grounding: VisionModel | undefined;
  readonly #tools: LoopTools;
  readonly #log: TaskTools["log"];
  readonly #secrets: TaskTools["secrets"];
  readonly #steps: StepLog;
  readonly #screen: TaskScreen;
  readonly #runner: CallRunner;
  #failure: GuiAgentError | undefined;
  /** What the model is told next, beside the results of its calls. */
  #next: Message[] = [];

  constructor(
    request: TaskRequest,
    { operator, clock, settings, log, secrets, onStep }: TaskTools,
    signal: AbortSignal,
  ) {
    this.#request = request;
    const raced = racing(operator);
    this.#clock = clock;
    this.#settings = settings;
    this.#log = log;
    this.#secrets = secrets;
    this.#signal = signal;
    const pointing = pointingModel(request);
    this.#grounding = pointing === request.model ? undefined : pointing;
    this.#pointing = { format: pointing.profile, isInWords: this.#grounding !== undefined };
    this.#tools = new LoopTools(this.#pointing, request.displayIndex);
    this.#steps = new StepLog(onStep);
    this.#screen = new TaskScreen(raced, request.displayIndex, settings.stuckThreshold);
    this.#runner = new CallRunner({
      model: request.model,
      operator: raced,
      tools: this.#tools,
      log: this.#steps,
      clock,
      maxSteps: request.maxSteps,
      signal,
      format: pointing.profile,
      place: (given) => this.#place(given),
      beforeActing: (point) => this.#screen.lookBeforeStep(point, signal),
      picture: () => this.#screen.newest,
    });
  }

  /** Returns how the task ended, if it came to an end by itself. */
  async run(): Promise<TaskEnd | undefined> {
    try {
      await this.#loop(await this.#screen.look(this.#signal));
    } catch (thrown) {
      this.#failure = toGuiAgentError(thrown);
      if (this.#signal.aborted) return undefined;
      return "failures";
    }
    return this.#runner.ending?.end ?? (this.#screen.isStuck ? "stuck" : undefined);
  }

  async result(end: TaskEnd, signal: AbortSignal): Promise<TaskResult> {
    const failure = this.#runner.ending?.refusal ?? this.#failure;
    const error = endError(end, this.#request, this.#settings, failure, this.#steps.lastFailure);
    if (this.#runner.reply.needsPicture && !signal.aborted) {
      // Without it the caller would see how the screen was before the last actions.
      await within(this.#clock, lastPictureMs, this.#screen.look(signal)).catch(() => undefined);
    }
    return {
      end,
      result: this.#runner.ending?.text,
      error,
      steps: this.#steps.steps,
      screenshot: shownOf(this.#screen.picture),
    };
  }

  async #loop(first: Picture): Promise<void> {
    const { model, task } = this.#request;
    const prompt = systemPrompt(this.#pointing);
    const memory = new Memory({
      room: this.#roomForMessages(prompt, first),
      tokensOf: (message, perPicture) => tokensOf(asSent(model, message), perPicture),
      summarise: createSummariser({
        task,
        model: this.#request.memoryModel ?? model,
        describeCall: (result) => this.#steps.describe(result),
        onFailure: ({ message }) =>
          this.#log.warn(`${message} Of the first steps of the task, the model is reminded in part.`),
      }),
    });
    // It takes a while to load, and only tasks need it.
    const { runAgentLoop } = await import("@mariozechner/pi-agent-core");
    await runAgentLoop(
      [this.#shown(first, `Task: ${task}`)],
      { systemPrompt: prompt, messages: [], tools: this.#loopTools() },
      {
        model: model.loopModel,
        toolExecution: "sequential",
        transformContext: (messages) =>
          memory.recall(messages, tokensOfPicture(this.#screen.newest.size), this.#signal),
        convertToLlm: (messages) => messages,
        shouldStopAfterTurn: ({ message }) => this.#turnEnded(message),
        getSteeringMessages: async () => this.#next.splice(0),
      },
      (event) => {
        if (event.type === "message_end" && event.message.role === "assistant") this.#replied(event.message);
        if (event.type === "message_end" && event.message.role === "toolResult")
          this.#steps.noteResult(event.message);
        const isUnknown = event.type === "tool_execution_start" && !this.#toolNames.includes(event.toolName);
        if (isUnknown) this.#runner.noteUnknownTool(event.toolName);
      },
      this.#signal,
      this.#ask,
    );
  }

  /**
   * Asks the model, which is told of the tools here: in the loop's own list they have no schemas, since it
   * would bend arguments until they fit, and take null for 0.
   */
  readonly #ask: StreamFn = (loopModel, context, options) => {
    const tools = [...this.#tools.listed(this.#screen.newest.size)];
    return this.#request.model.stream(loopModel, { ...context, tools }, options);
  };

  #loopTools(): AgentTool[] {
    return this.#toolNames.map((name) => ({
      name,
      label: name,
      description: "",
      parameters: {},
      execute: (id, given) => this.#runner.run(id, name, given),
    }));
  }

  get #toolNames(): readonly string[] {
    return [...this.#tools.names, noAction];
  }

  #roomForMessages(prompt: string, { size }: Picture): number {
    const { contextWindow, maxTokens } = this.#request.model.loopModel;
    const listed = JSON.stringify(this.#tools.listed(size));
    return Math.min(contextWindow, largestContext) - maxTokens - tokensOfText(prompt) - tokensOfText(listed);
  }

  #replied(reply: Reply): void {
    if (reply.stopReason === "error") this.#failure = this.#request.model.failureOf(reply);
    for (const text of secretTextsOf(reply)) this.#secrets.add(text);
    this.#runner.beginReply(textOf(reply));
  }

  /** Whether the task ends here. Otherwise what the model is told next has been prepared. */
  async #turnEnded(reply: Reply): Promise<boolean> {
    if (this.#runner.ending !== undefined || this.#signal.aborted) return true;
    const hasCalls = reply.content.some(({ type }) => type === "toolCall");
    try {
      if (!hasCalls) this.#remindOfCalls(reply);
      if (this.#runner.reply.needsPicture) await this.#showOutcome();
    } catch (thrown) {
      if (this.#signal.aborted) return true;
      this.#failure = toGuiAgentError(thrown);
      this.#steps.noteFailure(this.#failure.message);
      this.#runner.checkRefusal(this.#failure);
      this.#next.push(saying(`No picture of the screen could be taken. ${this.#failure.message}`));
    }
    this.#runner.checkFailures();
    return this.#runner.ending !== undefined || this.#screen.isStuck;
  }

  #remindOfCalls(reply: Reply): void {
    const isCut = reply.stopReason === "length";
    const words = textOf(reply).trim();
    const instead = words === "" ? "It said nothing." : `It said: ${words}`;
    this.#steps.noteFailure(
      `The model's reply ${isCut ? "was cut off before it came to a call" : "called no tool"}. ${instead}`,
    );
    this.#next.push(saying(isCut ? remarks.cutOff : remarks.noCall));
  }

  /** Lets what was done settle, and shows the model what came of it. */
  async #showOutcome(): Promise<void> {
    const { hasActed } = this.#runner.reply;
    if (hasActed) await this.#clock.sleep(this.#settings.stepDelayMs, this.#signal);
    const { picture, looksDifferent } = hasActed
      ? await this.#screen.lookAfterStep(this.#signal)
      : { picture: await this.#screen.look(this.#signal), looksDifferent: true };
    this.#failure = undefined;
    this.#runner.noteSeen();
    const isLast = this.#steps.steps.length >= this.#request.maxSteps;
    const notes = [...(looksDifferent ? [] : [remarks.unchanged]), ...(isLast ? [remarks.noStepsLeft] : [])];
    this.#next.push(this.#shown(picture, ...notes));
  }

  async #place(given: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const model = this.#grounding;
    if (model === undefined) return { ...given };
    let picture: Promise<Picture> | undefined;
    return await withPoints(given, async (target) => {
      picture ??= this.#pictureToFindOn();
      const { image, size } = await picture;
      return await ground(target, { ...image, ...size }, model, this.#signal);
    });
  }

  /** The newest picture, or a new one after other calls of the reply: what is named may be what came of them. */
  async #pictureToFindOn(): Promise<Picture> {
    const { hasActed, needsPicture } = this.#runner.reply;
    if (!needsPicture) return this.#screen.newest;
    if (hasActed) await this.#clock.sleep(this.#settings.stepDelayMs, this.#signal);
    return await this.#screen.lookBetweenActions(this.#signal);
  }

  #shown(picture: Picture, ...notes: readonly string[]): Message {
    return showing(picture, ...notes, pictureCaption(this.#pointing, picture.size));
  }
}

/** Without what was captured, which would be kept for as long as the result is. */
function shownOf(picture: Picture | undefined): TaskResult["screenshot"] {
  if (picture === undefined) return undefined;
  const { bytes, mimeType, metadata } = picture.image;
  return { bytes, mimeType, metadata };
}
