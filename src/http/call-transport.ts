import { AsyncLocalStorage } from "node:async_hooks";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Transport, TransportSendOptions } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CancelledNotificationSchema,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCResultResponse,
  type MessageExtraInfo,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import { type SessionEvents, streamOf } from "./event-store.ts";
import { beginAtOnce, replayEnded } from "./event-streams.ts";
import { type Call, Exchange } from "./exchange.ts";
import { refuse, rpcErrors } from "./refusal.ts";

export interface CallTransportOptions {
  readonly sessionId: string;
  readonly events: SessionEvents;
  /** How long the calls of a broken connection go on without it. */
  readonly disconnectGraceMs: number;
  /** Keeps the session from being idle until it is disposed. */
  readonly hold: () => Disposable;
}

/** How soon a client should reconnect, in milliseconds. */
const retryInterval = 1000;

/** The code of LSP's RequestCancelled; JSON-RPC and MCP name none. */
const cancelledCode = -32_800;

/**
 * The exchange that the SDK's transport is working for. It names its streams only to the event
 * store, and this is how the store's caller is known.
 */
const currentExchange = new AsyncLocalStorage<Exchange | undefined>();

/**
 * The SDK's Streamable HTTP transport, and what it leaves out: it knows which calls are waiting on
 * which connection, so that the calls of a client that vanished are cancelled, and every call gets
 * exactly one answer.
 */
