import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError } from "../../../core/errors.ts";
import type { Abortable, Clipboard, ClipboardContents, TextLoan, TextOptions } from "../../port.ts";
import type { ServerOptions } from "../connect.ts";
import type { X11Connection } from "../connection.ts";
import { perSession, type X11Session } from "../session.ts";
import { assertOwnScreen } from "../wayland.ts";
import { Delivery } from "./delivery.ts";
import { ForeignSelection, type Patience } from "./foreign-selection.ts";
import { handOver } from "./hand-over.ts";
import { type Item, type Items, type SelectionName, selections } from "./items.ts";
import { SelectionOwner } from "./owner.ts";
import { findPasteTarget } from "./paste-target.ts";
import { handOverWithinMs, serverTime } from "./requestor.ts";
import { textItems, textOf, textTargets } from "./text.ts";

/*
 * The clipboard (ICCCM, section 2), from the outside in:
 *
 *   clipboard.ts             reads, writes and lends
 *   ├ text.ts                text as it is offered and asked for
 *   ├ paste-target.ts        which program would paste now, from where and with which keys
 *   ├ delivery.ts            whether that program has taken what is lent
 *   ├ foreign-selection.ts   what another program has copied
 *   │ └ requestor.ts         asks it for one form after the other, also for what comes in parts
 *   ├ owner.ts               answers those who ask us
 *   │ └ transfers.ts         hands out what is too long for one answer
 *   └ hand-over.ts           leaves what we hold to somebody else when we end
 *     ├ kept-selections.ts   as bytes for the other process
 *     └ keeper.ts            what that process does
 */

/** As often the clipboard is saved again because somebody has copied something meanwhile. */
const mostAttempts = 3;

const nothing: Items = new Map();

/** What is lent under a selection, and what comes back afterwards. */
interface Lent {
  readonly items: Items;
  /** Undefined when nobody owned it. */
  readonly before: Items | undefined;
  readonly delivery: Delivery;
}

export class X11Clipboard implements Clipboard {
  readonly #connection: X11Connection;
  readonly #clock: Clock;
  readonly #ownerOf: (session: X11Session) => Promise<SelectionOwner>;
  #inUse: X11Session | undefined;
  /** By selection. */
  readonly #lent = new Map<SelectionName, Lent>();

  constructor(connection: X11Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
    this.#ownerOf = perSession((session) => SelectionOwner.open(session, clock));
  }

