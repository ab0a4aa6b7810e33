import { misunderstood } from "./dialect.ts";

/** A mark begins a line or a sentence. In the middle of one it is quoted from the screen or talked about. */
const opening = /(?:^|[\n.!?…。！？]|^\s*Thought\s*[:：])\s*$/;

/** @throws `invalid_input` when what stands before a mark goes on with it */
export function assertOpens(before: string, mark: string): void {
  if (opening.test(before)) return;
  throw misunderstood(`${mark} does not begin a line, so it may be a quotation.`);
}

/** What a model that thinks aloud says after its thought; undefined when the thought has no end. */
export function withoutThought(text: string): string | undefined {
  // Servers leave out the opening mark where it belongs to the prompt.
  const said = text.includes("</think>") ? text.slice(text.indexOf("</think>") + "</think>".length) : text;
  return said.trimStart().startsWith("<think>") ? undefined : said;
}

/**
 * An answer without what models and servers put around it: the thoughts of a model that thinks aloud,
 * and a fence around all of it. Throws `invalid_input` when a thought has no end.
 */
export function bareAnswer(text: string): string {
  const said = withoutThought(text);
  if (said === undefined) throw misunderstood("The thought has no end.");
  return /^```\w*\n((?:(?!```).)*)\n```$/s.exec(said.trim())?.[1] ?? said.trim();
}
