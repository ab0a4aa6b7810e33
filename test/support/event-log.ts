import { waitFor } from "./wait-for.ts";

/** Events that a program reported, in their order. */
export class EventLog<Event> {
  #events: Event[] = [];

  add(event: Event): void {
    this.#events.push(event);
  }

  /** Forgets everything, so that the next wait sees only what comes after. */
  clear(): void {
    this.#events = [];
  }

  all(): readonly Event[] {
    return this.#events;
  }

  /** The first event for which `pick` gives something, now or later. */
  waitFor<Picked>(what: string, pick: (event: Event) => Picked | false | undefined): Promise<Picked> {
    return waitFor(what, () => this.#first(pick), {
      explain: () => `Received so far: ${JSON.stringify(this.#events.slice(-40))}`,
    });
  }

  #first<Picked>(pick: (event: Event) => Picked | false | undefined): Picked | undefined {
    for (const event of this.#events) {
      const picked = pick(event);
      if (picked !== false && picked !== undefined) return picked;
    }
    return undefined;
  }
}
