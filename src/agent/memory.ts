import type { Message } from "../models/port.ts";

/** Older pictures show what is not there any more, and a picture costs as much as twenty steps in words. */
const keptPictures = 3;
/** Parts of the room for messages: what fills up to the first is summed up down to the second. */
const full = 0.85;
const emptied = 0.4;

const pictureGone = { type: "text", text: "[This picture is not shown any more.]" } as const;

export interface MemoryOptions {
  /** Tokens that messages may take, beside the system prompt, the tools and the reply. */
  readonly room: number;
  /** Tokens that a message takes when it is sent, each of its pictures this many. */
  readonly tokensOf: (message: Message, perPicture: number) => number;
  /** Sums up what went before and messages of finished steps. Never rejects. */
  readonly summarise: (before: string, messages: readonly Message[], signal: AbortSignal) => Promise<string>;
}

/**
 * What a model is reminded of with each request, in three layers: the step being done, which the loop's
 * last messages are; recent steps, as they went; and a summary of those before. Between two summaries
 * messages are only added, and old pictures taken out, so that providers can cache what went before.
 */
export class Memory {
  readonly #options: MemoryOptions;
  #summary = "";
  /** How many of the loop's messages, after the first, the summary stands for. */
  #summarised = 0;

  constructor(options: MemoryOptions) {
    this.#options = options;
  }

  /**
   * The messages to send.
   * @param messages all of the loop's, the task first. Pictures that are too old are taken out of them for good.
   * @param perPicture tokens of a picture
   */
  async recall(messages: readonly Message[], perPicture: number, signal: AbortSignal): Promise<Message[]> {
    const { room, tokensOf, summarise } = this.#options;
    // On a small model three pictures would leave no room for words.
    dropOldPictures(messages, Math.min(keptPictures, Math.max(1, Math.floor(room / 2 / perPicture))));
    const [task, ...rest] = messages;
    if (task === undefined) return [];
    const recent = rest.slice(this.#summarised);
    const costOf = (message: Message) => tokensOf(message, perPicture);
    const cost = (of: readonly Message[]) => of.reduce((sum, each) => sum + costOf(each), 0);
    if (cost([this.#withSummary(task), ...recent]) > full * room) {
      const cut = oldestKept(recent, emptied * room - cost([task]), costOf);
      if (cut > 0) {
        this.#summary = await summarise(this.#summary, recent.slice(0, cut), signal);
        this.#summarised += cut;
        recent.splice(0, cut);
      }
    }
    return [this.#withSummary(task), ...recent];
  }

  /** In the message of the task, since some models want the user and themselves to take turns. */
  #withSummary(task: Message): Message {
    if (this.#summary === "" || task.role !== "user") return task;
    const content = typeof task.content === "string" ? [] : task.content;
    const text = `What you have done so far, summed up:\n${this.#summary}`;
    return { ...task, content: [...content, { type: "text", text }] };
  }
}

/** Replaces all pictures but the newest, in the messages themselves: kept, they would fill our memory too. */
function dropOldPictures(messages: readonly Message[], kept: number): void {
  let seen = 0;
  for (const message of messages.toReversed()) {
    if (message.role === "assistant" || typeof message.content === "string") continue;
    const pictures = message.content.filter(({ type }) => type === "image").length;
    if (pictures === 0) continue;
    const first = Math.max(0, seen + pictures - kept);
    let place = 0;
    message.content = message.content.map((part) => {
      if (part.type !== "image") return part;
      place += 1;
      return place <= first ? pictureGone : part;
    });
    seen += pictures;
  }
}

/**
 * Where the messages begin that are kept: with a reply, since results of calls mean nothing without it. The
 * last reply and what follows are always kept.
 */
function oldestKept(
  messages: readonly Message[],
  room: number,
  costOf: (message: Message) => number,
): number {
  let left = room;
  let kept = messages.findLastIndex(({ role }) => role === "assistant");
  for (let place = messages.length - 1; place >= 0; place -= 1) {
    const message = messages[place];
    if (message === undefined) break;
    left -= costOf(message);
    if (left < 0) break;
    if (message.role === "assistant") kept = place;
  }
  return Math.max(kept, 0);
}
