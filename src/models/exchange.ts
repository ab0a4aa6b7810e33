import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../core/clock.ts";
import { GuiAgentError } from "../core/errors.ts";
import type { ModelEndpoint } from "./endpoint.ts";
import { EventDataReader } from "./event-data.ts";
import { type Ending, endingOf, errorIn, protocols } from "./protocols.ts";
import { retryAfterMs } from "./retry-after.ts";

/**
 * The only headers of the libraries that are sent on. They add others from the environment: keys of
 * other providers, organisations, projects.
 */
const passedHeaders = ["accept", "content-type", "anthropic-version"];

/**
 * One request to a model, as it goes over the wire. The libraries tell neither the status of a refusal,
 * nor how long to wait, nor whether a stream came to its proper end, and they know ways to find keys.
 */
export class Exchange {
  readonly #endpoint: ModelEndpoint;
  readonly #clock: Clock;
  #lastSign: number;
  #address: string | undefined;
  #contentType = "";
  #status: number | undefined;
  #retryAfterMs: number | undefined;
  #endingWord: string | undefined;
  #problem: string | undefined;

  constructor(endpoint: ModelEndpoint, clock: Clock) {
    this.#endpoint = endpoint;
    this.#clock = clock;
    this.#lastSign = clock.now();
  }

  /** When something came from the model's server last, by the clock. Before that: the start. */
  get lastSign(): number {
    return this.#lastSign;
  }

  /** Whether the library came as far as making the request. */
  get isSent(): boolean {
    return this.#address !== undefined;
  }

  /** Where the request was sent. */
  get address(): string | undefined {
    return this.#address;
  }

  /** What the server calls its answer; empty when there is none. */
  get contentType(): string {
    return this.#contentType;
  }

  /** The HTTP status; undefined when no response came. */
  get status(): number | undefined {
    return this.#status;
  }

  /** How long the server wants to be left alone, if it said so. */
  get retryAfterMs(): number | undefined {
    return this.#retryAfterMs;
  }

  /** The provider's word for why the reply ended. */
  get endingWord(): string | undefined {
    return this.#endingWord;
  }

  /** What went wrong on the way, if anything did. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** How the reply ended; a stream that just stopped has failed. */
  get ending(): Ending {
    if (this.#problem !== undefined || this.#endingWord === undefined) return "failed";
    return endingOf(this.#endingWord);
  }

  /** Runs a call of a library; the request that it makes is this one. */
  run<Result>(call: () => Result): Result {
    watchFetch();
    return current.run(this, call);
  }

  /** Sends the request with the headers that it may have and no others. */
  async send(fetchPlainly: typeof fetch, address: string, init: RequestInit): Promise<Response> {
    const { baseUrl } = this.#endpoint;
    if (!address.startsWith(`${baseUrl}/`)) {
      throw new GuiAgentError("internal", `A request for ${baseUrl} was about to go elsewhere.`);
    }
    this.#address = address;
    const response = await fetchPlainly(address, {
      ...init,
      headers: this.#headers(init),
      // Keys must not follow to where a redirection leads.
      redirect: "manual",
    }).catch((thrown: unknown) => {
      this.#problem = describeNetworkError(thrown);
      throw thrown;
    });
    this.#lastSign = this.#clock.now();
    this.#status = response.status;
    this.#contentType = response.headers.get("content-type") ?? "";
    this.#retryAfterMs = retryAfterMs(response.headers.get("retry-after"), this.#clock.date());
    if (!response.ok || response.body === null) return response;
    return new Response(response.body.pipeThrough(this.#listen()), response);
  }

  #headers(init: RequestInit): Headers {
    const given = new Headers(init.headers);
    const { key, protocol } = this.#endpoint;
    const headers = new Headers(key === undefined ? {} : protocols[protocol].keyHeaders(key));
    for (const name of passedHeaders) {
      const value = given.get(name);
      if (value !== null) headers.set(name, value);
    }
    return headers;
  }

  /** Lets a response through and takes note of it. */
  #listen(): TransformStream<Uint8Array, Uint8Array> {
    const reader = new EventDataReader();
    return new TransformStream({
      transform: (piece, controller) => {
        this.#lastSign = this.#clock.now();
        for (const data of reader.read(piece)) this.#note(data);
        controller.enqueue(piece);
      },
      flush: () => {
        for (const data of reader.end()) this.#note(data);
      },
    });
  }

  #note(data: string): void {
    if (data === "[DONE]") return;
    try {
      const event: unknown = JSON.parse(data);
      const word = protocols[this.#endpoint.protocol].endingIn(event);
      // Some servers say with every event that the reply may end there; the last word counts.
      this.#endingWord = word ?? this.#endingWord;
      this.#problem = errorIn(event) ?? this.#problem;
    } catch {
      this.#problem = "an event is not JSON.";
    }
  }
}

/** The system's short name of an error, such as ECONNRESET; the runtime's texts are for programmers. */
function describeNetworkError(thrown: unknown): string {
  if (thrown instanceof Error && "code" in thrown && thrown.code !== "") return String(thrown.code);
  return String(thrown);
}

/** The request on whose behalf code is running. */
const current = new AsyncLocalStorage<Exchange>();
let isWatching = false;

/**
 * From now on, requests made in `Exchange.run` go through it. The libraries offer no other way in: they
 * make their own clients, which take the global `fetch`. All other requests pass untouched.
 */
function watchFetch(): void {
  if (isWatching) return;
  isWatching = true;
  const fetchPlainly = globalThis.fetch;
  const watched = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const exchange = current.getStore();
    if (exchange === undefined) return fetchPlainly(input, init);
    return exchange.send(fetchPlainly, input instanceof Request ? input.url : String(input), init);
  };
  globalThis.fetch = Object.assign(watched, fetchPlainly);
}
