import type { Message, Reply, StreamFn, VisionModel } from "../models/port.ts";
import { textOf } from "../models/reply-text.ts";
import { withoutThought } from "./dialects/answer.ts";
import { type Dialect, type DialectCall, excerpt, type ParsedReply } from "./dialects/dialect.ts";
import { dialects } from "./dialects/dialects.ts";
import { inWords } from "./in-words.ts";

const cutOff = "The answer was cut off at its greatest length. Answer more briefly.";
/** Without a quotation of what may be a secret. */
const misshapen = "The answer is not in the form that is asked for.";

/** What a model is shown again of an answer that was cut off, in characters: often it is one line over and over. */
const keptOfCut = 300;

/** The name of the call that stands for an answer in which no action could be read. */
export const noAction = "none";

/** The model as one that calls tools, whether it does or answers in a dialect of its family's. */
export function withToolCalls(model: VisionModel): VisionModel {
  const name = model.profile.dialect;
  return name === undefined ? model : new DialectModel(model, dialects[name]);
}

/** A message as the model is sent it: answers in a dialect go back in the model's own words. */
export function asSent(model: VisionModel, message: Message): Message {
  return model instanceof DialectModel ? model.asSent(message) : message;
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
  /** What the model is reminded of that it answered, in its own words. */
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
    const told = inWords(context, this.#dialect, (reply) => this.#answerOf(reply));
    const stream = await this.#model.stream(loopModel, told, options);
    const reply = await stream.result();
    if (reply.stopReason !== "error" && reply.stopReason !== "aborted") this.#understand(reply);
    // It holds nothing but this reply, which is still to be delivered.
    return stream;
  };

  refusalOf(toolCallId: string): string | undefined {
    return this.#refusal?.id === toolCallId ? this.#refusal.reason : this.#model.refusalOf(toolCallId);
  }

  failureOf: VisionModel["failureOf"] = (reply) => this.#model.failureOf(reply);

  complete: VisionModel["complete"] = (question) => this.#model.complete(question);

  asSent(message: Message): Message {
    if (message.role !== "assistant") return message;
    return { ...message, content: [{ type: "text", text: this.#answerOf(message) }] };
  }

  #answerOf(reply: Reply): string {
    return this.#answers.get(reply) ?? textOf(reply);
  }

  /** Some servers take the calls out of the text. They are put back, so that they are read like all others. */
  #understand(reply: Reply): void {
    const { calledFunction } = this.#dialect;
    const calls = reply.content.filter((part) => part.type === "toolCall");
    if (calls.length === 0) {
      this.#read(reply, textOf(reply));
      return;
    }
    // Calls of the task's own tools can be executed as they are.
    if (calledFunction === undefined || !calls.some(({ name }) => name === calledFunction.name)) return;
    const refusal = calls.map(({ id }) => this.#model.refusalOf(id)).find((each) => each !== undefined);
    const written = reply.content.map((part) =>
      part.type === "toolCall" ? calledFunction.write(part) : textOf({ content: [part] }),
    );
    reply.content = reply.content.filter((part) => part.type !== "toolCall");
    if (refusal === undefined) this.#read(reply, written.join("\n"));
    else this.#read(reply, textOf(reply), { problem: refusal });
  }

  /** Puts the thought and the calls of an answer in its place. One that cannot be read is refused. */
  #read(reply: Reply, answer: string, parsed: ParsedReply = this.#dialect.parse(answer)): void {
    const isWhole = reply.stopReason !== "length";
    this.#answers.set(reply, reminder(answer, isWhole));
    if (!isWhole || "problem" in parsed) {
      const hasSecret = /\bsecret\b/i.test(answer);
      // Where it is in an answer that cannot be read nobody knows, nor whether it would have come to the mark.
      if (!isWhole || hasSecret) reply.content = [];
      const problem = isWhole && "problem" in parsed ? (hasSecret ? misshapen : parsed.problem) : cutOff;
      const id = this.#add(reply, { name: noAction, input: {} });
      this.#refusal = { id, reason: `${problem} Nothing of the answer was executed.` };
      return;
    }
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

/** Without thoughts: models that think aloud were not trained to be shown old ones, and these fill the window. */
function reminder(answer: string, isWhole: boolean): string {
  const said = withoutThought(answer)?.trim() ?? "";
  return isWhole ? said : excerpt(said, keptOfCut);
}
