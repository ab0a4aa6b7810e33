import type { Clock } from "../core/clock.ts";
import { throwIfCancelled } from "../core/errors.ts";

/** The system has no event for most of what is watched, so it is looked at this often. */
const intervalMs = 1000;

/** A claim to be told of changes. Dispose it to end it. */
export interface Subscription extends Disposable {
  /** Resolves when changes from then on are noticed; rejects when there is nothing to look at. */
  readonly ready: Promise<void>;
}

/**
 * Tells of changes of one thing. It looks once for everybody, however many subscribe, and only
 * while somebody does: a look may ask the desktop a dozen questions.
 */
export class Watch {
  readonly #revision: () => Promise<string>;
  readonly #clock: Clock;
  readonly #listeners = new Set<{ readonly changed: () => void }>();
  #looking: Subscription | undefined;

  /** @param revision equal texts mean that nothing worth telling has changed */
  constructor(revision: () => Promise<string>, clock: Clock) {
    this.#revision = revision;
    this.#clock = clock;
  }

  subscribe(changed: () => void): Subscription {
    const listener = { changed };
    this.#listeners.add(listener);
    this.#looking ??= this.#startLooking();
    return {
      ready: this.#looking.ready,
      [Symbol.dispose]: () => {
        this.#listeners.delete(listener);
        if (this.#listeners.size > 0) return;
        this.#looking?.[Symbol.dispose]();
        this.#looking = undefined;
      },
    };
  }

  #startLooking(): Subscription {
    const ended = new AbortController();
    const first = this.#revision();
    // Its only end is that of the last subscription; who subscribes hears of a first look that fails.
    this.#look(first, ended.signal).catch(() => undefined);
    return { ready: first.then(() => undefined), [Symbol.dispose]: () => ended.abort() };
  }

  async #look(first: Promise<string>, signal: AbortSignal): Promise<never> {
    let seen = await first;
    for (;;) {
      await this.#clock.sleep(intervalMs, signal);
      const now = await this.#revision().catch(() => seen);
      throwIfCancelled(signal);
      if (now === seen) continue;
      seen = now;
      for (const { changed } of this.#listeners) changed();
    }
  }
}
