import type { Reply } from "./port.ts";

/**
 * Why calls of a reply must not be executed, by their ids. The library repairs arguments that were cut
 * off, and would click at (10, 2) when `{"x":10,"y":2` was the beginning of (10, 200).
 * @param written the arguments as the model wrote them, by the call's place in the reply
 */
export function findRefusals(
  reply: Reply,
  written: ReadonlyMap<number, string>,
): ReadonlyMap<string, string> {
  const refusals = new Map<string, string>();
  for (const [place, part] of reply.content.entries()) {
    if (part.type !== "toolCall") continue;
    const refusal = refusalFor(part.arguments, written.get(place) ?? "", reply.stopReason);
    if (refusal !== undefined) refusals.set(part.id, refusal);
  }
  return refusals;
}

function refusalFor(
  understood: Readonly<Record<string, unknown>>,
  written: string,
  stopReason: Reply["stopReason"],
): string | undefined {
  if (stopReason === "length") {
    return "The reply was cut off at its greatest length, so this call was not executed. Reply more briefly.";
  }
  const given = written.trim() === "" ? {} : parse(written);
  // Both came from one text, so keys are in one order.
  const isUnderstood = given !== undefined && JSON.stringify(given) === JSON.stringify(understood);
  if (isUnderstood && !Array.isArray(given)) return undefined;
  return "The arguments were not one complete JSON object, so this call was not executed. Make it again.";
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
