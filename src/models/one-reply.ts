import type { EventMarks } from "./event-marks.ts";
import type { Protocol } from "./providers.ts";

const twoReplies = "it is made of more than one reply.";

/**
 * Watches that a stream holds one reply and no more. A proxy that lost its server in the middle of a reply
 * may begin another in the same stream, and the libraries would take both for one.
 */
export class OneReply {
  readonly #protocol: Protocol;
  #hasBegun = false;
  #hasSaid = false;
  #hasCall = false;
  #hasEnded = false;
  /** Whether something was said after the end. */
  #hasMore: boolean = false;
  #id: string | undefined;
  #isIdShared = false;

  constructor(protocol: Protocol) {
    this.#protocol = protocol;
  }

  /** Takes note of the next event. @returns what is wrong with the stream; undefined as long as nothing is */
  note({ isBeginning, isEnd, replyId, hasText, calls }: EventMarks): string | undefined {
    if (isBeginning && this.#hasBegun) return twoReplies;
    this.#hasBegun ||= isBeginning;
    const isSaying = hasText || calls.length > 0;
    if (isSaying && this.#isOfAnother(replyId)) return twoReplies;
    this.#hasMore ||= isSaying && this.#hasEnded;
    this.#hasSaid ||= isSaying;
    this.#hasCall ||= calls.length > 0;
    // Some servers say with each event of Gemini's protocol, or with empty ones at first, that the reply ends there.
    this.#hasEnded ||= isEnd && this.#hasSaid;
    return this.#hasMore && this.#hasCall ? "it goes on after its end." : undefined;
  }

  #isOfAnother(id: string | undefined): boolean {
    if (id === undefined) return false;
    const isSame = this.#id === undefined || this.#id === id;
    // Some servers that are compatible with OpenAI give each event an id of its own.
    const isTelling = this.#protocol !== "openai" || this.#isIdShared;
    this.#isIdShared ||= this.#id === id;
    this.#id = id;
    return !isSame && isTelling;
  }
}
