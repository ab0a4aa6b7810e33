import type { FakeEvent } from "./fake-graphics.ts";
import type { FakeMac } from "./fake-mac.ts";

const keyDown = 10;
const lineBreak = 0x24;

/** How long events of input, and the news of another input source, are on their way. */
export interface FakeDelays {
  readonly eventsMs: number;
  readonly sourcesMs: number;
}

/** The program with the focus: the input method that it knows to be in force takes the text of its keys. */
export class FakeProgram {
  readonly #mac: FakeMac;
  readonly #arriving: { readonly at: number; arrive(): void }[] = [];
  /** What its text field holds. */
  text = "";
  /** What an input method has taken. */
  taken = "";

  constructor(mac: FakeMac, { eventsMs, sourcesMs }: FakeDelays) {
    this.#mac = mac;
    let hasMethod = mac.carbon.source.isMethod;
    mac.graphics.onPost = (event) => this.#later(eventsMs, () => this.#receive(event, hasMethod));
    mac.carbon.onSource = ({ isMethod }) =>
      this.#later(sourcesMs, () => {
        hasMethod = isMethod;
      });
    mac.clock.onSlept = () => this.#takeIn();
  }

  #later(ms: number, arrive: () => void): void {
    this.#arriving.push({ at: this.#mac.clock.now() + ms, arrive });
  }

  #takeIn(): void {
    const now = this.#mac.clock.now();
    const due = this.#arriving.filter(({ at }) => at <= now).toSorted((one, other) => one.at - other.at);
    for (const each of due) {
      this.#arriving.splice(this.#arriving.indexOf(each), 1);
      each.arrive();
    }
  }

  #receive({ type, keycode, text }: FakeEvent, hasMethod: boolean): void {
    if (type !== keyDown) return;
    const written = text ?? (keycode === lineBreak ? "\n" : "");
    if (hasMethod) this.taken += written;
    else this.text += written;
  }
}
