import type { CoreFoundation } from "../../../src/desktop/darwin/api/core-foundation.ts";
import type { LibObjc } from "../../../src/desktop/darwin/api/lib-system.ts";
import type { Handle } from "../../../src/desktop/native/types.ts";

/** What an object of Core Foundation holds here. */
export type FakeValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "boolean"; readonly boolean: boolean }
  | { readonly kind: "data"; readonly bytes: Uint8Array }
  | { readonly kind: "array"; readonly elements: readonly number[] }
  | { readonly kind: "dictionary"; readonly entries: ReadonlyMap<string, number> }
  | { readonly kind: "opaque"; readonly about: unknown };

interface Entry {
  readonly value: FakeValue;
  /** How often it was created or copied for the product, less how often it was released. */
  owned: number;
}

/** A plain value, turned into objects by `FakeFoundation.plain`. */
export type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain };

const textTypeId = 7;

/** Core Foundation's objects in JavaScript, with a count of who owns them. */
export class FakeFoundation {
  readonly #entries = new Map<number, Entry>();
  #last = 0x1000;
  #pools = 0;
  readonly yes = this.make({ kind: "boolean", boolean: true });
  readonly no = this.make({ kind: "boolean", boolean: false });
  /** What the run loop does when it is turned once; true where there was something to do. */
  onTurn: () => boolean = () => false;
  /** What macOS has to tell the process, which it does when the run loop is turned. */
  readonly news: (() => void)[] = [];

  /** An object that belongs to the system. */
  make(value: FakeValue): number {
    this.#last += 16;
    this.#entries.set(this.#last, { value, owned: 0 });
    return this.#last;
  }

  /** An object that the product has to release. */
  give(value: FakeValue): number {
    const reference = this.make(value);
    this.#entry(reference).owned += 1;
    return reference;
  }

  /** One that is there already, for the product to release. */
  share(reference: number): number {
    this.#entry(reference).owned += 1;
    return reference;
  }

  plain(value: Plain): number {
    switch (typeof value) {
      case "string":
        return this.make({ kind: "text", text: value });
      case "number":
        return this.make({ kind: "number", number: value });
      case "boolean":
        return value ? this.yes : this.no;
      default:
        if (isList(value))
          return this.make({ kind: "array", elements: value.map((each) => this.plain(each)) });
        return this.make({
          kind: "dictionary",
          entries: new Map(Object.entries(value).map(([key, each]) => [key, this.plain(each)])),
        });
    }
  }

  value(reference: Handle): FakeValue {
    return this.#entry(Number(reference)).value;
  }

  text(reference: Handle): string {
    const value = this.value(reference);
    if (value.kind !== "text") throw new Error(`An object is ${value.kind}, not text.`);
    return value.text;
  }

  bytes(reference: Handle): Uint8Array {
    const value = this.value(reference);
    if (value.kind !== "data") throw new Error(`An object is ${value.kind}, not data.`);
    return value.bytes;
  }

  /** For functions that leave something to the pool around them: without one it would stay for ever. */
  assertPool(): void {
    if (this.#pools === 0) throw new Error("No pool is open.");
  }

  /** What the product has not released, and the pools that it has left open. */
  leaks(): readonly unknown[] {
    const left = [...this.#entries.values()].filter(({ owned }) => owned !== 0).map(({ value }) => value);
    return this.#pools === 0 ? left : [...left, `${this.#pools} pools`];
  }

  readonly objc: LibObjc = {
    objc_autoreleasePoolPush: () => {
      this.#pools += 1;
      return this.#pools;
    },
    objc_autoreleasePoolPop: (pool) => {
      if (Number(pool) !== this.#pools) throw new Error("A pool was closed out of order.");
      this.#pools -= 1;
    },
  };

  readonly functions: CoreFoundation = {
    CFRelease: (reference) => {
      const entry = this.#entry(Number(reference));
      if (entry.owned === 0) throw new Error(`What is not ours was released: ${JSON.stringify(entry.value)}`);
      entry.owned -= 1;
    },
    CFEqual: (one, other) =>
      one === other || JSON.stringify(this.value(one)) === JSON.stringify(this.value(other)),
    CFGetTypeID: (reference) => (this.value(reference).kind === "text" ? textTypeId : textTypeId + 1),
    CFStringGetTypeID: () => textTypeId,
    CFStringCreateWithCharacters: (_, units, length) =>
      this.give({ kind: "text", text: fromUnits(units, Number(length)) }),
    CFStringGetLength: (reference) => this.text(reference).length,
    CFStringGetCharacters: (reference, { location, length }, memory) => {
      const text = this.text(reference);
      const view = viewOf(memory);
      for (let index = 0; index < Number(length); index += 1)
        view.setUint16(index * 2, text.charCodeAt(Number(location) + index), true);
    },
    CFDataCreate: (_, content, length) =>
      this.give({ kind: "data", bytes: new Uint8Array(content ?? []).slice(0, Number(length)) }),
    CFDataGetLength: (reference) => this.bytes(reference).length,
    CFDataGetBytes: (reference, { location, length }, memory) => {
      memory?.set(this.bytes(reference).subarray(Number(location), Number(location) + Number(length)));
    },
    // The product hands it back to functions that tests put in place themselves.
    CFDataGetBytePtr: (reference) => reference,
    CFArrayGetCount: (array) => this.#elements(array).length,
    CFArrayGetValueAtIndex: (array, index) => this.#elements(array)[Number(index)] ?? 0,
    CFDictionaryGetValue: (dictionary, key) => {
      const value = this.value(dictionary);
      return value.kind === "dictionary" ? (value.entries.get(this.text(key)) ?? 0) : 0;
    },
    CFNumberGetValue: (reference, type, memory) => {
      const value = this.value(reference);
      if (value.kind !== "number" || type !== 13) return false;
      viewOf(memory).setFloat64(0, value.number, true);
      return true;
    },
    CFBooleanGetValue: (reference) => {
      const value = this.value(reference);
      return value.kind === "boolean" && value.boolean;
    },
    CFRunLoopRunInMode: (mode) => {
      if (this.text(mode) !== "kCFRunLoopDefaultMode")
        throw new Error("The run loop was turned in another mode.");
      const told = this.news.splice(0);
      for (const tell of told) tell();
      return this.onTurn() || told.length > 0 ? 4 : 3;
    },
  };

  #elements(array: Handle): readonly number[] {
    const value = this.value(array);
    return value.kind === "array" ? value.elements : [];
  }

  #entry(reference: number): Entry {
    const entry = this.#entries.get(reference);
    if (entry === undefined) throw new Error(`There is no object at ${reference}.`);
    return entry;
  }
}

export function viewOf(memory: Uint8Array | null): DataView {
  if (memory === null) throw new Error("There is no memory to write to.");
  return new DataView(memory.buffer, memory.byteOffset, memory.byteLength);
}

export function fromUnits(units: Uint8Array | null, length: number): string {
  const view = viewOf(units);
  return String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint16(index * 2, true)));
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}
