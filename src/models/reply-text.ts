import { BlankAnswer } from "./blank-answer.ts";
import type { Reply, Sample } from "./port.ts";

/** What a model said, beside its calls. */
export function textOf({ content }: Pick<Sample, "content">): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/**
 * The text of an answer; one that was cut off at its greatest length says so at its end.
 * @throws `BlankAnswer` when there is none, or not all of one that must be whole
 */
export function answerIn(
  reply: Pick<Reply, "content" | "stopReason">,
  mustBeWhole: boolean,
  { name, remedy }: { readonly name: string; readonly remedy: string },
): string {
  const text = textOf(reply).trim();
  const isCut = reply.stopReason === "length";
  if (isCut && (mustBeWhole || text === "")) {
    const message = `The answer of ${name} was cut off at its greatest length.`;
    throw new BlankAnswer("model_unavailable", message, { remedy });
  }
  if (text === "") throw new BlankAnswer("model_unavailable", `${name} answered without a word.`, { remedy });
  return isCut ? `${text}… [The answer was cut off here, at its greatest length.]` : text;
}
