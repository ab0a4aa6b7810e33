import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { toGuiAgentError } from "../core/errors.ts";
import type { Log } from "../core/log.ts";
import { CallTransport } from "./call-transport.ts";
import type { SessionEvents } from "./event-store.ts";

/** What a session is made of; comes from `compose.ts`, which knows the tools. */
export type OpenSession = (info: SessionInfo) => OpenedSession;

export interface SessionInfo {
  /** The `mcp-session-id`. */
  readonly id: string;
  /** Fires when the session ends. */
  readonly signal: AbortSignal;
}

export interface OpenedSession {
  /** Unconnected, and for this session alone. */
  readonly server: McpServer;
  /** Called once, after the server was closed. */
  close(): Promise<void> | void;
}

export interface SessionOptions {
  readonly openSession: OpenSession;
  readonly events: SessionEvents;
  readonly disconnectGraceMs: number;
  readonly log: Log;
  /** Called when nothing holds the session any more, and when something does again. */
  readonly onIdle: (session: Session) => void;
  readonly onBusy: (session: Session) => void;
  readonly onEnd: (session: Session) => void;
}

/** One client's session: its transport, its server and what keeps it alive. */
export class Session {
  readonly id = crypto.randomUUID();
  readonly #options: SessionOptions;
  readonly #abort = new AbortController();
  readonly #transport: CallTransport;
  readonly #opened: OpenedSession;
  #holds = 0;
  #ended: PromiseWithResolvers<void> | undefined;

  /** Throws what `openSession` throws. */
  constructor(options: SessionOptions) {
    this.#options = options;
    this.#transport = new CallTransport({
      sessionId: this.id,
      events: options.events,
      disconnectGraceMs: options.disconnectGraceMs,
      hold: () => this.hold(),
    });
    this.#transport.onclose = () => void this.end();
    this.#transport.onerror = (error) => options.log.debug(`Session ${this.id}: ${error.message}`);
    this.#opened = options.openSession({ id: this.id, signal: this.#abort.signal });
  }

  async connect(): Promise<void> {
    await this.#opened.server.connect(this.#transport);
  }

  /** @param body the parsed body of a POST */
  async handle(request: Request, body: unknown): Promise<Response> {
    using _ = this.hold();
    return await this.#transport.handle(request, body);
  }

  /** Keeps the session from being idle: a request is being handled, a call runs, or a stream is open. */
  hold(): Disposable {
    this.#holds += 1;
    if (this.#holds === 1) this.#options.onBusy(this);
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        this.#holds -= 1;
        if (this.#holds === 0 && this.#ended === undefined) this.#options.onIdle(this);
      },
    };
  }

  /** Cancels what runs, closes the streams and frees everything. May be called again; never throws. */
  async end(): Promise<void> {
    if (this.#ended !== undefined) return await this.#ended.promise;
    // Set first: closing the transport calls back to here.
    this.#ended = Promise.withResolvers();
    await this.#end();
    this.#ended.resolve();
  }

  async #end(): Promise<void> {
    const { events, log, onEnd } = this.#options;
    onEnd(this);
    this.#abort.abort();
    try {
      await this.#opened.server.close();
      await this.#transport.close();
      await this.#opened.close();
    } catch (thrown) {
      log.error(`Session ${this.id} did not close cleanly: ${toGuiAgentError(thrown).message}`);
    } finally {
      events[Symbol.dispose]();
    }
  }
}
