import type { Clock } from "../core/clock.ts";
import { claimedByAnother } from "./claimed-by-another.ts";
import type { ClaimHolder, ClaimOptions } from "./port.ts";

/** How often one who waits looks whether it is its turn. */
const lookEveryMs = 10;

/** The desktop, and the place at the head of the line for it. */
export type ClaimPlace = "held" | "next";

/** Places of which the system gives each to one process at a time, and takes it from one that ends. */
export interface ClaimPlaces extends Disposable {
  /** Without waiting; of a place that is ours already it is not asked. */
  tryToTake(place: ClaimPlace): boolean;
  release(place: ClaimPlace): void;
  /** The process that has a place; undefined where none does, or nobody knows. */
  holder(place: ClaimPlace): number | undefined;
}

/**
 * The claim of this process on the desktop, against those of other gui-agents. Who wants it takes the head of
 * the line first: without that, one with many calls would take the desktop again before another has looked.
 */
export class ClaimInLine implements Disposable {
  readonly #openPlaces: () => ClaimPlaces;
  readonly #clock: Clock;
  /** Claims that were given out and not disposed of. */
  #count = 0;
  #opened: ClaimPlaces | undefined;

  /** @param openPlaces called by the first claim: where there are none, the rest still works, and says so */
  constructor(openPlaces: () => ClaimPlaces, clock: Clock) {
    this.#openPlaces = openPlaces;
    this.#clock = clock;
  }

  /** As `Desktop.claim` says; inside one process the callers take turns already. */
  async take(options: ClaimOptions): Promise<Disposable> {
    if (this.#count === 0) await this.#wait(options);
    this.#count += 1;
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (!isHeld || this.#count === 0) return;
        isHeld = false;
        this.#count -= 1;
        if (this.#count === 0) this.#places.release("held");
      },
    };
  }

  [Symbol.dispose](): void {
    // The end of what the places are made of need not be the end of having one.
    if (this.#count > 0) this.#places.release("held");
    this.#count = 0;
    this.#opened?.[Symbol.dispose]();
    this.#opened = undefined;
  }

  get #places(): ClaimPlaces {
    this.#opened ??= this.#openPlaces();
    return this.#opened;
  }

  async #wait({ timeoutMs, signal, onWait }: ClaimOptions): Promise<void> {
    const end = this.#clock.now() + timeoutMs;
    let tell = onWait;
    let isNext = false;
    try {
      for (;;) {
        isNext ||= this.#places.tryToTake("next");
        if (isNext && this.#places.tryToTake("held")) return;
        if (this.#clock.now() >= end) throw claimedByAnother(this.#holder());
        tell?.(this.#holder());
        tell = undefined;
        await this.#clock.sleep(lookEveryMs, signal);
      }
    } finally {
      if (isNext) this.#places.release("next");
    }
  }

  /** The system takes the places from who ends, and keeps no time with them. */
  #holder(): ClaimHolder {
    return { pid: this.#places.holder("held") ?? this.#places.holder("next"), since: undefined };
  }
}
