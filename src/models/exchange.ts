import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../core/clock.ts";
import { GuiAgentError } from "../core/errors.ts";
import { CallIds } from "./call-ids.ts";
import type { ModelEndpoint } from "./endpoint.ts";
import { EventDataReader } from "./event-data.ts";
import { marksIn } from "./event-marks.ts";
import { OneReply } from "./one-reply.ts";
import { type Ending, endingOf, errorIn, protocols } from "./protocols.ts";
import { redirectionOf } from "./redirection.ts";
import { retryAfterMs } from "./retry-after.ts";

/**
 * The only headers of the libraries that are sent on. They add others from the environment: keys of
 * other providers, organisations, projects.
 */
const passedHeaders = ["accept", "content-type", "anthropic-version"];

/** Of a stream. Ten times what the longest replies take, with all that providers put around each word. */
const largestReplyBytes = 16 * 1_048_576;

/** In characters. Some servers send whole pages. */
const longestRefusal = 65_536;

/**
 * One request to a model, as it goes over the wire. The libraries tell neither the status of a refusal,
 * nor how long to wait, nor whether a stream came to its proper end, and they know ways to find keys.
 */
export class Exchange {
  readonly #endpoint: ModelEndpoint;
  readonly #clock: Clock;
  readonly #reply: OneReply;
  #lastSign: number;
  #address: string | undefined;
  #contentType = "";
  #hasEvents = false;
  #isDone: boolean = false;
  #status: number | undefined;
  #retryAfterMs: number | undefined;
  #redirection: string | undefined;
  #refusal: string | undefined;
  readonly #callIds = new CallIds();
  #endingWord: string | undefined;
  #problem: string | undefined;

  constructor(endpoint: ModelEndpoint, clock: Clock) {
    this.#endpoint = endpoint;
    this.#clock = clock;
    this.#reply = new OneReply(endpoint.protocol);
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

  /** Whether anything came as an event of a stream. */
  get hasEvents(): boolean {
    return this.#hasEvents;
  }

  /** The HTTP status; undefined when no response came. */
  get status(): number | undefined {
    return this.#status;
  }

  /** Where the server sends whoever asks it; undefined when it does not. */
  get redirection(): string | undefined {
    return this.#redirection;
  }

  /** What the server said with a refusal; undefined when it did not refuse. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  /** How long the server wants to be left alone, if it said so. */
  get retryAfterMs(): number | undefined {
    return this.#retryAfterMs;
  }

  /** The provider's word for why the reply ended. */
  get endingWord(): string | undefined {
    return this.#endingWord;
  }

  /** The ids that the server gave the reply's calls, in their order. */
  get callIds(): readonly string[] {
    return this.#callIds.all;
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
    if (!response.ok) {
      this.#redirection = redirectionOf(response, address);
      const body = response.body === null ? "" : await beginningOf(response.body);
      this.#refusal = body.trim() || "it gives no reason";
      // Some statuses may have no body, not even an empty one.
      return new Response(body || null, response);
    }
    if (response.body === null) return response;
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
    let bytes = 0;
    return new TransformStream({
      transform: (piece, controller) => {
        this.#lastSign = this.#clock.now();
        bytes += piece.byteLength;
        if (bytes > largestReplyBytes) {
          this.#problem = `it is larger than ${largestReplyBytes / 1_048_576} MiB.`;
          throw new Error(this.#problem);
        }
        for (const data of reader.read(piece)) this.#note(data);
        controller.enqueue(piece);
      },
      flush: () => {
        for (const data of reader.end()) this.#note(data);
      },
    });
  }

  #note(data: string): void {
    this.#hasEvents = true;
    if (this.#isDone) return;
    if (data === "[DONE]") {
      // The library of OpenAI's protocols reads no further; that of the others does.
      this.#isDone = this.#endpoint.protocol.startsWith("openai");
      return;
    }
    try {
      const event: unknown = JSON.parse(data);
      const { protocol } = this.#endpoint;
      const word = protocols[protocol].endingIn(event);
      // Some servers say with every event that the reply may end there; the last word counts.
      this.#endingWord = word ?? this.#endingWord;
      const marks = marksIn(protocol, event);
      this.#callIds.note(marks);
      const problem = errorIn(event) ?? this.#reply.note(marks);
      this.#problem = problem ?? this.#problem;
    } catch {
      this.#problem = "an event is not JSON.";
    }
  }
}

/** As much of a body as anybody reads of a refusal. */
async function beginningOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > longestRefusal) break;
  }
  return text;
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
