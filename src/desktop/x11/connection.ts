import { GuiAgentError } from "../../core/errors.ts";
import { openSession, type ServerOptions } from "./connect.ts";
import { Presses } from "./presses.ts";
import { SilentServerError, type X11Session } from "./session.ts";

/** One try to connect, and what came of it. */
interface Attempt {
  readonly opening: Promise<X11Session>;
  /** When it began, in milliseconds of the monotonic clock. */
  readonly since: number;
  session: X11Session | undefined;
  /** Rejects those that wait now. */
  abandoned: PromiseWithResolvers<never>;
}

/** Nobody may wait when it rejects. */
function abandonable(): PromiseWithResolvers<never> {
  const abandoned = Promise.withResolvers<never>();
  abandoned.promise.catch(() => undefined);
  return abandoned;
}

/**
 * The connection to one X server: opened at the first call, and again at the first call after it
 * was lost. Calls that come together share one attempt. What was pressed and not released when a
 * session was lost is up before the next one is handed out.
 */
export class X11Connection implements AsyncDisposable {
  /** Everything that is pressed goes through here, so that it outlives the session. */
  readonly presses = new Presses();
  readonly #options: ServerOptions;
  #attempt: Attempt | undefined;
  #isClosed: boolean = false;
  #loss = new AbortController();

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  /** The display's name, for messages. */
  get display(): string {
    return this.#options.display ?? "";
  }

  /** Fires when the session in force, or the one to come, is lost; the reason is its error. */
  get lost(): AbortSignal {
    return this.#loss.signal;
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
    this.#attempt ??= this.#begin();
    const { opening, session, abandoned } = this.#attempt;
    return session === undefined ? Promise.race([opening, abandoned.promise]) : opening;
  }

  /**
   * If the server has owed an answer for so many milliseconds, all that waits for it fails. An attempt to
   * connect goes on, for those that come later, and to let go of what is down.
   */
  abandonIfSilent(silentMs: number): void {
    const attempt = this.#attempt;
    if (attempt === undefined) return;
    if (attempt.session !== undefined) attempt.session.failIfSilent(silentMs);
    else if (performance.now() - attempt.since >= silentMs) {
      attempt.abandoned.reject(new SilentServerError(this.display));
      attempt.abandoned = abandonable();
    }
  }

  #begin(): Attempt {
    const opening = this.#open();
    const attempt: Attempt = {
      opening,
      since: performance.now(),
      session: undefined,
      abandoned: abandonable(),
    };
    // Nobody may call for a long time, and a key that stays down spoils the user's own typing.
    const letGo = (): void => {
      if (this.presses.areAny) this.session().catch(() => undefined);
    };
    const forget = (): void => {
      if (this.#attempt === attempt) this.#attempt = undefined;
    };
    opening.then(
      (session) => {
        attempt.session = session;
        session.onLost((reason) => {
          const loss = this.#loss;
          // First, so that whoever hears of it finds what comes next.
          this.#loss = new AbortController();
          forget();
          loss.abort(reason);
          letGo();
        });
      },
      (reason) => {
        forget();
        // With a server that is gone, what was down on it is up; one that hangs goes on at some time.
        if (reason instanceof SilentServerError) letGo();
      },
    );
    return attempt;
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
    const session = await this.#attempt?.opening.catch(() => undefined);
    session?.fail("is no longer used");
  }
}
