import { GuiAgentError } from "../../core/errors.ts";
import { openSession, type ServerOptions } from "./connect.ts";
import { Presses } from "./presses.ts";
import type { X11Session } from "./session.ts";

/**
 * The connection to one X server: opened at the first call, and again at the first call after it
 * was lost. Calls that come together share one attempt. What was pressed and not released when a
 * session was lost is up before the next one is handed out.
 */
export class X11Connection implements AsyncDisposable {
  /** Everything that is pressed goes through here, so that it outlives the session. */
  readonly presses = new Presses();
  readonly #options: ServerOptions;
  #session: Promise<X11Session> | undefined;
  #isClosed: boolean = false;
  #losses = 0;

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  /** How often an open session was lost. */
  get losses(): number {
    return this.#losses;
  }

  /** The session in force. Throws `display_unavailable` when there is no server to connect to. */
  session(): Promise<X11Session> {
    if (this.#isClosed) {
      return Promise.reject(
        new GuiAgentError("display_unavailable", "gui-agent is ending and has closed its connection.", {
          remedy: "Start gui-agent again.",
        }),
      );
    }
    if (this.#session !== undefined) return this.#session;
    const opening = this.#open();
    this.#session = opening;
    const forget = (): void => {
      if (this.#session === opening) this.#session = undefined;
    };
    opening.then(
      (session) =>
        session.onLost(() => {
          this.#losses += 1;
          forget();
          // Nobody may call for a long time, and a key that stays down spoils the user's own typing.
          if (this.presses.areAny) this.session().catch(() => undefined);
        }),
      forget,
    );
    return opening;
  }

  async #open(): Promise<X11Session> {
    const session = await this.#connect();
    await this.presses.releaseAll(session);
    if (this.#isClosed) session.fail("is no longer used");
    return session;
  }

  async #connect(): Promise<X11Session> {
    const { privateServer } = this.#options;
    await privateServer?.ready();
    try {
      return await openSession(this.#options);
    } catch (thrown) {
      if (privateServer === undefined || this.#isClosed) throw thrown;
      await privateServer.restarted();
      return await openSession(this.#options);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const session = await this.#session?.catch(() => undefined);
    session?.fail("is no longer used");
  }
}
