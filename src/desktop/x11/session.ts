import type { Callback, Client, ProtocolError, Screen, ServerDescription, X11Event } from "x11";
import { GuiAgentError } from "../../core/errors.ts";

/** How long the server may take to answer. A grabbed server is silent for a while; a stopped one for ever. */
const answerWithin = 10_000;

/** The server refused a request. `code` is the X error code (3 BadWindow, 8 BadMatch, 9 BadDrawable …). */
export class X11RequestError extends Error {
  override readonly name = "X11RequestError";
  readonly code: number;

  constructor(cause: ProtocolError) {
    super(`The X server refused a request: ${cause.message || `error ${cause.error}`}.`, { cause });
    this.code = cause.error ?? 0;
  }
}

/** The server is there and says nothing. What we have pressed on it is still down. */
export class SilentServerError extends GuiAgentError {
  constructor(display: string) {
    super("display_unavailable", `The display does not answer: the X server at ${display} hangs.`, {
      remedy:
        "Wait until it goes on, or restart the graphical session. The next call connects again by itself once the server answers.",
    });
  }
}

export const badMatch = 8;

/** An input batch that is under way: the numbers of its requests, and what the server said about them. */
interface Batch {
  readonly first: number;
  last: number;
  refusal: ProtocolError | undefined;
}

/**
 * One connection to an X server, from set-up until it is lost. Every promise that it gives settles:
 * with the answer, with `X11RequestError`, or with `display_unavailable` once the server is gone.
 */
export class X11Session {
  readonly client: Client;
  readonly server: ServerDescription;
  readonly screen: Screen;
  /** The display's name, for messages. */
  readonly display: string;
  readonly #close: () => void;
  /** What waits for an answer, and since when, oldest first. */
  readonly #pending = new Map<(reason: GuiAgentError) => void, number>();
  readonly #batches = new Set<Batch>();
  readonly #onLost = new Set<(reason: GuiAgentError) => void>();
  readonly #onEvent = new Set<(event: X11Event) => void>();
  #lost: GuiAgentError | undefined;

  /** @param close closes the socket at once; may be called more than once */
  constructor(client: Client, screen: Screen, display: string, close: () => void) {
    this.client = client;
    this.server = client.display;
    this.screen = screen;
    this.display = display;
    this.#close = close;
    // It goes through all requests under way each time that the server says something: a list of 300
    // windows took seconds, in which nothing else ran. None of ours waits for that; see `batch`.
    client._sweepVoid = () => undefined;
    client.on("error", (error) => this.#unclaimed(error));
    client.on("event", (event) => {
      for (const listener of this.#onEvent) listener(event);
    });
  }

  get root(): number {
    return this.screen.root;
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /**
   * Calls the listener once when the connection is lost; at once when it already is.
   * @returns what takes the listener away again
   */
  onLost(listener: (reason: GuiAgentError) => void): () => void {
    if (this.#lost === undefined) this.#onLost.add(listener);
    else listener(this.#lost);
    return () => void this.#onLost.delete(listener);
  }

  /**
   * Events come before the answer to any request that was sent after their cause.
   * @returns what takes the listener away again
   */
  onEvent(listener: (event: X11Event) => void): () => void {
    this.#onEvent.add(listener);
    return () => void this.#onEvent.delete(listener);
  }

  /** Sends one request of the package that has an answer. */
  call<Reply>(send: (done: Callback<Reply>) => void): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== undefined) return reject(this.#lost);
      const settle = (): void => {
        clearTimeout(timer);
        this.#pending.delete(abandon);
      };
      const abandon = (reason: GuiAgentError): void => {
        settle();
        reject(reason);
      };
      const timer = setTimeout(() => this.#failSilent(), answerWithin);
      this.#pending.set(abandon, performance.now());
      try {
        send((error, reply) => {
          settle();
          if (error) reject(error.error === undefined ? error : new X11RequestError(error));
          else resolve(reply);
          return true;
        });
      } catch (thrown) {
        settle();
        reject(thrown);
      }
    });
  }

  /** Sends a request that the package does not know; the answer's bytes from its ninth on. */
  request(packet: Buffer): Promise<Buffer> {
    return this.call<Buffer>((done) => {
      this.client.seq_num += 1;
      this.client.pack_stream.put(packet);
      this.client.replies[this.client.seq_num] = [(body) => body, done];
      this.client.pack_stream.submit(true);
    });
  }

  /** Sends a request without an answer that the package does not know. Use it inside `batch`. */
  send(packet: Buffer): void {
    this.client.seq_num += 1;
    this.client.pack_stream.put(packet);
    this.client.pack_stream.submit(false);
  }

  /** Resolves when the server has processed everything sent so far. */
  async sync(): Promise<void> {
    await this.call((done) => this.client.GetInputFocus(done));
  }

  /**
   * Sends requests that have no answer and waits until the server has processed them.
   * Throws `X11RequestError` if it refused one, which would otherwise pass unnoticed.
   */
  async batch(send: () => void): Promise<void> {
    if (this.#lost !== undefined) throw this.#lost;
    const first = this.client.seq_num + 1;
    const batch: Batch = { first, last: first, refusal: undefined };
    this.#batches.add(batch);
    try {
      send();
      batch.last = this.client.seq_num;
      await this.sync();
    } finally {
      this.#batches.delete(batch);
    }
    if (batch.refusal !== undefined) throw new X11RequestError(batch.refusal);
  }

  /** Ends the session: all that is pending, and all that is asked later, is rejected. */
  fail(reason: string, cause?: unknown): void {
    this.#end(
      new GuiAgentError("display_unavailable", `The X server at ${this.display} ${reason}.`, {
        cause,
        remedy:
          "Check that the graphical session still runs. The next call connects again by itself once the server is back.",
      }),
    );
  }

  /** The same, if the server has owed an answer for so many milliseconds. */
  failIfSilent(silentMs: number): void {
    const [oldest] = this.#pending.values();
    if (oldest !== undefined && performance.now() - oldest >= silentMs) this.#failSilent();
  }

  #failSilent(): void {
    this.#end(new SilentServerError(this.display));
  }

  #end(reason: GuiAgentError): void {
    if (this.#lost !== undefined) return;
    this.#lost = reason;
    this.#close();
    for (const abandon of [...this.#pending.keys()]) abandon(reason);
    for (const listener of this.#onLost) listener(reason);
  }

  #unclaimed(error: ProtocolError): void {
    // Errors without a number of a request come from the socket, whose end is reported on its own.
    const { seq } = error;
    if (seq === undefined) {
      this.fail(`closed the connection (${error.message})`, error);
      return;
    }
    for (const batch of this.#batches) {
      if (seq >= batch.first && seq <= batch.last) batch.refusal ??= error;
    }
  }
}

/** Remembers a value for as long as its session lives; a failed attempt is made again. */
export function perSession<Value>(
  load: (session: X11Session) => Promise<Value>,
): (session: X11Session) => Promise<Value> {
  const loaded = new WeakMap<X11Session, Promise<Value>>();
  return (session) => {
    const known = loaded.get(session);
    if (known !== undefined) return known;
    const loading = load(session);
    loaded.set(session, loading);
    loading.catch(() => loaded.delete(session));
    return loading;
  };
}