  async read(signal: AbortSignal): Promise<ClipboardContents> {
    const session = await this.#session();
    const owner = await this.#ownerOf(session);
    const held = await owner.held("CLIPBOARD");
    if (held !== undefined) {
      const items = this.#rightful("CLIPBOARD", held) ?? nothing;
      return await contents([...items.keys()], async (target) => items.get(target));
    }
    const patience = this.#patience(signal);
    using foreign = await ForeignSelection.open(session, "CLIPBOARD", this.#clock, patience);
    if (foreign === undefined) return { text: undefined, formats: [] };
    return await contents(await foreign.formats(), (target) => foreign.get(target));
  }

  async writeText(text: string, { isSecret }: TextOptions): Promise<void> {
    const session = await this.#session();
    const owner = await this.#ownerOf(session);
    const items = textItems(text, isSecret);
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      if (await owner.own("CLIPBOARD", items, await serverTime(session, this.#clock))) return;
    }
    throw inUse();
  }

  async lend(text: string, { isSecret, signal }: TextOptions & Abortable): Promise<TextLoan> {
    const session = await this.#session();
    const { keys, fromPrimary, window } = await findPasteTarget(session);
    const items = textItems(text, isSecret);
    // Some terminals are set up to paste the clipboard with the keys for what is marked, too.
    const taking = selections.filter((selection) => selection === "CLIPBOARD" || fromPrimary);
    const patience = this.#patience(signal);
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const delivery = new Delivery(session, this.#clock, window);
      const lent = await this.#replace(session, taking, items, delivery, patience);
      if (lent === undefined) continue;
      return {
        pasteKeys: keys,
        taken: (timeoutMs, waitSignal) => delivery.taken(timeoutMs, waitSignal),
        [Symbol.asyncDispose]: () => lent.disposeAsync(),
      };
    }
    throw inUse();
  }

  /**
   * Puts back what is lent, and sees to it that what we hold outlives us.
   * Throws `clipboard_unavailable` when it will be lost.
   */
  async handOver(options: ServerOptions): Promise<void> {
    const session = this.#inUse;
    if (session === undefined || session.isLost) return;
    for (const selection of this.#lent.keys()) await this.#restore(session, selection);
    const owner = await this.#ownerOf(session);
    await handOver(session, owner, options, this.#clock);
  }

  /**
   * Lends items under several selections. Throws `clipboard_unavailable` before it changes anything.
   * @returns what takes them back; undefined when somebody has copied something meanwhile
   */
  async #replace(
    session: X11Session,
    taking: readonly SelectionName[],
    items: Items,
    delivery: Delivery,
    patience: Patience,
  ): Promise<AsyncDisposableStack | undefined> {
    const owner = await this.#ownerOf(session);
    // Before anything is saved: who copies something from now on keeps it.
    const now = await serverTime(session, this.#clock);
    const saved = new Map<SelectionName, Items | undefined>();
    for (const selection of taking) {
      const held = await owner.held(selection);
      saved.set(selection, held ?? (await this.#save(session, selection, patience)));
    }
    await using taken = new AsyncDisposableStack();
    for (const [selection, before] of saved) {
      this.#lent.set(selection, { items, before, delivery });
      taken.defer(() => this.#restore(session, selection));
      if (!(await owner.own(selection, items, now, delivery))) return undefined;
    }
    return taken.move();
  }

  async #save(session: X11Session, selection: SelectionName, patience: Patience): Promise<Items | undefined> {
    using foreign = await ForeignSelection.open(session, selection, this.#clock, patience);
    return await foreign?.everything();
  }

  /** Puts back what was there, unless somebody has copied something else since. */
  async #restore(session: X11Session, selection: SelectionName): Promise<void> {
    try {
      const owner = await this.#ownerOf(session);
      const now = await serverTime(session, this.#clock);
      const held = await owner.held(selection);
      if (held === undefined) return;
      const before = this.#rightful(selection, held);
      if (before === undefined) await owner.giveUp(selection, now);
      else await owner.own(selection, before, now, this.#lent.get(selection)?.delivery.afterwards());
    } catch (thrown) {
      // Where the connection is lost there is nothing of ours to take back any more.
      if (!session.isLost) throw thrown;
    } finally {
      this.#lent.delete(selection);
    }
  }

  /** What the user has copied, where a selection of ours holds what is only lent. */
  #rightful(selection: SelectionName, held: Items): Items | undefined {
    const lent = this.#lent.get(selection);
    return lent !== undefined && held === lent.items ? lent.before : held;
  }

  /** What a call has for all that it asks of other programs: meanwhile nobody else can use the desktop. */
  #patience(signal: AbortSignal): Patience {
    return { until: this.#clock.now() + handOverWithinMs, signal };
  }

  /** Throws `unsupported` where the selections are not those of the desktop. */
  async #session(): Promise<X11Session> {
    const session = await this.#connection.session();
    await assertOwnScreen(session);
    this.#inUse = session;
    return session;
  }
}

/** The text among what a selection offers, in the best form that its owner gives. */
async function contents(
  formats: readonly string[],
  get: (target: string) => Promise<Item | undefined>,
): Promise<ClipboardContents> {
  for (const target of textTargets.filter((name) => formats.includes(name))) {
    const item = await get(target);
    if (item !== undefined) return { text: textOf(item), formats };
  }
  return { text: undefined, formats };
}

function inUse(): GuiAgentError {
  return new GuiAgentError(
    "clipboard_unavailable",
    "Another program copies something again and again, so the clipboard cannot be used.",
    { remedy: "Wait until it has finished, then try again." },
  );
}
