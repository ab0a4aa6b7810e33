import type { Clock } from "../core/clock.ts";
import type { GlobalPoint } from "../core/geometry.ts";
import type { MouseButton } from "./port.ts";

/** Toolkits join clicks that are closer than this into a double click. */
const doubleClickDistance = 10;
/** Two clicks take a little longer to a program that is busy than they took to us. */
const marginMs = 50;

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
  readonly #doubleClickMs: () => number;
  #last: (PacedClick & { readonly at: number }) | undefined;

  /** @param doubleClickMs within which time clicks become a double click; a user's setting, which can change */
  constructor(clock: Clock, doubleClickMs: () => number) {
    this.#clock = clock;
    this.#doubleClickMs = doubleClickMs;
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
    const intervalMs = this.#doubleClickMs() + marginMs;
    const apartMs = near && last.count === 2 ? 2 * intervalMs : intervalMs;
    const passed = this.#clock.now() - last.at;
    if (passed < apartMs) await this.#clock.sleep(apartMs - passed, signal);
  }
}
