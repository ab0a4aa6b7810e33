import type { ClaimPlace, ClaimPlaces } from "../claim-in-line.ts";
import { SharedMutex } from "./sharing/shared-mutex.ts";
import { SharedNumbers } from "./sharing/shared-numbers.ts";
import type { SharingApi } from "./sharing/sharing-api.ts";

/** Seen by all programs of a session, which has one desktop; other sessions have names of their own. */
const names = {
  held: "Local\\gui-agent-desktop",
  next: "Local\\gui-agent-desktop-next",
} as const satisfies Record<ClaimPlace, string>;
const holdersName = "Local\\gui-agent-desktop-holders";

/** Where in the shared memory the process is told that has the mutex of that name. */
const indexes = { held: 0, next: 1 } as const satisfies Record<ClaimPlace, number>;

/**
 * Each place is a mutex of the session, which the system takes away from a process that ends: one that was
 * killed keeps nobody out. A mutex does not tell who has it, so memory beside it does.
 */
export class SharedClaimPlaces implements ClaimPlaces {
  readonly #resources: DisposableStack;
  readonly #mutexes: Readonly<Record<ClaimPlace, SharedMutex>>;
  readonly #holders: SharedNumbers;

  /** Throws `permission_denied` where the names belong to a program that does not share them. */
  constructor(api: SharingApi) {
    using resources = new DisposableStack();
    const mutex = (name: string) => resources.use(new SharedMutex(api, name));
    this.#mutexes = { held: mutex(names.held), next: mutex(names.next) };
    this.#holders = resources.use(new SharedNumbers(api, holdersName, Object.keys(indexes).length));
    this.#resources = resources.move();
  }

  tryToTake(place: ClaimPlace): boolean {
    const isOurs = this.#mutexes[place].tryToTake();
    if (isOurs) this.#holders.set(indexes[place], process.pid);
    return isOurs;
  }

  release(place: ClaimPlace): void {
    this.#holders.set(indexes[place], 0);
    this.#mutexes[place].release();
  }

  holder(place: ClaimPlace): number | undefined {
    const id = this.#holders.get(indexes[place]);
    return id === 0 ? undefined : id;
  }

  [Symbol.dispose](): void {
    this.#resources.dispose();
  }
}
