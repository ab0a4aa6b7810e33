import type { Sample } from "./port.ts";

/** What a model said, beside its calls. */
export function textOf({ content }: Pick<Sample, "content">): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
