import { misunderstood } from "./dialect.ts";

/**
 * An answer without what models and servers put around it: the thoughts of a model that thinks aloud,
 * and a fence around all of it. Throws `invalid_input` when a thought has no end.
 */
export function bareAnswer(text: string): string {
  // Servers leave out the opening mark where it belongs to the prompt.
  const said = text.includes("</think>") ? text.slice(text.indexOf("</think>") + "</think>".length) : text;
  if (said.trimStart().startsWith("<think>")) throw misunderstood("The thought has no end.");
  return /^```\w*\n((?:(?!```).)*)\n```$/s.exec(said.trim())?.[1] ?? said.trim();
}
