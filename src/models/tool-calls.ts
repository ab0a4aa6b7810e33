import type { Reply } from "./port.ts";

const notOneObject =
  "The arguments were not one complete JSON object, so this call was not executed. Make it again.";

const notOneId =
  "Several calls of this reply had one id, so none of them was executed. Make one call in a reply.";

/**
 * Why calls of a reply must not be executed, by their ids. The library repairs arguments that were cut
 * off, and would click at (10, 2) when `{"x":10,"y":2` was the beginning of (10, 200).
 * @param written the arguments as the model wrote them, by the call's place in the reply
 * @param twins the ids of calls that had one with another: a call that was sent twice cannot be told from two
 */
export function findRefusals(
  reply: Reply,
  written: ReadonlyMap<number, string>,
  twins: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const refusals = new Map<string, string>();
  for (const [place, part] of reply.content.entries()) {
    if (part.type !== "toolCall") continue;
    const text = written.get(place) ?? "";
    const isObject = isPlainObject(part.arguments);
    const refusal = isObject ? refusalFor(part.arguments, text, reply.stopReason) : notOneObject;
    if (twins.has(part.id)) refusals.set(part.id, notOneId);
    else if (refusal !== undefined) refusals.set(part.id, refusal);
    // Whoever handles a call takes for granted that it has an object.
    if (!isObject) part.arguments = {};
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
  return isUnderstood ? undefined : notOneObject;
}

function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
