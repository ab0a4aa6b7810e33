import { profileFor } from "../coordinates/model-profiles.ts";
import type { Clock } from "../core/clock.ts";
import { type GuiAgentError, throwIfCancelled, toGuiAgentError } from "../core/errors.ts";
import type { Log } from "../core/log.ts";
import { blankReply } from "./blank-reply.ts";
import { separateTwins } from "./call-ids.ts";
import type { ModelEndpoint } from "./endpoint.ts";
import { Exchange } from "./exchange.ts";
import { explainFailure, hangingFailure, type ModelFailure } from "./failures.ts";
import { withoutPrinting } from "./library-words.ts";
import { loadLibrary, type ModelLibrary, type ReplyStream } from "./pi.ts";
import type { ModelContext, Question, Reply, StreamFn, VisionModel } from "./port.ts";
import { answerIn } from "./reply-text.ts";
import { findRefusals } from "./tool-calls.ts";

/** A model that thinks before it answers says nothing meanwhile; beyond this it hangs. */
const longestSilenceMs = 120_000;
/** For servers that keep a connection alive behind which nothing happens. */
const longestReplyMs = 600_000;

/**
 * In characters: more than any limit of tokens allows. A server that heeds none would fill the memory of
 * the task, and the library reads all arguments so far anew with each piece.
 */
const longestReply = 64_000;

const attempts = 4;
/** The pause before the second attempt; it grows by as much before each further one. */
const pauseMs = 5000;
const longestPauseMs = 10_000;
/** What a server may ask for at most: a task has a limit of time too, and its user waits. */
const longestRequestedPauseMs = 60_000;

/** For a loop that cannot be cancelled. */
const never = new AbortController().signal;

export interface VisionModelOptions {
  readonly clock: Clock;
  readonly log: Log;
}

/** A finished reply, and what of it must not be executed. */
interface Answer {
  readonly reply: Reply;
  readonly refusals: ReadonlyMap<string, string>;
}

interface Request {
  readonly context: ModelContext;
  readonly signal: AbortSignal;
  readonly maxTokens?: number | undefined;
  readonly patienceMs?: number | undefined;
}

/** Opens a model for use. Nothing is sent before it is asked. */
export async function openVisionModel(
  endpoint: ModelEndpoint,
  options: VisionModelOptions,
): Promise<VisionModel> {
  return new GuardedModel(endpoint, await loadLibrary(endpoint), options);
}

class GuardedModel implements VisionModel {
  readonly name;
  readonly provider;
  readonly profile;
  readonly loopModel;
  readonly #endpoint: ModelEndpoint;
  readonly #library: ModelLibrary;
  readonly #options: VisionModelOptions;
  readonly #failures = new WeakMap<Reply, GuiAgentError>();
  #refusals: ReadonlyMap<string, string> = new Map();

  constructor(endpoint: ModelEndpoint, library: ModelLibrary, options: VisionModelOptions) {
    this.name = endpoint.model;
    this.provider = endpoint.provider;
    this.profile = profileFor(endpoint.model, endpoint.coordinateMode);
    this.loopModel = library.loopModel;
    this.#endpoint = endpoint;
    this.#library = library;
    this.#options = options;
  }

  readonly stream: StreamFn = async (_model, context, { signal = never, maxTokens } = {}) => {
    this.#refusals = new Map();
    try {
      const { reply, refusals } = await this.#ask({ context, signal, maxTokens });
      this.#refusals = refusals;
      return this.#library.finished(reply);
    } catch (thrown) {
      return this.#library.finished(this.#failedReply(toGuiAgentError(thrown)));
    }
  };

  refusalOf(toolCallId: string): string | undefined {
    return this.#refusals.get(toolCallId);
  }

  failureOf(reply: Reply): GuiAgentError | undefined {
    return this.#failures.get(reply);
  }

