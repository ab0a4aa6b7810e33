import type { RequestId } from "@modelcontextprotocol/sdk/types.js";

/** A request of the client that has not been answered yet. */
export interface Call {
  /** Unique in its session, unlike the client's id. */
  readonly number: number;
  /** The client's id. */
  readonly id: RequestId;
  readonly exchange: Exchange;
  /** Keeps the session from being idle while the call runs. */
  readonly hold: Disposable;
}

/**
 * The calls that came in with one POST, and the connection that carries their answers. When the
 * connection breaks and no other takes its place in time, nobody waits for the answers any more.
 */
export class Exchange {
  /** Those not answered yet. */
  readonly calls = new Set<Call>();
  /** The stream of events that the answers go to; known once it has an event. */
  streamId: string | undefined;
  /** Set when the client itself cancelled all calls: it wants no answer, not even later. */
  abandoned = false;
  readonly #graceMs: number;
  readonly #onVanished: (exchange: Exchange) => void;
  #connection: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(graceMs: number, onVanished: (exchange: Exchange) => void) {
    this.#graceMs = graceMs;
    this.#onVanished = onVanished;
  }

  /** Makes a connection the one that carries the answers. Its signal fires when it breaks. */
  attach(connection: AbortSignal): void {
    clearTimeout(this.#timer);
    this.#connection = connection;
    if (connection.aborted) this.#lose(connection);
    else connection.addEventListener("abort", () => this.#lose(connection), { once: true });
  }

  /** Ends the watch, because all calls are answered or the session ends. */
  release(): void {
    clearTimeout(this.#timer);
    this.#connection = undefined;
  }

  #lose(connection: AbortSignal): void {
    if (connection !== this.#connection || this.calls.size === 0) return;
    this.#timer = setTimeout(() => this.#onVanished(this), this.#graceMs);
  }
}
