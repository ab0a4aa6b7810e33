import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError } from "../../../core/errors.ts";
import type { Clipboard, TextLoan } from "../../port.ts";
import type { X11Connection } from "../connection.ts";
import { perSession, type X11Session } from "../session.ts";
import { primary, selectionAtoms } from "./atoms.ts";
import { Delivery } from "./delivery.ts";
import { type Items, textItems } from "./items.ts";
import { SelectionOwner, type Watcher } from "./owner.ts";
import { findPasteTarget } from "./paste-target.ts";
import { Requestor } from "./requestor.ts";
import { saveSelection } from "./save.ts";

/*
 * The clipboard (ICCCM, section 2), from the outside in:
 *
 *   clipboard.ts         reads, writes and lends
 *   ├ paste-target.ts    which program would paste now, from where and with which keys
 *   ├ delivery.ts        whether that program has taken what is lent
 *   ├ save.ts            everything that is on it
 *   │ └ requestor.ts     asks its owner, also for what comes in parts
 *   └ owner.ts           answers those who ask us
 *     └ transfers.ts     hands out what is too long for one answer
 */

/** As often the clipboard is saved again because somebody has copied something meanwhile. */
const mostAttempts = 3;

/** What was under a selection before we took it. */
interface Saved {
  readonly selection: number;
  /** Undefined when nobody owned it. */
  readonly before: Items | undefined;
}

/** Callers take turns with `writeText` and `lend` (the desktop lock sees to that). */
export class X11Clipboard implements Clipboard {
  readonly #connection: X11Connection;
  readonly #clock: Clock;
  readonly #ownerOf: (session: X11Session) => Promise<SelectionOwner>;

  constructor(connection: X11Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
    this.#ownerOf = perSession((session) => SelectionOwner.open(session, clock));
  }

  async lend(
    text: string,
    { isSecret, signal }: { readonly isSecret: boolean; readonly signal: AbortSignal },
  ): Promise<TextLoan> {
    const session = await this.#connection.session();
    const { clipboard } = await selectionAtoms(session);
    const { keys, fromPrimary, window } = await findPasteTarget(session);
    const items = await textItems(session, text, isSecret);
    const delivery = new Delivery(session, this.#clock, window);
    await using taken = new AsyncDisposableStack();
    // Some terminals are set up to paste the clipboard with the keys for what is marked.
    for (const selection of fromPrimary ? [clipboard, primary] : [clipboard]) {
      const saved = await this.#replace(session, selection, items, delivery, signal);
      taken.defer(() => this.#restore(session, saved));
    }
    const owned = taken.move();
    return {
      pasteKeys: keys,
      taken: (timeoutMs, waitSignal) => delivery.taken(timeoutMs, waitSignal),
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  }

  /** Puts items under a selection and tells what was there. Throws `clipboard_unavailable` before it changes anything. */
  async #replace(
    session: X11Session,
    selection: number,
    items: Items,
    watcher: Watcher,
    signal: AbortSignal,
  ): Promise<Saved> {
    const owner = await this.#ownerOf(session);
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const now = await serverTime(session, this.#clock);
      const before =
        (await owner.held(selection)) ?? (await saveSelection(session, selection, this.#clock, signal));
      if (await owner.own(selection, items, now, watcher)) return { selection, before };
    }
    throw new GuiAgentError(
      "clipboard_unavailable",
      "Another program copies something again and again, so the clipboard cannot be saved.",
      { remedy: "Wait until it has finished, then try again." },
    );
  }

  /** Puts back what was there, unless somebody has copied something else since. */
  async #restore(session: X11Session, { selection, before }: Saved): Promise<void> {
    try {
      const owner = await this.#ownerOf(session);
      const now = await serverTime(session, this.#clock);
      if ((await owner.held(selection)) === undefined) return;
      if (before === undefined) await owner.giveUp(selection, now);
      else await owner.own(selection, before, now);
    } catch (thrown) {
      // Where the connection is lost there is nothing of ours to take back any more.
      if (!session.isLost) throw thrown;
    }
  }
}

async function serverTime(session: X11Session, clock: Clock): Promise<number> {
  using requestor = await Requestor.open(session, clock);
  return await requestor.time();
}
