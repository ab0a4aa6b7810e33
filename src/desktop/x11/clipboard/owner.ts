import type { PropertyValue, SelectionRequest } from "x11";
import type { Clock } from "../../../core/clock.ts";
import { none } from "../protocol.ts";
import type { X11Session } from "../session.ts";
import { atom } from "../window-properties.ts";
import { atomType, integerType, type SelectionAtoms, selectionAtoms, selectionOwner } from "./atoms.ts";
import type { Items, SelectionName } from "./items.ts";
import { createSelectionWindow } from "./requestor.ts";
import { type Contents, Transfers } from "./transfers.ts";

/** As many pairs as one request may hold. */
const mostPairWords = 1 << 16;

/** Told what becomes of a selection while we own it. */
export interface Watcher {
  /** Whether a program is to be given what it asks for. */
  mayGive(request: SelectionRequest): boolean;
  /** A program is being given what it asked for; `whole` tells when it has fetched it, or that it has not. */
  given(request: SelectionRequest, whole: Promise<boolean>): void;
  /** Somebody else has copied something, or the connection is lost. */
  lost(): void;
}

/** What we hold out under a selection. */
interface Holding {
  readonly items: Items;
  /** The same, by atoms. */
  readonly contents: ReadonlyMap<number, Contents>;
  /** Server time. */
  readonly since: number;
  readonly watcher: Watcher | undefined;
}

/** The selections that we own in one session. Who asks for them is served while all else goes on. */
export class SelectionOwner {
  readonly #session: X11Session;
  readonly #atoms: SelectionAtoms;
  readonly #window: number;
  readonly #transfers: Transfers;
  /** By the atoms of the selections. */
  readonly #holdings = new Map<number, Holding>();

  private constructor(session: X11Session, atoms: SelectionAtoms, clock: Clock) {
    this.#session = session;
    this.#atoms = atoms;
    this.#window = createSelectionWindow(session);
    this.#transfers = new Transfers(session, atoms.incr, clock);
    session.onEvent((event) => {
      if (event.name === "SelectionRequest") void this.#serve(event);
      if (event.name === "SelectionClear") this.#lose(event.selection);
    });
    session.onLost(() => {
      for (const selection of [...this.#holdings.keys()]) this.#lose(selection);
    });
  }

  static async open(session: X11Session, clock: Clock): Promise<SelectionOwner> {
    return new SelectionOwner(session, await selectionAtoms(session), clock);
  }

  /** What we hold out under a selection; undefined when it is not ours. */
  async held(name: SelectionName): Promise<Items | undefined> {
    const selection = await atom(this.#session, name);
    // News that it was lost would come before this answer.
    await this.#session.sync();
    return this.#holdings.get(selection)?.items;
  }

  /**
   * Takes a selection.
   * @param since server time; whoever has taken the selection after it keeps it
   * @returns whether it is ours now
   */
  async own(name: SelectionName, items: Items, since: number, watcher?: Watcher): Promise<boolean> {
    const selection = await atom(this.#session, name);
    const contents = await numbered(this.#session, items);
    // Before it is ours: the first request may come with the answer.
    this.#holdings.set(selection, { items, contents, since, watcher });
    this.#session.client.SetSelectionOwner(this.#window, selection, since);
    if ((await selectionOwner(this.#session, selection)) === this.#window) return true;
    this.#holdings.delete(selection);
    return false;
  }

  /** Leaves a selection of ours without an owner, unless somebody has taken it after `now` (server time). */
  async giveUp(name: SelectionName, now: number): Promise<void> {
    const selection = await atom(this.#session, name);
    this.#holdings.delete(selection);
    await this.#session.batch(() => this.#session.client.SetSelectionOwner(none, selection, now));
  }

  #lose(selection: number): void {
    const holding = this.#holdings.get(selection);
    this.#holdings.delete(selection);
    holding?.watcher?.lost();
  }

  async #serve(request: SelectionRequest): Promise<void> {
    const { requestor, selection, target, time } = request;
    const property = request.property === none ? target : request.property;
    const holding = this.#holdings.get(selection);
    const isGiven =
      holding !== undefined &&
      !isBefore(time, holding.since) &&
      (await this.#answer(holding, request, property));
    if (this.#session.isLost) return;
    const answer = { requestor, selection, target, time, property: isGiven ? property : none };
    this.#session.client.SendEvent(requestor, 0, 0, { name: "SelectionNotify", ...answer });
  }

  async #answer(holding: Holding, request: SelectionRequest, property: number): Promise<boolean> {
    const { target } = request;
    if (target !== this.#atoms.multiple) return this.#give(holding, request, target, property);
    try {
      return await this.#giveSeveral(holding, request, property);
    } catch {
      // The program has gone, or the connection is lost: nobody waits for the answer.
      return false;
    }
  }

  #give(holding: Holding, request: SelectionRequest, target: number, property: number): boolean {
    const { client } = this.#session;
    const { requestor } = request;
    const { targets, timestamp, multiple } = this.#atoms;
    if (target === targets) {
      const offered = [targets, timestamp, multiple, ...holding.contents.keys()];
      client.ChangeProperty(0, requestor, property, atomType, 32, offered);
      return true;
    }
    if (target === timestamp) {
      client.ChangeProperty(0, requestor, property, integerType, 32, [holding.since]);
      return true;
    }
    const contents = holding.contents.get(target);
    if (contents === undefined || holding.watcher?.mayGive(request) === false) return false;
    const whole = this.#transfers.give(requestor, property, contents);
    holding.watcher?.given(request, whole);
    return true;
  }

  /** The property lists pairs of a target and the property to put it into; what is refused gets none. */
  async #giveSeveral(holding: Holding, request: SelectionRequest, property: number): Promise<boolean> {
    const { client } = this.#session;
    const { requestor } = request;
    const { atomPair } = this.#atoms;
    const { data } = await this.#session.call<PropertyValue>((done) =>
      client.GetProperty(0, requestor, property, atomPair, 0, mostPairWords, done),
    );
    const answers: number[] = [];
    for (let offset = 0; offset + 8 <= data.length; offset += 8) {
      const target = data.readUInt32LE(offset);
      const place = data.readUInt32LE(offset + 4);
      const isGiven = place !== none && this.#give(holding, request, target, place);
      answers.push(target, isGiven ? place : none);
    }
    client.ChangeProperty(0, requestor, property, atomPair, 32, answers);
    return true;
  }
}

async function numbered(session: X11Session, items: Items): Promise<ReadonlyMap<number, Contents>> {
  const entries = [...items].map(async ([target, { type, format, data }]) => {
    const [number, typeNumber] = await Promise.all([atom(session, target), atom(session, type)]);
    return [number, { type: typeNumber, format, data }] as const;
  });
  return new Map(await Promise.all(entries));
}

/**
 * Whether a request is meant for what was there before: a program that hung while a text was lent to it
 * must not paste what the user has copied. Times wrap around after 49 days; 0 stands for now.
 */
function isBefore(time: number, since: number): boolean {
  return time !== 0 && ((time - since) | 0) < 0;
}
