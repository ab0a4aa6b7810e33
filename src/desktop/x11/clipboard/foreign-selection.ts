import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError } from "../../../core/errors.ts";
import { none } from "../protocol.ts";
import type { X11Session } from "../session.ts";
import { atom } from "../window-properties.ts";
import { nameOf, selectionOwner } from "./atoms.ts";
import type { Item, Items } from "./items.ts";
import { Requestor } from "./requestor.ts";

/** More than this is not kept in memory. */
const mostBytes = 256 * 1024 * 1024;

/** After this long a silent program counts as hung. */
const answerWithinMs = 3_000;
/** One that has answered before may need a while to make a picture of what it has. */
const convertWithinMs = 10_000;

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

/** Targets that are answered with something of the owner's in the server, which goes with the owner. */
const handleTargets = new Set(["PIXMAP", "BITMAP", "DRAWABLE", "WINDOW", "COLORMAP", "CLIENT_WINDOW"]);

/** A selection of another program, to be asked for what it holds. */
export class ForeignSelection implements Disposable {
  readonly #session: X11Session;
  readonly #selection: number;
  readonly #requestor: Requestor;
  readonly #time: number;
  readonly #signal: AbortSignal;
  #room = mostBytes;

  private constructor(
    session: X11Session,
    selection: number,
    requestor: Requestor,
    time: number,
    signal: AbortSignal,
  ) {
    this.#session = session;
    this.#selection = selection;
    this.#requestor = requestor;
    this.#time = time;
    this.#signal = signal;
  }

  /** @returns undefined when nobody owns it */
  static async open(
    session: X11Session,
    name: string,
    clock: Clock,
    signal: AbortSignal,
  ): Promise<ForeignSelection | undefined> {
    const selection = await atom(session, name);
    if ((await selectionOwner(session, selection)) === none) return undefined;
    const requestor = await Requestor.open(session, clock);
    return new ForeignSelection(session, selection, requestor, await requestor.time(), signal);
  }

  /** The targets that its owner offers. Throws `clipboard_unavailable` when it does not answer. */
  async formats(): Promise<readonly string[]> {
    const list = await this.ask("TARGETS");
    // Very old programs have no list, only text.
    if (list === undefined) return ["UTF8_STRING", "STRING"];
    const names = await Promise.all(atomsIn(list.data).map((number) => nameOf(this.#session, number)));
    return names.flatMap((name) => (name === undefined || sideTargets.has(name) ? [] : [name]));
  }

  /** What its owner says at once, about itself. Throws `clipboard_unavailable` when it does not answer. */
  ask(target: string): Promise<Item | undefined> {
    return this.#convert(target, answerWithinMs);
  }

  /**
   * What its owner gives for a target; undefined when it refuses. Throws `clipboard_unavailable` when
   * it does not answer, or when all that was asked for is too much to be kept.
   */
  async get(target: string): Promise<Item | undefined> {
    const item = await this.#convert(target, convertWithinMs);
    this.#room -= item?.data.length ?? 0;
    return item;
  }

  async #convert(target: string, withinMs: number): Promise<Item | undefined> {
    const options = { time: this.#time, room: this.#room, withinMs, signal: this.#signal };
    return this.#requestor.convert(this.#selection, await atom(this.#session, target), options);
  }

  /**
   * Everything that it holds. A target that is offered and then refused is left out: nobody else would
   * get it either. Throws `clipboard_unavailable` when it cannot be had whole.
   */
  async everything(): Promise<Items> {
    const formats = await this.formats();
    const items = new Map<string, Item>();
    for (const target of formats.filter((format) => !handleTargets.has(format))) {
      const item = await this.get(target);
      if (item !== undefined) items.set(target, item);
    }
    if (items.size > 0 || !formats.some((format) => handleTargets.has(format))) return items;
    throw new GuiAgentError(
      "clipboard_unavailable",
      "What is on the clipboard exists only inside the program that has copied it, so it cannot be saved.",
      { remedy: "Copy something else, then try again." },
    );
  }

  [Symbol.dispose](): void {
    this.#requestor[Symbol.dispose]();
  }
}

/** Every atom of a list, once. */
function atomsIn(data: Buffer): readonly number[] {
  const count = Math.floor(data.length / 4);
  return [...new Set(Array.from({ length: count }, (_, index) => data.readUInt32LE(index * 4)))];
}
