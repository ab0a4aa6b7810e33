import type { Carbon } from "../../../src/desktop/darwin/api/carbon.ts";
import type { FakeFoundation } from "./fake-foundation.ts";
import { viewOf } from "./fake-foundation.ts";

/** What the keys of a layout write, by keycode: plain, Shift, Option, Option and Shift. `^` before a character marks a dead key. */
export interface FakeLayout {
  readonly keys: ReadonlyMap<number, readonly string[]>;
  /** What they write with Command, where that differs. */
  readonly commanded?: ReadonlyMap<number, string>;
}

const bits = { command: 1, shift: 2, option: 8 } as const;

/** Keyboard layouts as Carbon tells them: those that the process has been told of. */
export class FakeCarbon {
  readonly #foundation: FakeFoundation;
  readonly #layouts = new Map<number, FakeLayout>();
  readonly dataProperty: number;
  #known: FakeLayout;
  latin: FakeLayout;

  constructor(foundation: FakeFoundation, layout: FakeLayout) {
    this.#foundation = foundation;
    this.dataProperty = foundation.plain("the layout's data");
    this.#known = layout;
    this.latin = layout;
  }

  /** The user chooses a layout. The process is told when it next turns its run loop. */
  choose(layout: FakeLayout): void {
    this.#foundation.news.push(() => {
      this.#known = layout;
    });
  }

  readonly functions: Carbon = {
    TISCopyCurrentKeyboardLayoutInputSource: () => this.#source(this.#known),
    TISCopyCurrentASCIICapableKeyboardLayoutInputSource: () => this.#source(this.latin),
    TISGetInputSourceProperty: (source, key) => (key === this.dataProperty ? Number(source) : 0),
    LMGetKbdType: () => 40,
    UCKeyTranslate: (layout, keycode, action, state, type, options, deadKeys, _, length, output) => {
      if (action !== 0 || type !== 40 || options !== 0)
        throw new Error("A key is not translated as it is pressed.");
      const written = this.#written(this.#layouts.get(Number(layout)), keycode, state);
      const isDead = written.length > 1 && written.startsWith("^");
      viewOf(deadKeys).setUint32(0, isDead ? 1 : 0, true);
      viewOf(length).setBigUint64(0, BigInt(isDead ? 0 : written.length), true);
      if (!isDead)
        for (let index = 0; index < written.length; index += 1)
          viewOf(output).setUint16(index * 2, written.charCodeAt(index), true);
      return 0;
    },
  };

  #source(layout: FakeLayout): number {
    const source = this.#foundation.give({ kind: "data", bytes: new Uint8Array(0) });
    this.#layouts.set(source, layout);
    return source;
  }

  #written(layout: FakeLayout | undefined, keycode: number, state: number): string {
    const commanded = (state & bits.command) === 0 ? undefined : layout?.commanded?.get(keycode);
    if (commanded !== undefined) return commanded;
    const level = ((state & bits.shift) === 0 ? 0 : 1) + ((state & bits.option) === 0 ? 0 : 2);
    return layout?.keys.get(keycode)?.[level] ?? "";
  }
}
