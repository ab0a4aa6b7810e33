import type { StreamFn } from "@mariozechner/pi-agent-core";
import type { ModelProfile } from "../coordinates/model-profiles.ts";
import type { GuiAgentError } from "../core/errors.ts";
import type { ProviderName } from "./providers.ts";

/** A model as `runAgentLoop` takes it. */
export type LoopModel = Parameters<StreamFn>[0];
export type ModelContext = Parameters<StreamFn>[1];
export type Message = ModelContext["messages"][number];
export type Reply = Extract<Message, { readonly role: "assistant" }>;
export type { StreamFn };

/** A model that somebody else asks on our behalf, as MCP clients lend theirs. */
export interface Sampler {
  /** What its provider calls it, where that is known beforehand. */
  readonly model: string | undefined;
  /** Whether it can call tools. */
  readonly takesTools: boolean;
  /** Asks once. @throws whatever the asking comes to */
  ask(
    context: ModelContext,
    options: { readonly maxTokens: number; readonly signal: AbortSignal },
  ): Promise<Sample>;
}

/** What such a model says. */
export interface Sample {
  readonly model: string;
  readonly content: Reply["content"];
  readonly stopReason: Extract<Reply["stopReason"], "stop" | "length" | "toolUse">;
}

export interface Question {
  readonly system: string;
  readonly messages: Message[];
  readonly signal: AbortSignal;
  /** Whether a part of an answer is as bad as none. */
  readonly mustBeWhole?: boolean;
  /** For how long after the first attempt another may be begun, in milliseconds; for as long as there are attempts when undefined. */
  readonly patienceMs?: number;
}

/** A vision model with everything between it and us that can go wrong taken care of. */
export interface VisionModel {
  /** As its provider calls it. */
  readonly name: string;
  readonly provider: ProviderName;
  readonly profile: ModelProfile;
  /** For `runAgentLoop`, together with `stream`. */
  readonly loopModel: LoopModel;
  /**
   * Asks the model; waits and asks again when it is overloaded, silent or cut off. The stream that comes
   * back holds the finished reply and nothing before it, so nothing of an attempt that failed is ever
   * seen. Never rejects: a failure is a reply with the stop reason `error`, whose reason `failureOf` has.
   * A reply at a limit of length has the stop reason `length`; text in it may end anywhere.
   */
  readonly stream: StreamFn;
  /** Why a tool call of the last reply must not be executed; undefined when it may be. */
  refusalOf(toolCallId: string): string | undefined;
  /** Why there is no reply, of one with the stop reason `error` or `aborted`. */
  failureOf(reply: Reply): GuiAgentError | undefined;
  /**
   * Asks once, without tools, and returns the text; one that was cut off at its greatest length says so. It
   * may be as long as any of the model's: what a model thinks counts towards the limit, however short the
   * answer is. Does not touch the refusals of the last reply.
   * @throws `model_unavailable` when there is no answer, or not all of one that must be whole,
   *   `model_declined` when the provider gives none, `cancelled`
   */
  complete(question: Question): Promise<string>;
}
