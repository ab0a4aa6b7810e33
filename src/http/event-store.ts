import type { EventStore } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

export interface EventLimits {
  readonly bytesPerSession: number;
  readonly bytesInTotal: number;
}

/** Room for several full screenshots a session: only the newest results are ever asked for again. */
const defaultEventLimits: EventLimits = {
  bytesPerSession: 4 * 1024 * 1024,
  bytesInTotal: 32 * 1024 * 1024,
};

/** What an event costs beside its message: map entries, ids, objects. */
const bytesOfBookkeeping = 512;

export interface StoredEvent {
  readonly id: string;
  readonly message: JSONRPCMessage;
}

interface Entry extends StoredEvent {
  readonly sequence: number;
  readonly streamId: string;
  readonly bytes: number;
  readonly owner: SessionEvents;
}

/**
 * The events that clients may still ask for after a dropped connection, of all sessions. When a
 * limit is reached the oldest events go first. All work is constant in the number of events.
 */
export class EventLog {
  readonly limits: EventLimits;
  readonly #entries = new Map<number, Entry>();
  #bytes = 0;
  #sequence = 0;

  constructor(limits: EventLimits = defaultEventLimits) {
    this.limits = limits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  openSession(): SessionEvents {
    return new SessionEvents(this);
  }

  nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  add(entry: Entry): void {
    this.#entries.set(entry.sequence, entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.values()) {
      if (this.#bytes <= this.limits.bytesInTotal) break;
      oldest.owner.drop(oldest);
    }
  }

  remove(entry: Entry): void {
    if (this.#entries.delete(entry.sequence)) this.#bytes -= entry.bytes;
  }
}

/** One session's events. Ids of one session mean nothing in another. */
export class SessionEvents implements EventStore, Disposable {
  readonly #log: EventLog;
  readonly #entries = new Map<number, Entry>();
  readonly #streams = new Map<string, Map<number, Entry>>();
  #bytes = 0;

  constructor(log: EventLog) {
    this.#log = log;
  }

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const sequence = this.#log.nextSequence();
    const id = `${streamId}.${sequence}`;
    const bytes = bytesOfBookkeeping + bytesOf(message);
    const { bytesPerSession, bytesInTotal } = this.#log.limits;
    if (bytes > Math.min(bytesPerSession, bytesInTotal)) {
      // With a hole in it the stream would look complete to a client that resumes.
      this.#forgetStream(streamId);
      return id;
    }
    const entry: Entry = { id, message, sequence, streamId, bytes, owner: this };
    this.#entries.set(sequence, entry);
    const stream = this.#streams.get(streamId) ?? new Map<number, Entry>();
    this.#streams.set(streamId, stream.set(sequence, entry));
    this.#bytes += bytes;
    for (const oldest of this.#entries.values()) {
      if (this.#bytes <= bytesPerSession) break;
      this.drop(oldest);
    }
    this.#log.add(entry);
    return id;
  }

  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return streamOf(eventId);
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    for (const { id, message } of this.eventsAfter(lastEventId) ?? []) await send(id, message);
    return streamOf(lastEventId) ?? "";
  }

  /** The events that followed on the same stream; undefined when nothing of that stream is kept. */
  eventsAfter(lastEventId: string): readonly StoredEvent[] | undefined {
    const stream = this.#streams.get(streamOf(lastEventId) ?? "");
    if (stream === undefined) return undefined;
    const last = Number(lastEventId.slice(lastEventId.lastIndexOf(".") + 1));
    return [...stream.values()].filter(({ sequence, message }) => sequence > last && "jsonrpc" in message);
  }

  drop(entry: Entry): void {
    if (!this.#entries.delete(entry.sequence)) return;
    this.#bytes -= entry.bytes;
    const stream = this.#streams.get(entry.streamId);
    stream?.delete(entry.sequence);
    if (stream?.size === 0) this.#streams.delete(entry.streamId);
    this.#log.remove(entry);
  }

  [Symbol.dispose](): void {
    for (const entry of this.#entries.values()) this.drop(entry);
  }

  #forgetStream(streamId: string): void {
    for (const entry of this.#streams.get(streamId)?.values() ?? []) this.drop(entry);
  }
}

/** The stream that an event id belongs to. */
export function streamOf(eventId: string): string | undefined {
  return /^(.+)\.\d+$/.exec(eventId)?.[1];
}

/** Roughly the size of a value as JSON, without serialising a screenshot a second time. */
function bytesOf(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  let bytes = 2;
  for (const [key, part] of Object.entries(value)) bytes += key.length + 4 + bytesOf(part);
  return bytes;
}
