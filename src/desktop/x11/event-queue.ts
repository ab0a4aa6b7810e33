import type { X11Event } from "x11";
import type { Clock } from "../../core/clock.ts";
import { Condition } from "./condition.ts";
import type { X11Session } from "./session.ts";

/**
 * The events of a session that `pick` wants, from its creation until its disposal. Opened before the
 * request that causes them, so that none is missed, however soon it comes.
 */
export class EventQueue<Picked> implements Disposable {
  readonly #arrival: Condition;
  readonly #stop: readonly (() => void)[];
  readonly #events: Picked[] = [];

  constructor(session: X11Session, clock: Clock, pick: (event: X11Event) => Picked | undefined) {
    this.#arrival = new Condition(session, clock);
    this.#stop = [
      session.onEvent((event) => {
        const picked = pick(event);
        if (picked === undefined) return;
        this.#events.push(picked);
        this.#arrival.notify();
      }),
      session.onLost(() => this.#arrival.notify()),
    ];
  }

  /**
   * The oldest event that was not handed out yet; undefined when none comes within `ms`.
   * Throws `cancelled` when the signal fires, `display_unavailable` when the connection is lost.
   */
  async next(ms: number, signal?: AbortSignal): Promise<Picked | undefined> {
    if (this.#events.length === 0) await this.#arrival.wait(ms, signal);
    return this.#events.shift();
  }

  [Symbol.dispose](): void {
    for (const stop of this.#stop) stop();
  }
}
