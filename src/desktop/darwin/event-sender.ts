import type { Handle } from "../native/types.ts";
import type { CoreGraphics } from "./api/core-graphics.ts";
import type { Objects, Owned } from "./core-foundation.ts";
import type { HeldInput } from "./held-input.ts";

/** `kCGHIDEventTap`, CGEventTypes.h: where the events of devices come in, so that all programs see ours too. */
const hidEventTap = 0;
/** `kCGEventSourceStateHIDSystemState`, CGEventTypes.h. */
const hidSystemState = 1;
/** `kCGEventFlagMaskNumericPad | kCGEventFlagMaskSecondaryFn`: which keys have them is for the system to say. */
const keyKindFlags = 0x20_0000n | 0x80_0000n;

/** Puts events into the stream of those that mouse and keyboard make. */
export class EventSender {
  readonly #graphics: CoreGraphics;
  readonly #objects: Objects;
  readonly #held: HeldInput;

  constructor(graphics: CoreGraphics, objects: Objects, held: HeldInput) {
    this.#graphics = graphics;
    this.#objects = objects;
    this.#held = held;
  }

  /**
   * Sends one event, with the modifiers that we hold and no others. Where that is not permitted, macOS drops
   * it without a word, so `assertInputPermitted` comes before.
   * @param create a function of Core Graphics that makes the event, given its source
   * @param prepare sets what else the event needs
   */
  send(create: (source: Handle) => Handle, prepare: (event: Handle) => void = () => undefined): void {
    using _pool = this.#objects.pool();
    using source = this.#source();
    using event = this.#objects.ownSome(create(source.reference), "an event of input");
    const kind = BigInt(this.#graphics.CGEventGetFlags(event.reference)) & keyKindFlags;
    this.#graphics.CGEventSetFlags(event.reference, kind | BigInt(this.#held.flags));
    prepare(event.reference);
    this.#graphics.CGEventPost(hidEventTap, event.reference);
  }

  #source(): Owned {
    return this.#objects.ownSome(
      this.#graphics.CGEventSourceCreate(hidSystemState),
      "a source for events of input",
    );
  }
}
