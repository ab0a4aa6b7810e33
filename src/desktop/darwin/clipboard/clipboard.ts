import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError, throwIfCancelled } from "../../../core/errors.ts";
import { parseKey } from "../../../core/keys.ts";
import type { Abortable, Clipboard, ClipboardContents, TextLoan, TextOptions } from "../../port.ts";
import type { Objects } from "../core-foundation.ts";
import type { RunLoop } from "../run-loop.ts";
import { Delivery } from "./delivery.ts";
import type { Item, Pasteboard } from "./pasteboard.ts";
import { marks, textFlavor, textIn, textOf, textTypes, utf8Type } from "./text.ts";

/** As often the clipboard is saved again because somebody has copied something meanwhile. */
const mostAttempts = 3;

export interface DarwinClipboardParts {
  /** Opened by the first call: without a graphical session there is none. */
  openPasteboard(): Pasteboard;
  readonly objects: Objects;
  readonly runLoop: RunLoop;
  readonly clock: Clock;
}

/**
 * The clipboard. What is put there for good is the system's at once and outlives us; what is lent is a
 * promise, so that we are told when somebody fetches it.
 */
export class DarwinClipboard implements Clipboard, Disposable {
  readonly #openPasteboard: () => Pasteboard;
  readonly #objects: Objects;
  readonly #runLoop: RunLoop;
  readonly #clock: Clock;
  #opened: Pasteboard | undefined;
  /** What comes back after the loan that is out. */
  #before: readonly Item[] | undefined;

  constructor({ openPasteboard, objects, runLoop, clock }: DarwinClipboardParts) {
    this.#openPasteboard = openPasteboard;
    this.#objects = objects;
    this.#runLoop = runLoop;
    this.#clock = clock;
  }

  async read(): Promise<ClipboardContents> {
    using _pool = this.#objects.pool();
    const before = this.#before;
    if (before !== undefined && this.#pasteboard.isOurs) {
      const formats = [...new Set(before.flat().map(({ type }) => type))];
      return { text: textIn(before), formats };
    }
    const formats = this.#pasteboard.types();
    const type = textTypes.find((each) => formats.includes(each));
    const data = type === undefined ? undefined : this.#pasteboard.find(type);
    return { text: type === undefined || data === undefined ? undefined : textOf(type, data), formats };
  }

  async writeText(text: string, { isSecret }: TextOptions): Promise<void> {
    this.#pasteboard.replace([[textFlavor(text), ...marks({ isTransient: false, isSecret })]]);
  }

  async lend(text: string, { isSecret, signal }: TextOptions & Abortable): Promise<TextLoan> {
    const before = this.#save(signal);
    const delivery = new Delivery(this.#pasteboard, this.#runLoop, this.#clock);
    const promised = { type: utf8Type, give: () => delivery.give(new TextEncoder().encode(text)) };
    this.#before = before;
    try {
      this.#pasteboard.replace([marks({ isTransient: true, isSecret })], promised);
    } catch (thrown) {
      this.#restore(before);
      throw thrown;
    }
    return {
      pasteKeys: [parseKey("meta"), parseKey("v")],
      taken: (timeoutMs, within) => delivery.taken(timeoutMs, within),
      [Symbol.asyncDispose]: async () => this.#restore(before),
    };
  }

  [Symbol.dispose](): void {
    this.#opened?.[Symbol.dispose]();
    this.#opened = undefined;
  }

  get #pasteboard(): Pasteboard {
    this.#opened ??= this.#openPasteboard();
    return this.#opened;
  }

  #save(signal: AbortSignal): readonly Item[] {
    using _pool = this.#objects.pool();
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      throwIfCancelled(signal);
      const types = this.#pasteboard.types();
      const items = this.#pasteboard.items();
      // Whoever has copied something meanwhile would find it gone.
      if (this.#pasteboard.types().join() === types.join()) return items;
    }
    throw new GuiAgentError(
      "clipboard_unavailable",
      "Another program copies something again and again, so the clipboard cannot be used.",
      { remedy: "Wait until it has finished, then try again." },
    );
  }

  /** Puts back what was there, unless somebody has copied something else since. */
  #restore(before: readonly Item[]): void {
    this.#before = undefined;
    if (this.#pasteboard.isOurs) this.#pasteboard.replace(before);
  }
}
