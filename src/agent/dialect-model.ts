import type { Reply, StreamFn, VisionModel } from "../models/port.ts";
import { textOf } from "../models/reply-text.ts";
import type { Dialect, DialectCall } from "./dialects/dialect.ts";
import { dialects } from "./dialects/dialects.ts";
import { inWords } from "./in-words.ts";

const cutOff = "The answer was cut off at its greatest length. Answer more briefly.";
/** Without a quotation of what may be a secret. */
const misshapen = "The answer is not in the form that is asked for.";

/** The name of the call that stands for an answer in which no action could be read. */
export const noAction = "none";

/** The model as one that calls tools, whether it does or answers in a dialect of its family's. */
export function withToolCalls(model: VisionModel): VisionModel {
  const name = model.profile.dialect;
  return name === undefined ? model : new DialectModel(model, dialects[name]);
}

/**
 * A model that is told of its actions in words instead of tools, and whose text is read as tool calls.
 * An answer that cannot be read is one call that is refused, so that the model is told why.
 */
class DialectModel implements VisionModel {
  readonly name;
  readonly provider;
  readonly profile;
  readonly loopModel;
  readonly #model: VisionModel;
  readonly #dialect: Dialect;
  /** The answers that were read, in the model's own words. */
  readonly #answers = new WeakMap<Reply, string>();
  /** Of the last reply. */
  #refusal: { readonly id: string; readonly reason: string } | undefined;
  #calls = 0;

  constructor(model: VisionModel, dialect: Dialect) {
    this.name = model.name;
    this.provider = model.provider;
    this.profile = model.profile;
    this.loopModel = model.loopModel;
    this.#model = model;
    this.#dialect = dialect;
  }

  readonly stream: StreamFn = async (loopModel, context, options) => {
    this.#refusal = undefined;
    const answerOf = (reply: Reply) => this.#answers.get(reply) ?? textOf(reply);
    const stream = await this.#model.stream(loopModel, inWords(context, this.#dialect, answerOf), options);
    const reply = await stream.result();
    // Some servers turn the text into tool calls themselves.
    const hasCalls = reply.content.some((part) => part.type === "toolCall");
    if (!hasCalls && reply.stopReason !== "error" && reply.stopReason !== "aborted") this.#read(reply);
    // It holds nothing but this reply, which is still to be delivered.
    return stream;
  };

  refusalOf(toolCallId: string): string | undefined {
    return this.#refusal?.id === toolCallId ? this.#refusal.reason : this.#model.refusalOf(toolCallId);
  }

  failureOf: VisionModel["failureOf"] = (reply) => this.#model.failureOf(reply);

  complete: VisionModel["complete"] = (question) => this.#model.complete(question);

  /** Puts the thought and the calls of an answer in its place. One that cannot be read is refused. */
  #read(reply: Reply): void {
    const answer = textOf(reply);
    const parsed = this.#dialect.parse(answer);
    if (reply.stopReason === "length" || "problem" in parsed) {
      const isWhole = reply.stopReason !== "length";
      const hasSecret = /\bsecret\b/i.test(answer);
      // Where it is in an answer that cannot be read nobody knows, nor whether it would have come to the mark.
      if (!isWhole || hasSecret) {
        this.#answers.set(reply, answer);
        reply.content = [];
      }
      const problem = isWhole && "problem" in parsed ? (hasSecret ? misshapen : parsed.problem) : cutOff;
      const id = this.#add(reply, { name: noAction, input: {} });
      this.#refusal = { id, reason: `${problem} Nothing of the answer was executed.` };
      return;
    }
    this.#answers.set(reply, answer);
    reply.content = parsed.thought === "" ? [] : [{ type: "text", text: parsed.thought }];
    for (const call of parsed.calls) this.#add(reply, call);
    reply.stopReason = "toolUse";
  }

  #add(reply: Reply, { name, input }: DialectCall): string {
    this.#calls += 1;
    const id = `call_${this.#calls}`;
    reply.content.push({ type: "toolCall", id, name, arguments: { ...input } });
    return id;
  }
}
