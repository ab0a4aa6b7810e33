import type { Carbon } from "../../../src/desktop/darwin/api/carbon.ts";
import type { Handle } from "../../../src/desktop/native/types.ts";
import type { FakeFoundation } from "./fake-foundation.ts";
import { viewOf } from "./fake-foundation.ts";

/** What the keys of a layout write, by keycode: plain, Shift, Option, Option and Shift. `^` before a character marks a dead key. */
export interface FakeLayout {
  readonly keys: ReadonlyMap<number, readonly string[]>;
  /** What they write with Command, where that differs. */
  readonly commanded?: ReadonlyMap<number, string>;
}

/** A keyboard layout, or an input method with a layout below it. */
export interface FakeSource {
  readonly id: string;
  readonly isMethod: boolean;
  readonly layout: FakeLayout;
}

/** `paramErr`, MacErrors.h. */
const refused = -50;

const bits = { command: 1, shift: 2, option: 8 } as const;

/** Keyboard layouts and input methods as Carbon tells them: those that the process has been told of. */
export class FakeCarbon {
  readonly #foundation: FakeFoundation;
  readonly #sources = new Map<number, FakeSource>();
  readonly dataProperty: number;
  readonly inputSources: Readonly<Record<"type" | "id" | "layoutType", number>>;
  #known: FakeSource;
  /** What is in force, whoever has been told. */
  source: FakeSource;
  latin: FakeLayout;
  /** Whether programs may choose an input source. */
  isSelectable: boolean = true;
  /** Whenever another source comes into force. */
  onSource: (source: FakeSource) => void = () => undefined;

  constructor(foundation: FakeFoundation, layout: FakeLayout) {
    this.#foundation = foundation;
    this.dataProperty = foundation.plain("the layout's data");
    this.inputSources = {
      type: foundation.plain("the source's type"),
      id: foundation.plain("the source's id"),
      layoutType: foundation.plain("TISTypeKeyboardLayout"),
    };
    this.source = { id: "layout", isMethod: false, layout };
    this.#known = this.source;
    this.latin = layout;
  }

  /** The user chooses a layout. The process is told when it next turns its run loop. */
  choose(layout: FakeLayout, id = "layout"): void {
    this.#chosen({ id, isMethod: false, layout });
  }

  /** The same of an input method. */
  chooseMethod(id: string): void {
    this.#chosen({ id, isMethod: true, layout: this.source.layout });
  }

  readonly functions: Carbon = {
    TISCopyCurrentKeyboardInputSource: () => this.#copy(this.#known),
    TISCopyCurrentKeyboardLayoutInputSource: () => this.#copy({ ...this.#known, isMethod: false }),
    TISCopyCurrentASCIICapableKeyboardLayoutInputSource: () =>
      this.#copy({ id: "latin", isMethod: false, layout: this.latin }),
    TISGetInputSourceProperty: (reference, key) => {
      const { id, isMethod } = this.#source(reference);
      switch (key) {
        case this.dataProperty:
          return isMethod ? 0 : Number(reference);
        case this.inputSources.type:
          return this.#foundation.plain(isMethod ? "TISTypeKeyboardInputMode" : "TISTypeKeyboardLayout");
        case this.inputSources.id:
          return this.#foundation.plain(id);
        default:
          return 0;
      }
    },
    TISSelectInputSource: (reference) => {
      if (!this.isSelectable) return refused;
      this.source = this.#source(reference);
      this.#known = this.source;
      this.onSource(this.source);
      return 0;
    },
    LMGetKbdType: () => 40,
    UCKeyTranslate: (layout, keycode, action, state, type, options, deadKeys, _, length, output) => {
      if (action !== 0 || type !== 40 || options !== 0)
        throw new Error("A key is not translated as it is pressed.");
      const written = this.#written(this.#source(layout).layout, keycode, state);
      const isDead = written.length > 1 && written.startsWith("^");
      viewOf(deadKeys).setUint32(0, isDead ? 1 : 0, true);
      viewOf(length).setBigUint64(0, BigInt(isDead ? 0 : written.length), true);
      if (!isDead)
        for (let index = 0; index < written.length; index += 1)
          viewOf(output).setUint16(index * 2, written.charCodeAt(index), true);
      return 0;
    },
  };

  #chosen(source: FakeSource): void {
    this.source = source;
    this.#foundation.news.push(() => {
      this.#known = source;
    });
    this.onSource(source);
  }

  #copy(source: FakeSource): number {
    const reference = this.#foundation.give({ kind: "data", bytes: new Uint8Array(0) });
    this.#sources.set(reference, source);
    return reference;
  }

  #source(reference: Handle): FakeSource {
    const source = this.#sources.get(Number(reference));
    if (source === undefined) throw new Error(`There is no input source at ${reference}.`);
    return source;
  }

  #written(layout: FakeLayout, keycode: number, state: number): string {
    const commanded = (state & bits.command) === 0 ? undefined : layout.commanded?.get(keycode);
    if (commanded !== undefined) return commanded;
    const level = ((state & bits.shift) === 0 ? 0 : 1) + ((state & bits.option) === 0 ? 0 : 2);
    return layout.keys.get(keycode)?.[level] ?? "";
  }
}
