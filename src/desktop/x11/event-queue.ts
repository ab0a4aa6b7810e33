import type { X11Event } from "x11";
import type { Clock } from "../../core/clock.ts";
import { throwIfCancelled } from "../../core/errors.ts";
import type { X11Session } from "./session.ts";

/**
 * The events of a session that `pick` wants, from its creation until its disposal. Opened before the
 * request that causes them, so that none is missed, however soon it comes.
 */
export class EventQueue<Picked> implements Disposable {
  readonly #session: X11Session;
  readonly #clock: Clock;
  readonly #stop: readonly (() => void)[];
  readonly #events: Picked[] = [];
  #wake: () => void = () => undefined;

  constructor(session: X11Session, clock: Clock, pick: (event: X11Event) => Picked | undefined) {
    this.#session = session;
    this.#clock = clock;
    this.#stop = [
      session.onEvent((event) => {
        const picked = pick(event);
        if (picked === undefined) return;
        this.#events.push(picked);
        this.#wake();
      }),
      session.onLost(() => this.#wake()),
    ];
  }

  /**
   * The oldest event that was not handed out yet; undefined when none comes within `ms`.
   * Throws `cancelled` when the signal fires, `display_unavailable` when the connection is lost.
   */
  async next(ms: number, signal?: AbortSignal): Promise<Picked | undefined> {
    if (this.#events.length === 0) await this.#wait(ms, signal);
    return this.#events.shift();
  }

  async #wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const ended = new AbortController();
    const stop = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    try {
      if (!this.#session.isLost) await Promise.race([woken, this.#clock.sleep(ms, stop)]);
    } finally {
      ended.abort();
    }
    if (signal !== undefined) throwIfCancelled(signal);
    // Says why the connection was lost.
    if (this.#session.isLost) await this.#session.sync();
  }

  [Symbol.dispose](): void {
    for (const stop of this.#stop) stop();
  }
}
