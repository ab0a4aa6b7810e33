import { type Clock, systemClock } from "../../../src/core/clock.ts";
import { throwIfCancelled } from "../../../src/core/errors.ts";

/** Time that jumps to the end of every sleep. */
export class InstantClock implements Clock {
  #now = 0;
  /** What happens meanwhile, at the end of each sleep. */
  onSlept: () => void = () => undefined;

  now(): number {
    return this.#now;
  }

  date(): Date {
    return new Date(this.#now);
  }

  /** Everybody else gets a turn meanwhile. */
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await systemClock.sleep(0, signal);
    if (signal !== undefined) throwIfCancelled(signal);
    this.#now += ms;
    this.onSlept();
  }
}
