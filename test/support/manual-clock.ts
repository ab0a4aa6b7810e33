import type { Clock } from "../../src/core/clock.ts";
import { GuiAgentError } from "../../src/core/errors.ts";

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/** Time that passes only when a test says so, for waits of minutes. */
export class ManualClock implements Clock {
  #now = 0;
  readonly #sleepers = new Set<Sleeper>();

  now(): number {
    return this.#now;
  }

  /** How many sleeps have not ended: each would keep a process from ending. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  date(): Date {
    return new Date(this.#now);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { until: this.#now + ms, wake: resolve };
      const cancel = () => {
        this.#sleepers.delete(sleeper);
        reject(new GuiAgentError("cancelled", "The sleep was cancelled."));
      };
      if (signal?.aborted) return cancel();
      signal?.addEventListener("abort", cancel, { once: true });
      this.#sleepers.add(sleeper);
      return undefined;
    });
  }

  /** Lets milliseconds pass, waking each sleeper at its time; what that sets off has run when it resolves. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settled();
      const [next] = [...this.#sleepers].sort((one, other) => one.until - other.until);
      if (next === undefined || next.until > end) break;
      this.#now = Math.max(this.#now, next.until);
      this.#sleepers.delete(next);
      next.wake();
    }
    this.#now = end;
  }
}

/** Resolves when everything that could run at once has run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
