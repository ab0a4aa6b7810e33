import { GuiAgentError } from "../../core/errors.ts";
import type { Handle } from "../native/types.ts";
import type { CoreFoundation } from "./api/core-foundation.ts";
import type { LibObjc } from "./api/lib-system.ts";
import { isNone, OutValue } from "./out-values.ts";

/** `kCFNumberDoubleType`, CFNumber.h. */
const doubleType = 13;
/** `kCFAllocatorDefault`. */
const defaultAllocator = 0;

/** An object of Core Foundation that is ours to release. */
export interface Owned extends Disposable {
  readonly reference: Handle;
}

/**
 * Objects of Core Foundation. What a function with `Create` or `Copy` in its name returns is ours and goes
 * through `own`; what one with `Get` returns stays with the object that it comes from.
 */
export class Objects {
  readonly #cf: CoreFoundation;
  readonly #objc: LibObjc;

  constructor(cf: CoreFoundation, objc: LibObjc) {
    this.#cf = cf;
    this.#objc = objc;
  }

  /**
   * What the frameworks leave to the pool around them, as they do on threads that nobody drains, is freed
   * with it. Pools lie within one another, so nothing may be awaited while one is open.
   */
  pool(): Disposable {
    const pool = this.#objc.objc_autoreleasePoolPush();
    return { [Symbol.dispose]: () => this.#objc.objc_autoreleasePoolPop(pool) };
  }

  /** Undefined for none. */
  own(reference: Handle): Owned | undefined {
    if (isNone(reference)) return undefined;
    return { reference, [Symbol.dispose]: () => this.#cf.CFRelease(reference) };
  }

  /** @param what for the message, where the system has none to give */
  ownSome(reference: Handle, what: string): Owned {
    const owned = this.own(reference);
    if (owned !== undefined) return owned;
    throw new GuiAgentError("display_unavailable", `macOS did not give ${what}.`, {
      remedy: "Run gui-agent in the graphical session of the user who is logged in, then try again.",
    });
  }

  string(text: string): Owned {
    const units = utf16(text);
    const reference = this.#cf.CFStringCreateWithCharacters(defaultAllocator, units, text.length);
    return this.ownSome(reference, "memory for a text");
  }

  data(content: Uint8Array): Owned {
    return this.ownSome(
      this.#cf.CFDataCreate(defaultAllocator, content, content.length),
      "memory for some data",
    );
  }

  isSame(one: Handle, other: Handle): boolean {
    return this.#cf.CFEqual(one, other);
  }

  /** Undefined for what is no text. */
  text(reference: Handle): string | undefined {
    if (this.#cf.CFGetTypeID(reference) !== this.#cf.CFStringGetTypeID()) return undefined;
    const length = Number(this.#cf.CFStringGetLength(reference));
    const memory = new Uint8Array(length * 2);
    this.#cf.CFStringGetCharacters(reference, { location: 0, length }, memory);
    return new TextDecoder("utf-16le", { ignoreBOM: true }).decode(memory);
  }

  bytes(reference: Handle): Uint8Array {
    const length = Number(this.#cf.CFDataGetLength(reference));
    const memory = new Uint8Array(length);
    this.#cf.CFDataGetBytes(reference, { location: 0, length }, memory);
    return memory;
  }

  /** Where the bytes lie, as long as the data lives. */
  bytesAddress(reference: Handle): Handle {
    return this.#cf.CFDataGetBytePtr(reference);
  }

  elements(array: Handle): readonly Handle[] {
    const count = Number(this.#cf.CFArrayGetCount(array));
    return Array.from({ length: count }, (_, index) => this.#cf.CFArrayGetValueAtIndex(array, index));
  }

  /** A value of a dictionary, which stays with it. */
  value(dictionary: Handle, key: string): Handle | undefined {
    using name = this.string(key);
    const found = this.#cf.CFDictionaryGetValue(dictionary, name.reference);
    return isNone(found) ? undefined : found;
  }

  numberIn(dictionary: Handle, key: string): number | undefined {
    const found = this.value(dictionary, key);
    if (found === undefined) return undefined;
    const out = new OutValue();
    return this.#cf.CFNumberGetValue(found, doubleType, out.memory) ? out.float64 : undefined;
  }

  textIn(dictionary: Handle, key: string): string | undefined {
    const found = this.value(dictionary, key);
    return found === undefined ? undefined : this.text(found);
  }

  isTrue(boolean: Handle): boolean {
    return this.#cf.CFBooleanGetValue(boolean);
  }

  isTrueIn(dictionary: Handle, key: string): boolean {
    const found = this.value(dictionary, key);
    return found !== undefined && this.isTrue(found);
  }
}

/** The UTF-16 units of a text, also of one that is no well-formed Unicode. */
export function utf16(text: string): Uint8Array {
  const units = new Uint8Array(text.length * 2);
  const view = new DataView(units.buffer);
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(index * 2, text.charCodeAt(index), true);
  return units;
}