export class CallTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage, extra?: MessageExtraInfo) => void) | undefined;
  readonly sessionId: string;
  readonly #inner: WebStandardStreamableHTTPServerTransport;
  readonly #events: SessionEvents;
  readonly #options: CallTransportOptions;
  readonly #calls = new Map<RequestId, Call>();
  readonly #callsByClientId = new Map<RequestId, Call>();
  /** By stream; those with unanswered calls. */
  readonly #exchanges = new Map<string, Exchange>();
  /** The stream of messages that belong to no call. */
  #ownStreamId: string | undefined;
  #lastNumber = 0;

  constructor(options: CallTransportOptions) {
    this.sessionId = options.sessionId;
    this.#events = options.events;
    this.#options = options;
    this.#inner = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => options.sessionId,
      retryInterval,
      eventStore: {
        storeEvent: (streamId, message) => this.#store(streamId, message),
        getStreamIdForEventId: (id) => this.#events.getStreamIdForEventId(id),
        replayEventsAfter: (id, sender) => this.#events.replayEventsAfter(id, sender),
      },
    });
    this.#inner.onclose = () => {
      for (const { exchange } of this.#calls.values()) exchange.release();
      this.#calls.clear();
      this.onclose?.();
    };
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message, extra) => this.#receive(message, extra);
  }

  async start(): Promise<void> {
    await this.#inner.start();
  }

  async close(): Promise<void> {
    // Clients wait for calls that were never answered until their own clocks run out.
    await Promise.all(
      [...this.#calls.values()].map((call) => this.#cancel(call, "The server ends the session.")),
    );
    await this.#inner.close();
  }

  /** @param body the parsed body of a POST */
  async handle(request: Request, body: unknown): Promise<Response> {
    switch (request.method) {
      case "POST":
        return beginAtOnce(await this.#post(request, body));
      case "GET":
        return beginAtOnce(await this.#get(request));
      default:
        return await this.#inner.handleRequest(request);
    }
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      const call = this.#calls.get(message.id ?? "");
      // An unknown one was cancelled, and has been answered by that.
      if (call !== undefined) await this.#answer(call, message);
      return;
    }
    const related = options?.relatedRequestId;
    if (related === undefined) {
      await currentExchange.run(undefined, () => this.#inner.send(message));
      return;
    }
    const call = this.#calls.get(related);
    if (call === undefined) return;
    await currentExchange.run(call.exchange, () => this.#inner.send(message, { relatedRequestId: call.id }));
  }

  async #post(request: Request, body: unknown): Promise<Response> {
    if (messagesOf(body).length === 0) {
      return refuse(400, "The batch is empty.", { code: rpcErrors.invalidRequest });
    }
    const ids = messagesOf(body)
      .filter(isJSONRPCRequest)
      .map(({ id }) => id);
    // The SDK would answer the second call in the place of the first, and the first never.
    if (new Set(ids).size < ids.length || ids.some((id) => this.#callsByClientId.has(id))) {
      const message = "A request id is in use by another call that has not been answered yet.";
      return refuse(400, message, { code: rpcErrors.invalidRequest });
    }
    const exchange = new Exchange(this.#options.disconnectGraceMs, (vanished) => this.#cancelAll(vanished));
    const response = await currentExchange.run(exchange, () =>
      this.#inner.handleRequest(request, { parsedBody: body }),
    );
    exchange.attach(request.signal);
    return response;
  }

  async #get(request: Request): Promise<Response> {
    const lastEventId = request.headers.get("last-event-id");
    const streamId = lastEventId === null ? undefined : streamOf(lastEventId);
    const exchange = streamId === undefined ? undefined : this.#exchanges.get(streamId);
    if (exchange !== undefined) {
      const response = await this.#inner.handleRequest(request);
      if (response.ok) exchange.attach(request.signal);
      if (exchange.calls.size > 0) return response;
      // Answered meanwhile: the stream may lack the answer, and nothing would ever end it.
      await response.body?.cancel();
    }
    if (lastEventId === null || (streamId !== undefined && streamId === this.#ownStreamId)) {
      return await this.#listen(request);
    }
    const events = this.#events.eventsAfter(lastEventId);
    if (events !== undefined) return replayEnded(events);
    return refuse(400, "The events after this Last-Event-ID are not kept any more. Send the call again.");
  }

  /** The client's standing stream; while it is open, somebody is there. */
  async #listen(request: Request): Promise<Response> {
    const response = await this.#inner.handleRequest(request);
    if (!response.ok || request.signal.aborted) return response;
    const hold = this.#options.hold();
    request.signal.addEventListener("abort", () => hold[Symbol.dispose](), { once: true });
    return response;
  }

  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    const exchange = currentExchange.getStore();
    if (isJSONRPCRequest(message) && exchange !== undefined) {
      const call = this.#open(message.id, exchange);
      this.onmessage?.({ ...message, id: call.number }, extra);
      return;
    }
    const cancellation = CancelledNotificationSchema.safeParse(message);
    if (!cancellation.success) {
      this.onmessage?.(message, extra);
      return;
    }
    const { requestId, reason } = cancellation.data.params;
    const call = requestId === undefined ? undefined : this.#callsByClientId.get(requestId);
    if (call === undefined) return;
    // MCP asks for no answer to a cancelled call: its stream just ends, if it carries no other.
    if (call.exchange.calls.size === 1) {
      call.exchange.abandoned = true;
      this.#inner.closeSSEStream(call.id);
    }
    void this.#cancel(call, reason ?? "The client cancelled the call.");
  }

  #cancelAll(exchange: Exchange): void {
    for (const call of [...exchange.calls]) {
      void this.#cancel(call, "The client disconnected and did not come back.");
    }
  }

  /** Fires the handler's signal, and answers in its place: a call without an answer is never forgotten by the SDK. */
  async #cancel(call: Call, reason: string): Promise<void> {
    this.onmessage?.({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: call.number, reason },
    });
    const error = { code: cancelledCode, message: reason };
    // With its stream gone the answer can only be stored, which the SDK reports as an error.
    await this.#answer(call, { jsonrpc: "2.0", id: call.id, error }).catch(() => undefined);
  }

  #open(id: RequestId, exchange: Exchange): Call {
    this.#lastNumber += 1;
    const call: Call = { number: this.#lastNumber, id, exchange, hold: this.#options.hold() };
    this.#calls.set(call.number, call);
    this.#callsByClientId.set(id, call);
    exchange.calls.add(call);
    if (exchange.streamId !== undefined) this.#exchanges.set(exchange.streamId, exchange);
    return call;
  }

  async #answer(call: Call, response: JSONRPCResultResponse | JSONRPCErrorResponse): Promise<void> {
    const { exchange } = call;
    this.#calls.delete(call.number);
    this.#callsByClientId.delete(call.id);
    exchange.calls.delete(call);
    call.hold[Symbol.dispose]();
    if (exchange.calls.size === 0) {
      exchange.release();
      if (exchange.streamId !== undefined) this.#exchanges.delete(exchange.streamId);
    }
    await currentExchange.run(exchange, () => this.#inner.send({ ...response, id: call.id }));
  }

  async #store(streamId: string, message: JSONRPCMessage): Promise<string> {
    const exchange = currentExchange.getStore();
    if (exchange === undefined) this.#ownStreamId = streamId;
    else {
      exchange.streamId = streamId;
      if (exchange.calls.size > 0) this.#exchanges.set(streamId, exchange);
      if (exchange.abandoned) return "";
    }
    return await this.#events.storeEvent(streamId, message);
  }
}

function messagesOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}
