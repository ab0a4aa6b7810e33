import type { EventMarks } from "./event-marks.ts";
import type { Reply } from "./port.ts";

/** Collects the ids that a server gives the calls of a reply. */
export class CallIds {
  readonly #all: string[] = [];
  readonly #keys = new Set<string>();

  /** The ids so far, in the order of the calls; an empty one where the server gave none. */
  get all(): readonly string[] {
    return this.#all;
  }

  note({ calls }: EventMarks): void {
    for (const { id, key } of calls) {
      // The parts of a call may all bear its id, or only the first, or each another.
      if (key !== undefined && this.#keys.has(key)) continue;
      if (key !== undefined) this.#keys.add(key);
      this.#all.push(id);
    }
  }
}

/**
 * Gives calls that came with one id different ones, since providers refuse a conversation in which two calls
 * have the same. The library does so itself for Gemini, and does not tell.
 * @param givenIds the ids that the server gave the calls, in their order, as far as it did
 * @returns the ids, as they are now, of all calls that had one with another
 */
export function separateTwins(reply: Reply, givenIds: readonly string[]): ReadonlySet<string> {
  const twins = new Set<string>();
  const calls = reply.content.filter((part) => part.type === "toolCall");
  for (const [place, call] of calls.entries()) {
    const id = givenIds[place] ?? "";
    const first = givenIds.indexOf(id);
    if (id === "" || first === givenIds.lastIndexOf(id)) continue;
    if (place > first) call.id = `${place + 1}-${call.id}`;
    twins.add(call.id);
  }
  return twins;
}
