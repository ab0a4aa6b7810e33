import type { PropertyNotify, PropertyValue, SelectionNotify } from "x11";
import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError } from "../../../core/errors.ts";
import { EventQueue } from "../event-queue.ts";
import { none, propertyChanges } from "../protocol.ts";
import type { X11Session } from "../session.ts";
import { nameOf, type SelectionAtoms, selectionAtoms, stringType } from "./atoms.ts";
import type { Item } from "./items.ts";

const inputOnly = 2;
const newValue = 0;
const anyType = 0;

/** After this long a silent program counts as hung. */
export const answerWithinMs = 3_000;
/** One that has answered may need a while to make a picture of what it has. Somebody waits for all of it. */
export const handOverWithinMs = 10_000;

/** How much of a property is read at once, in 4-byte units: what is large must not hold up the rest. */
const wordsPerRead = 1 << 18;

/** What is in a property; `type` is the atom of its type. */
type Answer = Pick<PropertyValue, "type" | "format" | "data">;

export interface ConvertOptions {
  /** Server time, when whoever shall answer owned the selection. */
  readonly time: number;
  /** Bytes. */
  readonly room: number;
  /** Time of the clock by which all of it must be there. */
  readonly until: number;
  readonly signal: AbortSignal;
}

/**
 * A window of ours that asks the owners of selections for what they hold, one thing after the other.
 * To be opened anew each time: an answer that comes too late then goes nowhere.
 */
export class Requestor implements Disposable {
  readonly #session: X11Session;
  readonly #clock: Clock;
  readonly #atoms: SelectionAtoms;
  readonly #window: number;
  readonly #events: EventQueue<PropertyNotify | SelectionNotify>;

  private constructor(session: X11Session, atoms: SelectionAtoms, clock: Clock) {
    this.#session = session;
    this.#clock = clock;
    this.#atoms = atoms;
    this.#window = createSelectionWindow(session);
    this.#events = new EventQueue(session, clock, (event) => {
      switch (event.name) {
        case "PropertyNotify":
          return event.wid === this.#window && event.state === newValue ? event : undefined;
        case "SelectionNotify":
          return event.requestor === this.#window ? event : undefined;
        default:
          return undefined;
      }
    });
  }

  static async open(session: X11Session, clock: Clock): Promise<Requestor> {
    return new Requestor(session, await selectionAtoms(session), clock);
  }

  /** The server's time now, which tells it who came first. */
  async time(): Promise<number> {
    const { client } = this.#session;
    client.ChangeProperty(2, this.#window, this.#atoms.property, stringType, 8, []);
    await this.#session.sync();
    const event = await this.#events.next(0);
    if (event === undefined) throw noTime();
    client.DeleteProperty(this.#window, this.#atoms.property);
    return event.time;
  }

  /**
   * What a selection's owner gives for a target; undefined when it refuses, or when there is no owner.
   * Throws `clipboard_unavailable` when it is not there by `until`, or is more than `room` bytes.
   */
  async convert(selection: number, target: number, options: ConvertOptions): Promise<Item | undefined> {
    const { property, incr } = this.#atoms;
    const { time, room } = options;
    this.#session.client.ConvertSelection(this.#window, selection, target, property, time);
    for (;;) {
      const answer = await this.#nextEvent(options);
      // The property changes first, which says nothing yet; and a program may have answered twice before.
      if (answer.name === "PropertyNotify" || answer.target !== target) continue;
      if (answer.property === none) return undefined;
      break;
    }
    const whole = await this.#take(room);
    const { type, format, data } =
      whole.type === incr ? await this.#convertInParts(whole.data, options) : whole;
    const name = await nameOf(this.#session, type);
    // Without a type there is no property: a refusal after all.
    return name === undefined ? undefined : { type: name, format, data };
  }

  /**
   * Each part comes when the one before has been deleted; an empty one is the end.
   * @param announced at least how many bytes will come
   */
  async #convertInParts(announced: Buffer, options: ConvertOptions): Promise<Answer> {
    // Some announce nothing.
    const least = announced.length < 4 ? 0 : announced.readUInt32LE(0);
    const parts: Buffer[] = [];
    let length = 0;
    for (;;) {
      if ((await this.#nextEvent(options)).name === "SelectionNotify") continue;
      const { type, format, data } = await this.#take(options.room - length);
      if (data.length === 0) {
        // GTK goes on with what a program that has ended had begun to fetch under the same number as ours.
        if (length < least) throw incomplete();
        return { type, format, data: Buffer.concat(parts) };
      }
      parts.push(data);
      length += data.length;
    }
  }

  async #nextEvent({ until, signal }: ConvertOptions): Promise<PropertyNotify | SelectionNotify> {
    const leftMs = until - this.#clock.now();
    // Also where more has come: a program may go on with small parts for ever.
    const event = leftMs > 0 ? await this.#events.next(leftMs, signal) : undefined;
    if (event === undefined) throw tooSlow();
    return event;
  }

  /** Reads the property that an owner has left its answer in, and deletes it. */
  async #take(room: number): Promise<Answer> {
    const parts: Buffer[] = [];
    for (let offset = 0; ; offset += wordsPerRead) {
      const { type, format, bytesAfter, data } = await this.#session.call<PropertyValue>((done) =>
        this.#session.client.GetProperty(
          1,
          this.#window,
          this.#atoms.property,
          anyType,
          offset,
          wordsPerRead,
          done,
        ),
      );
      if (offset * 4 + data.length + bytesAfter > room) throw tooMuch();
      parts.push(data);
      if (bytesAfter === 0) return { type, format, data: Buffer.concat(parts) };
    }
  }

  [Symbol.dispose](): void {
    this.#events[Symbol.dispose]();
    if (!this.#session.isLost) this.#session.client.DestroyWindow(this.#window);
  }
}

/** The server's time now. */
export async function serverTime(session: X11Session, clock: Clock): Promise<number> {
  using requestor = await Requestor.open(session, clock);
  return await requestor.time();
}

/** A window that is never seen, for what selections need one for. It hears of changes to its properties. */
export function createSelectionWindow(session: X11Session): number {
  const { client, root } = session;
  const window = client.AllocID();
  client.CreateWindow(window, root, 0, 0, 1, 1, 0, 0, inputOnly, 0, { eventMask: propertyChanges });
  return window;
}

function noTime(): GuiAgentError {
  return new GuiAgentError("internal", "The X server did not tell its time when a property changed.", {
    remedy: "Try again. If that fails too, report it with the server's log.",
  });
}

export function tooSlow(): GuiAgentError {
  return new GuiAgentError(
    "clipboard_unavailable",
    `The program that owns the clipboard did not hand it over in time: it has ${answerWithinMs / 1000} s to answer, and ${handOverWithinMs / 1000} s for everything.`,
    { remedy: "Look whether a program hangs, or copy something else in another program; then try again." },
  );
}

function incomplete(): GuiAgentError {
  return new GuiAgentError(
    "clipboard_unavailable",
    "The program that owns the clipboard handed over only a part of what is on it.",
    { remedy: "Try again. If that fails too, copy it once more." },
  );
}

function tooMuch(): GuiAgentError {
  return new GuiAgentError("clipboard_unavailable", "There is more on the clipboard than can be saved.", {
    remedy: "Copy something smaller, then try again.",
  });
}
