import { type Clock, systemClock } from "./clock.ts";
import { GuiAgentError, throwIfCancelled } from "./errors.ts";

export interface LockHolder {
  /** The session that holds the lock. */
  readonly owner: string;
  /** What it does, in the caller's terms, such as `gui_drag`. */
  readonly operation: string;
  readonly since: Date;
}

export interface AcquireOptions {
  readonly owner: string;
  readonly operation: string;
  readonly signal: AbortSignal;
  /** Milliseconds after which waiting ends with `busy`; absent for who waits however long it takes. */
  readonly timeoutMs?: number | undefined;
  /** Called with the place in line, counted from 1, whenever it has changed. */
  readonly onPlace?: ((place: number) => void) | undefined;
}

interface Waiter {
  readonly owner: string;
  readonly operation: string;
  grant(): void;
  moved(place: number): void;
}

/** What timers take at most, some 25 days: no caller waits for longer. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * A fair mutex: owners take turns, each with its requests in the order in which they came, so that one
 * with many in line does not keep the others waiting. An owner can reserve it, so that between its turns
 * nobody else gets one.
 */
export class FairLock {
  readonly #what: string;
  readonly #clock: Clock;
  readonly #queue: Waiter[] = [];
  #holder: LockHolder | undefined;
  #reservation: LockHolder | undefined;

  /** @param what it protects, as messages begin with it */
  constructor(what: string, clock: Clock = systemClock) {
    this.#what = what;
    this.#clock = clock;
  }

  /** Who has the lock now, be it for a call or by reservation. */
  get holder(): LockHolder | undefined {
    return this.#holder ?? this.#reservation;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Waits for the lock; dispose what comes back to pass it on.
   * Throws `busy` after `timeoutMs` with who holds it and since when, `cancelled` when the signal fires.
   */
  async acquire(options: AcquireOptions): Promise<Disposable> {
    if (this.#holder === undefined && this.#mayHold(options.owner)) this.#grant(options);
    else await this.#waitInLine(options);
    const mine = this.#holder;
    return {
      [Symbol.dispose]: () => {
        if (this.#holder === mine) this.#passOn();
      },
    };
  }

  /** Keeps the lock for one owner between its turns, until `unreserve`. Call it while holding the lock. */
  reserve(owner: string, operation: string): void {
    this.#reservation ??= { owner, operation, since: this.#clock.date() };
  }

  /** Ends an owner's reservation; without one it does nothing. */
  unreserve(owner: string): void {
    if (this.#reservation?.owner !== owner) return;
    this.#reservation = undefined;
    if (this.#holder === undefined) this.#passOn();
  }

  async #waitInLine(options: AcquireOptions): Promise<void> {
    const granted = Promise.withResolvers<void>();
    const { owner, operation, signal, onPlace = () => undefined } = options;
    const waiter: Waiter = { owner, operation, grant: granted.resolve, moved: onPlace };
    this.#queue.push(waiter);
    onPlace(this.#queue.length);
    const ended = new AbortController();
    const givenUp = this.#givenUp(options, AbortSignal.any([signal, ended.signal]));
    try {
      await Promise.race([granted.promise, givenUp]);
      throwIfCancelled(signal);
    } catch (error) {
      const place = this.#queue.indexOf(waiter);
      // The lock may have been granted in the same turn in which the wait ended: pass it on.
      if (place === -1) this.#passOn();
      else {
        this.#queue.splice(place, 1);
        this.#tellPlaces(place);
      }
      throw error;
    } finally {
      ended.abort();
      givenUp.catch(() => undefined);
    }
  }

  /** Rejects when a wait has taken too long, or its signal fires. */
  async #givenUp({ timeoutMs = longestTimerMs }: AcquireOptions, signal: AbortSignal): Promise<never> {
    await this.#clock.sleep(timeoutMs, signal);
    throw this.#busy();
  }

  /** Those that stood behind a place have moved up. */
  #tellPlaces(freed: number): void {
    for (const [index, waiter] of this.#queue.entries()) if (index >= freed) waiter.moved(index + 1);
  }

  #mayHold(owner: string): boolean {
    return this.#reservation === undefined || this.#reservation.owner === owner;
  }

  #passOn(): void {
    const last = this.#holder?.owner;
    this.#holder = undefined;
    const mayHold = ({ owner }: Waiter) => this.#mayHold(owner);
    const other = this.#queue.findIndex((waiter) => mayHold(waiter) && waiter.owner !== last);
    const place = other === -1 ? this.#queue.findIndex(mayHold) : other;
    const [next] = place === -1 ? [] : this.#queue.splice(place, 1);
    if (next === undefined) return;
    // The next holder is entered at once, so that no newcomer can slip in before it wakes up.
    this.#grant(next);
    next.grant();
    // After that, so that they can be told who has it now.
    this.#tellPlaces(place);
  }

  #grant(to: { readonly owner: string; readonly operation: string }): void {
    this.#holder = { owner: to.owner, operation: to.operation, since: this.#clock.date() };
  }

  #busy(): GuiAgentError {
    return new GuiAgentError("busy", `${describeUse(this.#what, this.holder)}.`, {
      remedy:
        "Wait until it has finished, then call again. Screenshots and other reading tools work meanwhile.",
    });
  }
}

/** Who uses something, as a sentence without its full stop. */
export function describeUse(what: string, holder: LockHolder | undefined): string {
  const who =
    holder === undefined
      ? "another caller"
      : `session ${holder.owner} with ${holder.operation} since ${holder.since.toISOString()}`;
  return `${what} is in use by ${who}`;
}
