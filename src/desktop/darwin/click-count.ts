import type { Clock } from "../../core/clock.ts";
import type { MouseButton } from "../port.ts";

/** macOS leaves it to who makes the events to say which click of a series one is. The system's default, in ms. */
export const doubleClickMs = 500;
/** In points. A hand moves a little between two clicks. */
const slack = 4;

interface Press {
  readonly button: MouseButton;
  readonly x: number;
  readonly y: number;
  readonly at: number;
  readonly count: number;
}

/** Counts the clicks at one place: 1, 2 for a double click, 3 for a triple click. */
export class ClickCount {
  readonly #clock: Clock;
  #last: Press | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Which click of a series a press at a point is. */
  press(button: MouseButton, { x, y }: { readonly x: number; readonly y: number }): number {
    const at = this.#clock.now();
    const last = this.#last;
    const goesOn =
      last?.button === button &&
      at - last.at <= doubleClickMs &&
      Math.abs(last.x - x) <= slack &&
      Math.abs(last.y - y) <= slack;
    const count = goesOn ? last.count + 1 : 1;
    this.#last = { button, x, y, at, count };
    return count;
  }

  /** The same for the release of that button. */
  release(button: MouseButton): number {
    return this.#last?.button === button ? this.#last.count : 1;
  }
}
