import type { Reply, Sample } from "./port.ts";

/** What a model said, beside its calls. */
export function textOf({ content }: Pick<Sample, "content">): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** The text of a whole answer; one that was cut off at its greatest length says so at its end. */
export function answerIn(reply: Pick<Reply, "content" | "stopReason">): string {
  const text = textOf(reply).trim();
  if (text === "" || reply.stopReason !== "length") return text;
  return `${text}… [The answer was cut off here, at its greatest length.]`;
}
