import { type Clock, within } from "../../core/clock.ts";
import { throwIfCancelled } from "../../core/errors.ts";
import type { X11Session } from "./session.ts";

/** A condition variable for one who waits in a session for what may happen at any moment, such as an event. */
export class Condition {
  readonly #session: X11Session;
  readonly #clock: Clock;
  #notify: () => void = () => undefined;

  constructor(session: X11Session, clock: Clock) {
    this.#session = session;
    this.#clock = clock;
  }

  /** Something has happened, the loss of the connection included: who waits must look. */
  notify(): void {
    this.#notify();
  }

  /**
   * Resolves at the next `notify`, or after `ms`.
   * Throws `cancelled` when the signal fires, `display_unavailable` when the connection is lost.
   */
  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#notify = resolve;
    if (!this.#session.isLost) await within(this.#clock, ms, promise, signal);
    if (signal !== undefined) throwIfCancelled(signal);
    // Says why the connection was lost.
    if (this.#session.isLost) await this.#session.sync();
  }
}
