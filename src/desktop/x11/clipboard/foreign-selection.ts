import { type Clock, within } from "../../../core/clock.ts";
import { GuiAgentError } from "../../../core/errors.ts";
import { none } from "../protocol.ts";
import type { X11Session } from "../session.ts";
import { atom } from "../window-properties.ts";
import { nameOf, selectionOwner } from "./atoms.ts";
import type { Item, Items } from "./items.ts";
import { answerWithinMs, Requestor, tooSlow } from "./requestor.ts";

/** More than this is not kept in memory. */
const mostBytes = 256 * 1024 * 1024;

/** Targets that ask the owner to do something, or about itself. */
const sideTargets = new Set([
  "TARGETS",
  "MULTIPLE",
  "TIMESTAMP",
  "SAVE_TARGETS",
  "DELETE",
  "INSERT_PROPERTY",
  "INSERT_SELECTION",
]);

/** The types of a list of targets. Some old programs give the name of the target as its type. */
const listTypes = new Set(["ATOM", "TARGETS"]);

/** Targets that are answered with something of the owner's in the server, which goes with the owner. */
const handleTargets = new Set(["PIXMAP", "BITMAP", "DRAWABLE", "WINDOW", "COLORMAP", "CLIENT_WINDOW"]);

/** How long whoever asks waits for all answers together. */
export interface Patience {
  /** Time of the clock. */
  readonly until: number;
  readonly signal: AbortSignal;
}

/** A selection of another program, to be asked for what it holds. */
export class ForeignSelection implements Disposable {
  readonly #session: X11Session;
  readonly #clock: Clock;
  readonly #selection: number;
  readonly #requestor: Requestor;
  readonly #time: number;
  readonly #patience: Patience;
  #room = mostBytes;

  private constructor(
    session: X11Session,
    clock: Clock,
    selection: number,
    requestor: Requestor,
    time: number,
    patience: Patience,
  ) {
    this.#session = session;
    this.#clock = clock;
    this.#selection = selection;
    this.#requestor = requestor;
    this.#time = time;
    this.#patience = patience;
  }

  /** @returns undefined when nobody owns it */
  static async open(
    session: X11Session,
    name: string,
    clock: Clock,
    patience: Patience,
  ): Promise<ForeignSelection | undefined> {
    const selection = await atom(session, name);
    if ((await selectionOwner(session, selection)) === none) return undefined;
    const requestor = await Requestor.open(session, clock);
    return new ForeignSelection(session, clock, selection, requestor, await requestor.time(), patience);
  }

  /** The targets that its owner offers. Throws `clipboard_unavailable` when it does not tell them in time. */
  async formats(): Promise<readonly string[]> {
    const list = await this.ask("TARGETS");
    // Very old programs have no list, only text.
    if (list === undefined) return ["UTF8_STRING", "STRING"];
    if (!listTypes.has(list.type) || list.format !== 32) throw notGiven("does not say what it can hand out");
    const asked = Promise.all(atomsIn(list.data).map((number) => nameOf(this.#session, number)));
    const { until, signal } = this.#patience;
    const names = await within(this.#clock, Math.max(0, until - this.#clock.now()), asked, signal);
    if (names === undefined) throw tooSlow();
    return names.flatMap((name) => (name === undefined || sideTargets.has(name) ? [] : [name]));
  }

  /** What its owner says at once, about itself. Throws `clipboard_unavailable` when it does not answer. */
  ask(target: string): Promise<Item | undefined> {
    return this.#convert(target, Math.min(this.#patience.until, this.#clock.now() + answerWithinMs));
  }

  /**
   * What its owner gives for a target; undefined when it refuses. Throws `clipboard_unavailable` when
   * it takes too long, or when all that was asked for is too much to be kept.
   */
  async get(target: string): Promise<Item | undefined> {
    const item = await this.#convert(target, this.#patience.until);
    this.#room -= item?.data.length ?? 0;
    return item;
  }

  async #convert(target: string, until: number): Promise<Item | undefined> {
    const options = { time: this.#time, room: this.#room, until, signal: this.#patience.signal };
    return this.#requestor.convert(this.#selection, await atom(this.#session, target), options);
  }

  /**
   * Everything that it holds. A target that is offered and then refused is left out: nobody else would
   * get it either. Throws `clipboard_unavailable` when it cannot be had whole, or when nothing of it can.
   */
  async everything(): Promise<Items> {
    const formats = await this.formats();
    const items = new Map<string, Item>();
    for (const target of formats.filter((format) => !handleTargets.has(format))) {
      const item = await this.get(target);
      if (item !== undefined) items.set(target, item);
    }
    if (items.size > 0 || formats.length === 0) return items;
    throw notGiven("hands out nothing of it that can be kept, so it cannot be saved");
  }

  [Symbol.dispose](): void {
    this.#requestor[Symbol.dispose]();
  }
}

function notGiven(what: string): GuiAgentError {
  return new GuiAgentError("clipboard_unavailable", `The program that owns the clipboard ${what}.`, {
    remedy: "Copy something else, then try again.",
  });
}

/** Every atom of a list, once. */
function atomsIn(data: Buffer): readonly number[] {
  const count = Math.floor(data.length / 4);
  return [...new Set(Array.from({ length: count }, (_, index) => data.readUInt32LE(index * 4)))];
}
