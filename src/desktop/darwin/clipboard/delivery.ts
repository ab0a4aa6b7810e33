import type { Clock } from "../../../core/clock.ts";
import { throwIfCancelled } from "../../../core/errors.ts";
import type { PasteOutcome } from "../../port.ts";
import { copiedOver } from "../../text-not-taken.ts";
import type { RunLoop } from "../run-loop.ts";
import type { Pasteboard } from "./pasteboard.ts";

/** Programs fetch text at once when they paste; what a run loop has not handed on waits there meanwhile. */
const turnEveryMs = 5;
/** Fetched, the text is on its way into the program; it may look at the clipboard once more. */
const quietMs = 150;

/** What becomes of a text that is lent to whoever pastes it. macOS does not say who that is. */
export class Delivery {
  readonly #pasteboard: Pick<Pasteboard, "isOurs">;
  readonly #runLoop: RunLoop;
  readonly #clock: Clock;
  #isFetched: boolean = false;
  #isOver: boolean = false;

  constructor(pasteboard: Pick<Pasteboard, "isOurs">, runLoop: RunLoop, clock: Clock) {
    this.#pasteboard = pasteboard;
    this.#runLoop = runLoop;
    this.#clock = clock;
  }

  /** Who asks when it is over comes too late: the caller may have put the text in by other means already. */
  give(data: Uint8Array): Uint8Array | undefined {
    if (this.#isOver) return undefined;
    this.#isFetched = true;
    return data;
  }

  /** `TextLoan.taken` of the port. */
  async taken(timeoutMs: number, signal: AbortSignal): Promise<PasteOutcome> {
    try {
      await this.#turnFor(timeoutMs, signal, () => this.#isFetched);
      if (!this.#isFetched) return "ignored";
      await this.#turnFor(quietMs, signal, () => false);
      return "taken";
    } finally {
      this.#isOver = true;
    }
  }

  async #turnFor(ms: number, signal: AbortSignal, isDone: () => boolean): Promise<void> {
    const end = this.#clock.now() + ms;
    for (;;) {
      throwIfCancelled(signal);
      this.#runLoop.turn();
      if (isDone() || this.#clock.now() >= end) return;
      if (!this.#isFetched && !this.#pasteboard.isOurs) throw copiedOver();
      await this.#clock.sleep(turnEveryMs, signal);
    }
  }
}
