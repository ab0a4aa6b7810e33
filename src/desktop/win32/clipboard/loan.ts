import type { Clock } from "../../../core/clock.ts";
import type { Key } from "../../../core/keys.ts";
import type { Handle } from "../../native/types.ts";
import type { PasteOutcome, TextLoan } from "../../port.ts";
import { copiedOver } from "../../text-not-taken.ts";
import type { ClipboardApi } from "./clipboard-api.ts";
import type { Item } from "./items.ts";
import { Offer } from "./offer.ts";
import type { Patience } from "./open-clipboard.ts";
import { belongsTo, findPasteTarget, type PasteTarget } from "./paste-target.ts";
import { saveAll } from "./save.ts";
import { keptFromHistories, textItem } from "./text-items.ts";

/** Who has the clipboard open when it is to be put back is waited for, since it would be lost. */
const restoreWithinMs = 10_000;

const lookEveryMs = 5;

/** A program that has fetched the text may fetch it again at once. */
const quietMs = 150;
/**
 * A browser fetches it for the page's code, and again for the field, if there is one. Only the first time is
 * told; in between the page may take its time, and would be given what the user has copied.
 */
const againWithinMs = 1_500;

/** A program that hangs for longer after a paste that was given up is taken for one that has ended. */
const lateWithinMs = 15_000;
const tryAgainAfterMs = 1_000;

/**
 * A text that is promised to the clipboard. Only the program that has the focus is given it; to others, such as
 * histories of the clipboard, the promise stays one.
 */
export class Loan implements TextLoan {
  readonly pasteKeys: readonly Key[];
  readonly #api: ClipboardApi;
  readonly #clock: Clock;
  readonly #target: PasteTarget;
  readonly #offer: Offer;
  readonly #settled = new AbortController();
  #before: readonly Item[] = [];
  #isOver: boolean = false;
  #isBack: boolean = false;
  #isGiven: boolean = false;
  /** Whether a program has fetched it that does not say who it is. */
  #byUnknown: boolean = false;

  private constructor(api: ClipboardApi, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
    this.#target = findPasteTarget(api.user32);
    this.pasteKeys = this.#target.keys;
    this.#offer = new Offer(api, clock);
  }

  /** Throws `clipboard_unavailable`, before it changes anything, when what is there cannot be saved whole. */
  static async open(api: ClipboardApi, clock: Clock, text: string, patience: Patience): Promise<Loan> {
    const loan = new Loan(api, clock);
    try {
      await loan.#lend(textItem(text), patience);
      return loan;
    } catch (thrown) {
      loan.#offer[Symbol.dispose]();
      throw thrown;
    }
  }

  /** What was there before; undefined when somebody has copied something since, or it is back. */
  get before(): readonly Item[] | undefined {
    return this.#offer.isOurs() ? this.#before : undefined;
  }

  async #lend(text: Item, patience: Patience): Promise<void> {
    using _open = await this.#offer.open(patience);
    this.#before = await saveAll(this.#api, this.#clock, patience);
    try {
      this.#offer.put(keptFromHistories(this.#api.user32), [text], {
        mayRead: (reader) => !this.#isOver && (Number(reader) === 0 || this.#isTarget(reader)),
        given: (reader) => {
          this.#isGiven = true;
          this.#byUnknown = Number(reader) === 0;
        },
      });
    } catch (thrown) {
      this.#offer.put(this.#before);
      throw thrown;
    }
  }

  /** `TextLoan.taken` of the port. */
  async taken(timeoutMs: number, signal: AbortSignal): Promise<PasteOutcome> {
    try {
      const end = this.#clock.now() + timeoutMs;
      while (!this.#isGiven) {
        if (this.#offer.isLost) throw copiedOver();
        if (this.#offer.failure !== undefined) throw this.#offer.failure;
        if (this.#clock.now() >= end) return "ignored";
        await this.#clock.sleep(lookEveryMs, signal);
      }
      const isSure = !this.#target.isBrowser && !this.#byUnknown;
      await this.#clock.sleep(isSure ? quietMs : againWithinMs, signal);
      return isSure ? "taken" : "perhaps";
    } finally {
      this.#isOver = true;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOver && this.#isBack) return;
    this.#isOver = true;
    try {
      // A program that hangs may still paste afterwards, and then it must not get what the user has copied.
      const isLate = !this.#isGiven && this.#before.length > 0;
      await this.#putBack(isLate);
      if (isLate) void this.#settleLater(lateWithinMs);
      else this.#end();
    } catch (thrown) {
      void this.#settleLater(tryAgainAfterMs);
      throw thrown;
    }
  }

  /** Hands out what is put back and only promised yet, so that nothing depends on us any more. */
  async settle(): Promise<void> {
    if (this.#settled.signal.aborted) return;
    if (!this.#isBack) await this.#putBack(false);
    else await this.#whileOurs(() => this.#offer.keepPromises());
    this.#end();
  }

  async #settleLater(afterMs: number): Promise<void> {
    const { signal } = this.#settled;
    for (let waitMs = afterMs; !signal.aborted; waitMs = tryAgainAfterMs) {
      await this.#clock.sleep(waitMs, signal).catch(() => undefined);
      // Where the clipboard cannot be used, nothing of it is lost yet.
      await this.settle().catch(() => undefined);
    }
  }

  /** @param isLate whether it must not be given to the program that was to paste */
  async #putBack(isLate: boolean): Promise<void> {
    await this.#whileOurs(() => {
      if (!isLate) return this.#offer.put(this.#before);
      return this.#offer.put([], this.#before, {
        mayRead: (reader) => Number(reader) !== 0 && !this.#isTarget(reader),
        given: () => undefined,
      });
    });
    this.#isBack = true;
  }

  /** Does something while nobody can copy anything, unless somebody has already. */
  async #whileOurs(change: () => void): Promise<void> {
    if (!this.#offer.isOurs()) return;
    using _open = await this.#offer.open({ until: this.#clock.now() + restoreWithinMs });
    if (this.#offer.isOurs()) change();
  }

  #end(): void {
    this.#settled.abort();
    this.#offer[Symbol.dispose]();
  }

  /** After a click it takes a moment until the focus has moved, so that is looked at again. */
  #isTarget(reader: Handle): boolean {
    const { user32 } = this.#api;
    const targets = this.#isOver ? [this.#target] : [this.#target, findPasteTarget(user32)];
    return targets.some(({ windows }) => belongsTo(user32, windows, reader));
  }
}
