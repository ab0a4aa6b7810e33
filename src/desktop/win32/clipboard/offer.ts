import type { Clock } from "../../../core/clock.ts";
import { type GuiAgentError, toGuiAgentError } from "../../../core/errors.ts";
import type { Handle } from "../../native/types.ts";
import type { ClipboardApi } from "./clipboard-api.ts";
import { type Item, setItem } from "./items.ts";
import { MessageWindow } from "./message-window.ts";
import { openClipboard, type Patience } from "./open-clipboard.ts";

/** `WM_RENDERFORMAT` and `WM_DESTROYCLIPBOARD` */
const asked = 0x305;
const takenAway = 0x307;

/** Who asks waits until we answer, and so does who copies something else. */
const answerEveryMs = 5;

/** Those who fetch what is promised, each by the window that has the clipboard open for it; 0 where none has. */
export interface Readers {
  /** Where not, the promise stays one: who may is still seen when it comes. */
  mayRead(reader: Handle): boolean;
  given(reader: Handle): void;
}

/** What we have on the clipboard. Until disposal whoever fetches what is promised is answered. */
export class Offer implements Disposable {
  readonly window: MessageWindow;
  readonly #api: ClipboardApi;
  readonly #clock: Clock;
  readonly #ended = new AbortController();
  #promised = new Map<number, Item>();
  #readers: Readers | undefined;
  #isLost: boolean = false;
  /** It is ourselves who take it away. */
  #isChanging: boolean = false;
  #failure: GuiAgentError | undefined;

  constructor(api: ClipboardApi, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
    this.window = new MessageWindow(api.user32, (message, format) => this.#answer(message, format));
    void this.#answerUntilEnd();
  }

  /** Why something could not be handed out that was promised. */
  get failure(): GuiAgentError | undefined {
    return this.#failure;
  }

  /** Whether somebody else has copied something since. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Whether what is on the clipboard was put there by this. */
  isOurs(): boolean {
    return this.#api.user32.GetClipboardOwner() === this.window.handle;
  }

  open(patience: Patience): Promise<Disposable> {
    return openClipboard(this.#api, this.window, this.#clock, patience);
  }

  /**
   * Takes the clipboard, which must be open. All of `items` is there then; of what is promised only that it is.
   * Throws `clipboard_unavailable` where the system does not take something, and has put the rest there.
   */
  put(items: readonly Item[], promised: readonly Item[] = [], readers?: Readers): void {
    this.#isChanging = true;
    this.#api.user32.EmptyClipboard();
    this.#isChanging = false;
    this.#promised = new Map(promised.map((item) => [item.format, item]));
    this.#readers = readers;
    for (const format of this.#promised.keys()) this.#api.user32.SetClipboardData(format, 0);
    this.#setAll(items);
  }

  /** Hands out what is still promised; the clipboard must be open. */
  keepPromises(): void {
    this.#setAll([...this.#promised.values()]);
  }

  #setAll(items: readonly Item[]): void {
    const failures = items.flatMap((item) => {
      try {
        setItem(this.#api, item);
        return [];
      } catch (thrown) {
        return [thrown];
      }
    });
    if (failures.length > 0) throw failures[0];
  }

  async #answerUntilEnd(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      this.window.answerAll();
      await this.#clock.sleep(answerEveryMs, signal).catch(() => undefined);
    }
  }

  #answer(message: number, format: number): boolean {
    switch (message) {
      case asked:
        this.#askedFor(format);
        return true;
      case takenAway:
        this.#isLost ||= !this.#isChanging;
        return true;
      default:
        return false;
    }
  }

  #askedFor(format: number): void {
    const reader = this.#api.user32.GetOpenClipboardWindow();
    const item = this.#promised.get(format);
    if (item === undefined || this.#readers?.mayRead(reader) === false) return;
    try {
      setItem(this.#api, item);
      this.#promised.delete(format);
      this.#readers?.given(reader);
    } catch (thrown) {
      this.#failure = toGuiAgentError(thrown);
    }
  }

  /** What was handed out stays, for good. */
  [Symbol.dispose](): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    this.window[Symbol.dispose]();
  }
}
