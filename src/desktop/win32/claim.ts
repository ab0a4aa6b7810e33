import type { Clock } from "../../core/clock.ts";
import type { GuiAgentError } from "../../core/errors.ts";
import { claimedByAnother } from "../claimed-by-another.ts";
import type { ClaimOptions } from "../port.ts";
import { SharedMutex } from "./sharing/shared-mutex.ts";
import { SharedNumbers } from "./sharing/shared-numbers.ts";
import type { SharingApi } from "./sharing/sharing-api.ts";

/** How often one who waits looks whether it is its turn. */
const lookEveryMs = 10;

/** Seen by all programs of a session, which has one desktop; other sessions have names of their own. */
const names = {
  held: "Local\\gui-agent-desktop",
  next: "Local\\gui-agent-desktop-next",
  holders: "Local\\gui-agent-desktop-holders",
} as const;

/** Places in the shared memory, each with the process that has the mutex of that name. */
const places = { held: 0, next: 1 } as const;

/**
 * The claim of this process on the desktop, against those of other gui-agents in the same session. It is a
 * mutex, which the system takes away from a process that ends: one that was killed keeps nobody out. A
 * second one is the place at the head of the line, which everybody passes: without it, one with many calls
 * would take the desktop again before another has looked.
 */
export class DesktopClaim implements Disposable {
  readonly #clock: Clock;
  readonly #resources: DisposableStack;
  readonly #held: SharedMutex;
  readonly #next: SharedMutex;
  readonly #holders: SharedNumbers;
  /** Claims that were given out and not disposed of. */
  #count = 0;

  /** Throws `permission_denied` where the names belong to a program that does not share them. */
  constructor(api: SharingApi, clock: Clock) {
    using resources = new DisposableStack();
    this.#clock = clock;
    this.#held = resources.use(new SharedMutex(api, names.held));
    this.#next = resources.use(new SharedMutex(api, names.next));
    this.#holders = resources.use(new SharedNumbers(api, names.holders, Object.keys(places).length));
    this.#resources = resources.move();
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
        if (this.#count === 0) this.#release("held");
      },
    };
  }

  [Symbol.dispose](): void {
    // Closing its handle alone would leave it ours until the process ends.
    if (this.#count > 0) this.#release("held");
    this.#count = 0;
    this.#resources.dispose();
  }

  async #wait({ timeoutMs, signal }: ClaimOptions): Promise<void> {
    const end = this.#clock.now() + timeoutMs;
    let isNext = false;
    try {
      for (;;) {
        isNext ||= this.#tryToTake("next");
        if (isNext && this.#tryToTake("held")) return;
        if (this.#clock.now() >= end) throw this.#busy();
        await this.#clock.sleep(lookEveryMs, signal);
      }
    } finally {
      if (isNext) this.#release("next");
    }
  }

  #tryToTake(place: keyof typeof places): boolean {
    const isOurs = this.#mutex(place).tryToTake();
    if (isOurs) this.#holders.set(places[place], process.pid);
    return isOurs;
  }

  #release(place: keyof typeof places): void {
    this.#holders.set(places[place], 0);
    this.#mutex(place).release();
  }

  #mutex(place: keyof typeof places): SharedMutex {
    return place === "held" ? this.#held : this.#next;
  }

  #busy(): GuiAgentError {
    const others = [places.held, places.next].map((place) => this.#holders.get(place));
    const holder = others.find((id) => id !== 0 && id !== process.pid);
    return claimedByAnother(holder);
  }
}
