import type { Clock } from "../core/clock.ts";
import type { GlobalPoint } from "../core/geometry.ts";
import type { MouseButton } from "./port.ts";

/** Toolkits join clicks closer than this, in time and place, into a double click: 500 ms at most (and a margin), 10 px. */
const doubleClickMs = 550;
const doubleClickDistance = 10;

/** A click, or a press that a toolkit may take for the first half of one. */
export interface PacedClick {
  readonly button: MouseButton;
  readonly point: GlobalPoint;
  /** 1 to 3. */
  readonly count: number;
}

/** Keeps clicks apart that a toolkit would join. */
export class ClickPacing {
  readonly #clock: Clock;
  #last: (PacedClick & { readonly at: number }) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be told of every press, also that of a drag or of a click cut short. */
  pressed(click: PacedClick): void {
    this.#last = { ...click, at: this.#clock.now() };
  }

  /**
   * Waits until a click can no longer be taken for a part of the one before. Near by, two clicks make a
   * double click, and a third one a triple click for twice as long; and GTK forgets to count a double
   * click that follows another one anywhere. Throws `cancelled`.
   */
  async before(next: PacedClick, signal: AbortSignal): Promise<void> {
    const last = this.#last;
    if (last?.button !== next.button) return;
    const near =
      Math.abs(last.point.x - next.point.x) <= doubleClickDistance &&
      Math.abs(last.point.y - next.point.y) <= doubleClickDistance;
    if (!near && last.count === 1 && next.count === 1) return;
    const apartMs = near && last.count === 2 ? 2 * doubleClickMs : doubleClickMs;
    const passed = this.#clock.now() - last.at;
    if (passed < apartMs) await this.#clock.sleep(apartMs - passed, signal);
  }
}
