import { profileFor } from "../coordinates/model-profiles.ts";
import type { Clock } from "../core/clock.ts";
import { GuiAgentError, throwIfCancelled, toGuiAgentError } from "../core/errors.ts";
import { blankReply } from "./blank-reply.ts";
import { loadStreams, type ReplyStream } from "./pi.ts";
import type { LoopModel, ModelContext, Question, Reply, Sampler, StreamFn, VisionModel } from "./port.ts";
import { answerIn } from "./reply-text.ts";

/** The name by which a model is called whose client does not tell. */
const unknownName = "the client's model";

/** What the smallest vision models take, since nothing tells which one it is. */
const contextWindow = 32_768;
const maxTokens = 4096;

/** A person may have to allow each request, and clients do not say how long that takes. */
const never = new AbortController().signal;

/** The model of an MCP client, asked through that client. */
export async function openSampledModel(sampler: Sampler, clock: Clock): Promise<VisionModel> {
  return new SampledModel(sampler, clock, await loadStreams());
}

class SampledModel implements VisionModel {
  readonly name;
  /** Stands for the way in which its tools are described, which is the client's affair. */
  readonly provider = "openai";
  readonly profile;
  readonly loopModel: LoopModel;
  readonly #sampler: Sampler;
  readonly #clock: Clock;
  readonly #finished: (reply: Reply) => ReplyStream;
  readonly #failures = new WeakMap<Reply, GuiAgentError>();
  #isCut: boolean = false;

  constructor(sampler: Sampler, clock: Clock, finished: (reply: Reply) => ReplyStream) {
    this.name = sampler.model ?? unknownName;
    this.profile = profileFor(this.name);
    this.loopModel = {
      id: this.name,
      name: this.name,
      api: "openai-completions",
      provider: "custom",
      baseUrl: "",
      input: ["text", "image"],
      reasoning: false,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      contextWindow,
      maxTokens,
    };
    this.#sampler = sampler;
    this.#clock = clock;
    this.#finished = finished;
  }

  readonly stream: StreamFn = async (_model, context, { signal = never, maxTokens: most } = {}) => {
    const reply = blankReply(this.loopModel, this.#clock.date());
    try {
      const sample = await this.#ask(context, most, signal);
      this.#isCut = sample.stopReason === "length";
      return this.#finished({ ...reply, ...sample });
    } catch (thrown) {
      const error = toGuiAgentError(thrown);
      const stopReason = error.code === "cancelled" ? "aborted" : "error";
      const failed: Reply = { ...reply, stopReason, errorMessage: error.message };
      this.#failures.set(failed, error);
      return this.#finished(failed);
    }
  };

  refusalOf(): string | undefined {
    if (!this.#isCut) return undefined;
    return "The reply was cut off at its greatest length, so this call was not executed. Reply more briefly.";
  }

  failureOf(reply: Reply): GuiAgentError | undefined {
    return this.#failures.get(reply);
  }

  async complete({ system, messages, signal, mustBeWhole = false }: Question): Promise<string> {
    const sample = await this.#ask({ systemPrompt: system, messages }, maxTokens, signal);
    return answerIn(sample, mustBeWhole, { name: this.name, remedy: "Ask again." });
  }

  async #ask(context: ModelContext, most: number = maxTokens, signal: AbortSignal) {
    try {
      return await this.#sampler.ask(context, { maxTokens: most, signal });
    } catch (thrown) {
      throwIfCancelled(signal);
      const { message } = toGuiAgentError(thrown);
      throw new GuiAgentError("model_unavailable", `The client did not let its model answer: ${message}`, {
        remedy: "Allow it in the client, or set GUI_AGENT_API_KEY to use a model of gui-agent's own.",
        cause: thrown,
      });
    }
  }
}
