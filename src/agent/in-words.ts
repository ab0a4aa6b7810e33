import type { Message, ModelContext, Reply } from "../models/port.ts";
import type { Dialect } from "./dialects/dialect.ts";

type UserPart = Exclude<Extract<Message, { readonly role: "user" }>["content"], string>[number];

/** The system prompt speaks to models that have tools. */
const preface =
  "You have no tools to call. Where calls are spoken of above, write an action, in the form that follows.";

/**
 * A conversation without tools: the model's answers as it gave them, and the user who tells what came
 * of them.
 * @param answerOf what the model answered, actions included
 */
export function inWords(
  context: ModelContext,
  { instructions, newestPictureOnly = false }: Dialect,
  answerOf: (reply: Reply) => string,
): ModelContext {
  const messages: Message[] = [];
  for (const message of newestPictureOnly ? withoutOldPictures(context.messages) : context.messages) {
    if (message.role === "assistant") {
      const answer = answerOf(message);
      if (answer.trim() !== "") messages.push({ ...message, content: [textPart(answer)] });
      continue;
    }
    const last = messages.at(-1);
    // Many of these models' servers refuse two messages of the user's in a row.
    const before = last?.role === "user" ? partsOf(last.content) : [];
    const content = [...before, ...partsOf(message.content)];
    messages.splice(last?.role === "user" ? -1 : messages.length, 1, {
      role: "user",
      content,
      timestamp: message.timestamp,
    });
  }
  return { systemPrompt: `${context.systemPrompt ?? ""}\n\n${preface}\n\n${instructions}`, messages };
}

function withoutOldPictures(messages: readonly Message[]): readonly Message[] {
  const newest = messages.findLast(hasPicture);
  return messages.map((message) =>
    message === newest || message.role === "assistant"
      ? message
      : { ...message, content: partsOf(message.content).filter(({ type }) => type !== "image") },
  );
}

function hasPicture({ content }: Message): boolean {
  return typeof content !== "string" && content.some(({ type }) => type === "image");
}

function partsOf(content: string | readonly UserPart[]): UserPart[] {
  return typeof content === "string" ? [textPart(content)] : [...content];
}

function textPart(text: string) {
  return { type: "text", text } as const;
}
