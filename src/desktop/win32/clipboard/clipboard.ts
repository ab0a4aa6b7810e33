import type { Clock } from "../../../core/clock.ts";
import type { Abortable, Clipboard, ClipboardContents, TextLoan, TextOptions } from "../../port.ts";
import type { ClipboardApi } from "./clipboard-api.ts";
import { standardFormat } from "./formats.ts";
import { copyItem, type Item, setItem } from "./items.ts";
import { Loan } from "./loan.ts";
import { MessageWindow } from "./message-window.ts";
import { openClipboard } from "./open-clipboard.ts";
import { assertOwnerAnswers } from "./owner.ts";
import { formatsOf, nameOf } from "./save.ts";
import { decodeText } from "./text.ts";
import { keptFromHistories, textItem } from "./text-items.ts";

/*
 * The clipboard of Windows (learn.microsoft.com/en-us/windows/win32/dataxchg/clipboard), from the outside in:
 *
 *   clipboard.ts             reads, writes and lends
 *   ├ loan.ts                lends a text, sees whether it is pasted, and puts back what was there
 *   │ ├ paste-target.ts      which program would paste now, and with which keys
 *   │ ├ offer.ts             what we have there, and answers those who fetch what is only promised
 *   │ └ save.ts              what another program has copied
 *   │   ├ formats.ts         what can be saved, and how
 *   │   └ owner.ts           whether that program would answer
 *   ├ text-items.ts          text as it is put there
 *   │ └ text.ts              its bytes
 *   ├ items.ts               bytes to and from the system
 *   ├ open-clipboard.ts      nobody else can use it meanwhile
 *   └ message-window.ts      the system wants a window for all this
 *
 * What is there by value belongs to the system and outlives us; a promise does not. So nothing stays promised.
 */

const withinMs = 10_000;

/** The clipboard of Windows. Disposal puts back what is lent. */
export class Win32Clipboard implements Clipboard, AsyncDisposable {
  readonly #api: ClipboardApi;
  readonly #clock: Clock;
  #loan: Loan | undefined;

  constructor(api: ClipboardApi, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
  }

  async read(signal: AbortSignal): Promise<ClipboardContents> {
    const before = this.#loan?.before;
    if (before !== undefined) return this.#contents(before);
    const { user32 } = this.#api;
    using window = new MessageWindow(user32, () => false);
    const patience = { until: this.#clock.now() + withinMs, signal };
    using _open = await openClipboard(user32, window, this.#clock, patience);
    const formats = formatsOf(user32);
    const text = standardFormat.CF_UNICODETEXT;
    if (!formats.has(text)) return { text: undefined, formats: [...formats.values()] };
    await assertOwnerAnswers(user32, this.#clock, patience);
    const handle = user32.GetClipboardData(text);
    const item = Number(handle) === 0 ? undefined : copyItem(this.#api, text, "memory", handle, Infinity);
    return { text: item && decodeText(item.data), formats: [...formats.values()] };
  }

  async writeText(text: string, { isSecret }: TextOptions): Promise<void> {
    const { user32 } = this.#api;
    // What nobody owns any more stays, and nobody waits for us to copy something else.
    using window = new MessageWindow(user32, () => false);
    const patience = { until: this.#clock.now() + withinMs };
    using _open = await openClipboard(user32, window, this.#clock, patience);
    await assertOwnerAnswers(user32, this.#clock, patience);
    user32.EmptyClipboard();
    const hints = isSecret ? keptFromHistories(user32) : [];
    for (const item of [...hints, textItem(text)]) setItem(this.#api, item);
  }

  async lend(text: string, { signal }: Abortable): Promise<TextLoan> {
    await this.#loan?.settle();
    this.#loan = await Loan.open(this.#api, this.#clock, text, signal);
    return this.#loan;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loan?.[Symbol.asyncDispose]();
    await this.#loan?.settle();
  }

  #contents(items: readonly Item[]): ClipboardContents {
    const text = items.find(({ format }) => format === standardFormat.CF_UNICODETEXT);
    return {
      text: text && decodeText(text.data),
      formats: items.map(({ format }) => nameOf(this.#api.user32, format)),
    };
  }
}
