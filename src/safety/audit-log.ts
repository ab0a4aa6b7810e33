import type { ErrorCode } from "../core/errors.ts";
import type { GlobalPoint } from "../core/geometry.ts";
import { shorten } from "./redact.ts";

/** One operation, as it is remembered. */
export interface AuditEntry {
  /** Counts up from 1 over the life of the process. */
  readonly sequence: number;
  /** ISO 8601. */
  readonly time: string;
  readonly session: string;
  readonly operation: string;
  /** Where it acted, in logical points of the whole desktop. */
  readonly points?: readonly GlobalPoint[];
  /** The call's input, secrets redacted. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly outcome: "ok" | ErrorCode;
  /** What of the result tells how it was done, such as whether a text went over the clipboard. */
  readonly result?: Readonly<Record<string, unknown>>;
  /** What went wrong; absent when nothing did. */
  readonly message?: string;
  readonly elapsedMs: number;
}

/** The last operations, in a ring: old entries make room for new ones. */
export class AuditLog {
  readonly #capacity: number;
  readonly #entries: AuditEntry[] = [];
  readonly #sink: ((entry: AuditEntry) => void) | undefined;
  #sequence = 0;

  /**
   * @param capacity how many entries are kept
   * @param sink receives every entry as it is written, for a file
   */
  constructor(capacity: number, sink?: (entry: AuditEntry) => void) {
    this.#capacity = capacity;
    this.#sink = sink;
  }

  /** The number of entries ever written. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The entry's input must be redacted already; texts that a caller made up are cut here. */
  append(entry: Omit<AuditEntry, "sequence">): void {
    this.#sequence += 1;
    const { operation, message, ...rest } = entry;
    const numbered = {
      sequence: this.#sequence,
      operation: shorten(operation),
      ...rest,
      ...(message === undefined ? {} : { message: shorten(message) }),
    };
    this.#entries[(this.#sequence - 1) % this.#capacity] = numbered;
    this.#sink?.(numbered);
  }

  /** Oldest first. */
  entries(): readonly AuditEntry[] {
    const oldest = this.#sequence % this.#capacity;
    return this.#sequence <= this.#capacity
      ? [...this.#entries]
      : [...this.#entries.slice(oldest), ...this.#entries.slice(0, oldest)];
  }
}
