import type { Log } from "../core/log.ts";
import { EventLog } from "./event-store.ts";
import { type OpenSession, Session } from "./session.ts";

export interface SessionsOptions {
  readonly openSession: OpenSession;
  /** Sessions at a time. */
  readonly maxSessions: number;
  /** A session ends when nothing has held it for this long. */
  readonly sessionIdleMs: number;
  /** How long the calls of a broken connection go on without it. */
  readonly disconnectGraceMs: number;
  readonly log: Log;
}

/** The sessions that live. What it does per request is constant in their number and their past. */
export class Sessions implements AsyncDisposable {
  readonly #options: SessionsOptions;
  readonly #events = new EventLog();
  readonly #sessions = new Map<string, Session>();
  /** Each with the timer that ends it; the longest idle one first. */
  readonly #idle = new Map<Session, ReturnType<typeof setTimeout>>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#sessions.size;
  }

  find(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  /** A new session; the longest idle one makes room for it. Undefined when all are busy. */
  async open(): Promise<Session | undefined> {
    if (this.#sessions.size >= this.#options.maxSessions) {
      const [oldest] = this.#idle.keys();
      if (oldest === undefined) return undefined;
      this.#options.log.info(`Session ${oldest.id} was idle and made room for another.`);
      void oldest.end();
    }
    const { openSession, disconnectGraceMs, log } = this.#options;
    const session = new Session({
      openSession,
      disconnectGraceMs,
      log,
      events: this.#events.openSession(),
      onBusy: (busy) => this.#stopIdling(busy),
      onIdle: (idle) => this.#startIdling(idle),
      onEnd: (ended) => this.#forget(ended),
    });
    // Before it is connected: initialize requests that come in meanwhile must find it counted.
    this.#sessions.set(session.id, session);
    try {
      await session.connect();
    } catch (thrown) {
      await session.end();
      throw thrown;
    }
    log.debug(`Session ${session.id} opened; ${this.#sessions.size} are open.`);
    return session;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.end()));
  }

  #startIdling(session: Session): void {
    const timer = setTimeout(() => {
      this.#options.log.debug(`Session ${session.id} was idle for too long.`);
      void session.end();
    }, this.#options.sessionIdleMs);
    this.#idle.set(session, timer);
  }

  #stopIdling(session: Session): void {
    clearTimeout(this.#idle.get(session));
    this.#idle.delete(session);
  }

  #forget(session: Session): void {
    this.#stopIdling(session);
    this.#sessions.delete(session.id);
    this.#options.log.debug(`Session ${session.id} ended; ${this.#sessions.size} are open.`);
  }
}
