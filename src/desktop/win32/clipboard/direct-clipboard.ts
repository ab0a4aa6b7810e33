import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError } from "../../../core/errors.ts";
import type { Key } from "../../../core/keys.ts";
import type { ClipboardContents, PasteOutcome } from "../../port.ts";
import type { ClipboardApi } from "./clipboard-api.ts";
import { standardFormat } from "./formats.ts";
import { copyItem, type Item, setItem } from "./items.ts";
import { Loan } from "./loan.ts";
import { MessageWindow } from "./message-window.ts";
import { openClipboard, type Patience } from "./open-clipboard.ts";
import { assertOwnerAnswers } from "./owner.ts";
import { formatsOf, nameOf } from "./save.ts";
import { decodeText } from "./text.ts";
import { keptFromHistories, textItem } from "./text-items.ts";

/** What a call has for all that it asks of other programs. */
export const withinMs = 10_000;

/** The clipboard of Windows, for a thread that has nothing else to do. */
export class DirectClipboard {
  readonly #api: ClipboardApi;
  readonly #clock: Clock;
  #loan: Loan | undefined;

  constructor(api: ClipboardApi, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
  }

  /** `Clipboard.read` of the port. */
  async read(signal: AbortSignal): Promise<ClipboardContents> {
    const before = this.#loan?.before;
    if (before !== undefined) return this.#contents(before);
    const { user32 } = this.#api;
    const patience = this.#patience(signal);
    using window = new MessageWindow(user32, () => false);
    using _open = await openClipboard(this.#api, window, this.#clock, patience);
    const formats = formatsOf(user32);
    const text = standardFormat.CF_UNICODETEXT;
    if (!formats.has(text)) return { text: undefined, formats: [...formats.values()] };
    await assertOwnerAnswers(this.#api, this.#clock, patience);
    const handle = user32.GetClipboardData(text);
    const item = Number(handle) === 0 ? undefined : copyItem(this.#api, text, "memory", handle, Infinity);
    return { text: item && decodeText(item.data), formats: [...formats.values()] };
  }

  /** `Clipboard.writeText` of the port. */
  async writeText(text: string, isSecret: boolean): Promise<void> {
    const { user32 } = this.#api;
    const patience = this.#patience();
    // What nobody owns any more stays, and nobody waits for us to copy something else.
    using window = new MessageWindow(user32, () => false);
    using _open = await openClipboard(this.#api, window, this.#clock, patience);
    await assertOwnerAnswers(this.#api, this.#clock, patience);
    user32.EmptyClipboard();
    const hints = isSecret ? keptFromHistories(user32) : [];
    for (const item of [...hints, textItem(text)]) setItem(this.#api, item);
  }

  /** `Clipboard.lend` of the port; gives the keys to paste with. */
  async lend(text: string, signal: AbortSignal): Promise<readonly Key[]> {
    await this.settle();
    this.#loan = await Loan.open(this.#api, this.#clock, text, this.#patience(signal));
    return this.#loan.pasteKeys;
  }

  /** `TextLoan.taken` of the port. */
  async awaitPaste(timeoutMs: number, signal: AbortSignal): Promise<PasteOutcome> {
    return await this.#lent().taken(timeoutMs, signal);
  }

  async putBack(): Promise<void> {
    await this.#lent()[Symbol.asyncDispose]();
  }

  async settle(): Promise<void> {
    await this.#loan?.settle();
    this.#loan = undefined;
  }

  #lent(): Loan {
    if (this.#loan !== undefined) return this.#loan;
    throw new GuiAgentError(
      "internal",
      "Nothing is lent to the clipboard that could be pasted or taken back.",
      {
        remedy: "This is a fault in gui-agent. Please report it with the server's log.",
      },
    );
  }

  #patience<Signal extends AbortSignal | undefined>(signal?: Signal): Patience {
    return { until: this.#clock.now() + withinMs, ...(signal && { signal }) };
  }

  #contents(items: readonly Item[]): ClipboardContents {
    const text = items.find(({ format }) => format === standardFormat.CF_UNICODETEXT);
    return {
      text: text && decodeText(text.data),
      formats: items.map(({ format }) => nameOf(this.#api.user32, format)),
    };
  }
}
