import type { Clock } from "../../../core/clock.ts";

/** A program that ends so often in so short a time would do so for ever. */
export const mostEnds = 3;
const endsWithinMs = 60_000;

/** Counts how often a program has ended by itself. */
export class Restarts {
  readonly #clock: Clock;
  /** When it ended. */
  #ends: readonly number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be called at each end; tells whether to start the program again: not at the third end within a minute. */
  allowed(): boolean {
    const now = this.#clock.now();
    this.#ends = [...this.#ends.filter((end) => now - end < endsWithinMs), now];
    return this.#ends.length < mostEnds;
  }
}
