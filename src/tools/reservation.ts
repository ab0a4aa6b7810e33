import type { Clock } from "../core/clock.ts";
import type { FairLock } from "../core/lock.ts";
import type { Input } from "../desktop/input.ts";
import type { SessionState } from "./session-state.ts";

/** A button that a session left down goes up after this long, whatever became of the session. */
const maxButtonHoldMs = 120_000;

export interface ReservationOptions {
  readonly lock: FairLock;
  readonly input: Pick<Input, "buttonOwner">;
  readonly clock: Clock;
  /** Called when a session has held a button for too long. */
  readonly onExpired: (session: SessionState) => void;
}

/**
 * A session that left a mouse button down keeps the desktop between its calls, since any other
 * session's move would drag what it holds; but not for ever.
 */
export class Reservation {
  readonly #options: ReservationOptions;
  /** Who has it, the timer that ends that, and the claim on the desktop that lasts as long. */
  #current:
    | { readonly session: SessionState; readonly timer: AbortController; readonly claim: Disposable }
    | undefined;

  constructor(options: ReservationOptions) {
    this.#options = options;
  }

  /**
   * Begins or ends what a session has reserved, by whether it holds a button now.
   * @param operation what it did last
   * @param claims what keeps other processes out
   */
  update(session: SessionState, operation: string, claims: DisposableStack): void {
    const { lock, input, clock, onExpired } = this.#options;
    if (input.buttonOwner !== session.id) {
      this.end(session);
      return;
    }
    if (this.#current !== undefined) return;
    lock.reserve(session.id, `${operation} (holds a mouse button)`);
    const timer = new AbortController();
    this.#current = { session, timer, claim: claims.move() };
    clock.sleep(maxButtonHoldMs, timer.signal).then(
      () => onExpired(session),
      () => undefined,
    );
  }

  /** A button that went up with a lost desktop reserves nothing any more. */
  forgetLostHold(): void {
    const session = this.#current?.session;
    if (session !== undefined && this.#options.input.buttonOwner !== session.id) this.end(session);
  }

  /** Ends what a session has reserved; without that it does nothing. */
  end(session: SessionState): void {
    if (this.#current?.session.id !== session.id) return;
    this.#current.timer.abort();
    this.#current.claim[Symbol.dispose]();
    this.#current = undefined;
    this.#options.lock.unreserve(session.id);
  }

  /** Before the desktop goes, and with it every claim. */
  stopTimer(): void {
    this.#current?.timer.abort();
  }
}