  async complete({ system, messages, mustBeWhole = false, ...limits }: Question): Promise<string> {
    const { reply } = await this.#ask({ context: { systemPrompt: system, messages }, ...limits });
    const remedy = `Ask again, or set ${this.#endpoint.variables.model} to another model.`;
    return answerIn(reply, mustBeWhole, { name: this.name, remedy });
  }

  /** Asks until there is a reply, a failure that stays, or no attempt left. */
  async #ask(request: Request): Promise<Answer> {
    const { clock, log } = this.#options;
    const { patienceMs = Number.POSITIVE_INFINITY } = request;
    const patienceEnds = clock.now() + patienceMs;
    for (let attempt = 1; ; attempt += 1) {
      const exchange = new Exchange(this.#endpoint, clock);
      const answer = await this.#attempt(exchange, request);
      if ("reply" in answer) return answer;
      throwIfCancelled(request.signal);
      const { error, isPassing } = answer;
      if (!isPassing || attempt === attempts || clock.now() >= patienceEnds) throw error;
      const requestedMs = exchange.retryAfterMs;
      const ms =
        requestedMs === undefined
          ? Math.min(attempt * pauseMs, longestPauseMs)
          : Math.min(requestedMs, longestRequestedPauseMs);
      log.warn(`${error.message} It is asked again in ${Math.ceil(ms / 1000)} s.`);
      await clock.sleep(ms, request.signal);
    }
  }

  /** Asks once. The request is over when this returns, whatever the library does. */
  async #attempt(exchange: Exchange, request: Request): Promise<Answer | ModelFailure> {
    const over = new AbortController();
    const signal = AbortSignal.any([request.signal, over.signal]);
    try {
      const ask = () => this.#library.ask(request.context, { signal, maxTokens: request.maxTokens });
      const note = (words: string) => this.#options.log.debug(`The library of model calls says: ${words}`);
      return await Promise.race([
        exchange.run(() => withoutPrinting(note, async () => this.#read(exchange, ask()))),
        this.#silence(exchange, signal),
      ]);
    } finally {
      over.abort();
    }
  }

  async #read(exchange: Exchange, stream: ReplyStream): Promise<Answer | ModelFailure> {
    const written = new Map<number, string>();
    let characters = 0;
    for await (const event of stream) {
      if (event.type === "text_delta" || event.type === "toolcall_delta") characters += event.delta.length;
      if (characters > longestReply) {
        return explainFailure(this.#endpoint, exchange, `it is longer than ${longestReply} characters.`);
      }
      if (event.type !== "toolcall_delta") continue;
      written.set(event.contentIndex, (written.get(event.contentIndex) ?? "") + event.delta);
    }
    const reply = await stream.result();
    const { ending } = exchange;
    const isWhole = reply.stopReason !== "error" && reply.stopReason !== "aborted";
    if (!isWhole || (ending !== "complete" && ending !== "cut")) {
      return explainFailure(this.#endpoint, exchange, reply.errorMessage ?? "it has no proper end.");
    }
    // Two of the libraries take a reply that was cut off for a complete one.
    if (ending === "cut") reply.stopReason = "length";
    const twins = separateTwins(reply, exchange.callIds);
    return { reply, refusals: findRefusals(reply, written, twins) };
  }

  /** Resolves when the server has been silent, or at it, for too long; rejects when the signal fires. */
  async #silence(exchange: Exchange, signal: AbortSignal): Promise<ModelFailure> {
    const { clock } = this.#options;
    const end = clock.now() + longestReplyMs;
    for (;;) {
      const left = Math.min(end, exchange.lastSign + longestSilenceMs) - clock.now();
      if (left <= 0) break;
      await clock.sleep(left, signal);
    }
    return hangingFailure(this.#endpoint, clock.now() - exchange.lastSign);
  }

  #failedReply(error: GuiAgentError): Reply {
    const reply: Reply = {
      ...blankReply(this.loopModel, this.#options.clock.date()),
      stopReason: error.code === "cancelled" ? "aborted" : "error",
      errorMessage: error.message,
    };
    this.#failures.set(reply, error);
    return reply;
  }
}
