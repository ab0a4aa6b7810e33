import type { Clock } from "../../../core/clock.ts";
import { type GuiAgentError, toGuiAgentError } from "../../../core/errors.ts";
import type { Key } from "../../../core/keys.ts";
import type { Handle } from "../../native/types.ts";
import type { Abortable, PasteOutcome, TextLoan, TextOptions } from "../../port.ts";
import { copiedOver } from "../../text-not-taken.ts";
import type { ClipboardApi } from "./clipboard-api.ts";
import { standardFormat } from "./formats.ts";
import { type Item, setItem } from "./items.ts";
import { MessageWindow } from "./message-window.ts";
import { openClipboard } from "./open-clipboard.ts";
import { belongsTo, findPasteTarget, type PasteTarget } from "./paste-target.ts";
import { saveAll } from "./save.ts";
import { keptFromHistories, textItem } from "./text-items.ts";

/** `WM_RENDERFORMAT` and `WM_DESTROYCLIPBOARD` */
const asked = 0x305;
const takenAway = 0x307;

/** Who asks waits until we answer, and so does who copies something else. */
const answerEveryMs = 5;

/** What a call has to save all that is there: meanwhile nobody else can use the clipboard. */
const saveWithinMs = 10_000;
/** Who has the clipboard open when it is to be put back is waited for longer, since it would be lost. */
const restoreWithinMs = 10_000;

/** A program that has fetched the text may fetch it again at once. */
const quietMs = 150;
/**
 * A browser fetches it for the page's code, and again for the field, if there is one. Only the first time is
 * told; in between the page may take its time, and would be given what the user has copied.
 */
const againWithinMs = 1_500;

/**
 * A text that is promised to the clipboard. The system asks for it when a program fetches it: only the one
 * that has the focus is given it. To others, such as histories of the clipboard, the promise stays one.
 */
export class Loan implements TextLoan {
  readonly pasteKeys: readonly Key[];
  readonly #api: ClipboardApi;
  readonly #clock: Clock;
  readonly #text: Item;
  readonly #target: PasteTarget;
  readonly #window: MessageWindow;
  readonly #ended = new AbortController();
  #before: readonly Item[] = [];
  /** While we take the clipboard or give it back, it is ourselves who take it away. */
  #isChanging: boolean = true;
  #isLost: boolean = false;
  #isOver: boolean = false;
  #isGiven: boolean = false;
  /** Whether a program has fetched it that does not say who it is. */
  #byUnknown: boolean = false;
  #failure: GuiAgentError | undefined;

  private constructor(api: ClipboardApi, clock: Clock, text: string) {
    this.#api = api;
    this.#clock = clock;
    this.#text = textItem(text);
    this.#target = findPasteTarget(api.user32);
    this.pasteKeys = this.#target.keys;
    this.#window = new MessageWindow(api.user32, (message, parameter) => this.#answer(message, parameter));
  }

  /** Throws `clipboard_unavailable`, before it changes anything, when what is there cannot be saved whole. */
  static async open(
    api: ClipboardApi,
    clock: Clock,
    text: string,
    { signal }: TextOptions & Abortable,
  ): Promise<Loan> {
    const loan = new Loan(api, clock, text);
    try {
      await loan.#take(signal);
    } catch (thrown) {
      loan.#window[Symbol.dispose]();
      throw thrown;
    }
    void loan.#answerUntilEnd();
    return loan;
  }

  /** What was there before; undefined when somebody has copied something since. */
  get before(): readonly Item[] | undefined {
    return this.#isOurs() ? this.#before : undefined;
  }

  async #take(signal: AbortSignal): Promise<void> {
    const { user32 } = this.#api;
    const patience = { until: this.#clock.now() + saveWithinMs, signal };
    using _open = await openClipboard(user32, this.#window, this.#clock, patience);
    this.#before = await saveAll(this.#api, this.#clock, patience);
    user32.EmptyClipboard();
    try {
      for (const item of keptFromHistories(user32)) setItem(this.#api, item);
      user32.SetClipboardData(this.#text.format, 0);
    } catch (thrown) {
      this.#putBack();
      throw thrown;
    }
    this.#isChanging = false;
  }

  /** `TextLoan.taken` of the port. */
  async taken(timeoutMs: number, signal: AbortSignal): Promise<PasteOutcome> {
    try {
      const end = this.#clock.now() + timeoutMs;
      while (!this.#isGiven) {
        if (this.#isLost) throw copiedOver();
        if (this.#failure !== undefined) throw this.#failure;
        if (this.#clock.now() >= end) return "ignored";
        await this.#clock.sleep(answerEveryMs, signal);
      }
      const isSure = !this.#target.isBrowser && !this.#byUnknown;
      await this.#clock.sleep(isSure ? quietMs : againWithinMs, signal);
      return isSure ? "taken" : "perhaps";
    } finally {
      this.#isOver = true;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ended.signal.aborted) return;
    this.#isOver = true;
    try {
      if (this.#isOurs()) await this.#restore();
    } finally {
      this.#ended.abort();
      this.#window[Symbol.dispose]();
    }
  }

  async #restore(): Promise<void> {
    const until = this.#clock.now() + restoreWithinMs;
    using _open = await openClipboard(this.#api.user32, this.#window, this.#clock, { until });
    // Nobody can copy anything any more.
    if (this.#isOurs()) this.#putBack();
  }

  /** The clipboard must be open. Puts back what can be before it throws. */
  #putBack(): void {
    this.#isChanging = true;
    this.#api.user32.EmptyClipboard();
    const failures = this.#before.flatMap((item) => {
      try {
        setItem(this.#api, item);
        return [];
      } catch (thrown) {
        return [thrown];
      }
    });
    if (failures.length > 0) throw failures[0];
  }

  #isOurs(): boolean {
    return !this.#isLost && this.#api.user32.GetClipboardOwner() === this.#window.handle;
  }

  async #answerUntilEnd(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      this.#window.answerAll();
      await this.#clock.sleep(answerEveryMs, signal).catch(() => undefined);
    }
  }

  #answer(message: number, format: number): boolean {
    switch (message) {
      case asked:
        if (format === standardFormat.CF_UNICODETEXT) this.#askedFor();
        return true;
      case takenAway:
        this.#isLost ||= !this.#isChanging;
        return true;
      default:
        return false;
    }
  }

  #askedFor(): void {
    const reader = this.#api.user32.GetOpenClipboardWindow();
    if (this.#isOver || !this.#mayRead(reader)) return;
    try {
      setItem(this.#api, this.#text);
      this.#isGiven = true;
      this.#byUnknown = Number(reader) === 0;
    } catch (thrown) {
      this.#failure = toGuiAgentError(thrown);
    }
  }

  /** After a click it takes a moment until the focus has moved, so that is looked at again. */
  #mayRead(reader: Handle): boolean {
    if (Number(reader) === 0) return true;
    const { user32 } = this.#api;
    return [this.#target, findPasteTarget(user32)].some(({ windows }) => belongsTo(user32, windows, reader));
  }
}
