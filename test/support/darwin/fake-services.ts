import type { ApplicationServices } from "../../../src/desktop/darwin/api/application-services.ts";
import { cgPoint } from "../../../src/desktop/darwin/api/core-graphics.ts";
import type { Handle } from "../../../src/desktop/native/types.ts";
import { type FakeFoundation, viewOf } from "./fake-foundation.ts";

const success = 0;
const noValue = -25_212;
const cannotComplete = -25_204;
const apiDisabled = -25_211;
const badFlavor = -25_133;
const notOwner = -25_135;

/** An attribute of an accessibility element: an element or a list of them, a text, a truth, or a pair of numbers. */
export type FakeAttribute =
  | string
  | boolean
  | FakeElement
  | readonly FakeElement[]
  | { readonly x: number; readonly y: number };

/** An accessibility element. */
export class FakeElement {
  readonly attributes: Record<string, FakeAttribute>;
  /** What was asked of it, such as `AXRaise` or `AXMain=true`. */
  readonly asked: string[] = [];
  /** How often something was to be known of it. */
  questions = 0;
  /** Its program hangs. */
  isSilent: boolean = false;

  constructor(attributes: Record<string, FakeAttribute> = {}) {
    this.attributes = attributes;
  }
}

/** A form on the clipboard; without data it is promised by whoever owns the clipboard. */
export interface FakeFlavor {
  readonly type: string;
  readonly data: Uint8Array | undefined;
  readonly flags: number;
}

interface FakeItem {
  readonly id: number;
  readonly flavors: FakeFlavor[];
}

/** Accessibility and the one clipboard of the system. */
export class FakeServices {
  readonly #foundation: FakeFoundation;
  isTrusted: boolean = true;
  readonly programs = new Map<number, FakeElement>();
  systemWide = new FakeElement();
  items: FakeItem[] = [];
  /** Who has cleared the clipboard last. */
  owner: "product" | "other" = "other";
  /** The product's promise keeper, once it has one. */
  keeper: ((pasteboard: Handle, item: Handle, flavor: Handle, context: Handle) => number) | undefined;
  keeperAddress = 0;
  #isCleared = false;
  readonly #references = new Map<FakeElement, number>();

  constructor(foundation: FakeFoundation) {
    this.#foundation = foundation;
  }

  /** Another program copies something. */
  copy(...items: readonly (readonly FakeFlavor[])[]): void {
    this.owner = "other";
    this.items = items.map((flavors, index) => ({ id: 100 + index, flavors: [...flavors] }));
  }

  /** Another program pastes a type of the first item; undefined where it gets nothing. */
  paste(type: string): string | undefined {
    const find = () =>
      this.items[0]?.flavors.find((flavor) => flavor.type === type && flavor.data !== undefined);
    const item = this.items[0];
    if (find() === undefined && item !== undefined && this.owner === "product")
      this.keeper?.(1, item.id, this.#foundation.plain(type), 0);
    const data = find()?.data;
    return data === undefined ? undefined : new TextDecoder().decode(data);
  }

  readonly functions: ApplicationServices = {
    AXIsProcessTrusted: () => this.isTrusted,
    AXUIElementCreateApplication: (pid) =>
      this.#foundation.share(this.#reference(this.programs.get(pid) ?? new FakeElement())),
    AXUIElementCreateSystemWide: () => this.#foundation.share(this.#reference(this.systemWide)),
    AXUIElementSetMessagingTimeout: () => success,
    AXUIElementCopyAttributeValue: (element, name, memory) => {
      if (!this.isTrusted) return apiDisabled;
      const asked = this.#element(element);
      asked.questions += 1;
      if (asked.isSilent) return cannotComplete;
      const attribute = asked.attributes[this.#foundation.text(name)];
      if (attribute === undefined) return noValue;
      viewOf(memory).setBigUint64(0, BigInt(this.#foundation.share(this.#object(attribute))), true);
      return success;
    },
    AXUIElementSetAttributeValue: (element, name, value) => {
      const isTrue = value === this.#foundation.yes;
      this.#element(element).asked.push(`${this.#foundation.text(name)}=${isTrue}`);
      return success;
    },
    AXUIElementPerformAction: (element, name) => {
      this.#element(element).asked.push(this.#foundation.text(name));
      return success;
    },
    AXValueGetValue: (value, _, memory) => {
      const found = this.#foundation.value(value);
      if (found.kind !== "opaque" || !isPair(found.about)) return false;
      memory?.set(cgPoint.encode(found.about));
      return true;
    },
    PasteboardCreate: (name, memory) => {
      if (this.#foundation.text(name) !== "com.apple.pasteboard.clipboard") return badFlavor;
      const reference = this.#foundation.give({ kind: "opaque", about: "pasteboard" });
      viewOf(memory).setBigUint64(0, BigInt(reference), true);
      return success;
    },
    PasteboardSynchronize: () => (this.owner === "product" ? 2 : 0),
    PasteboardClear: () => {
      this.owner = "product";
      this.#isCleared = true;
      this.items = [];
      return success;
    },
    PasteboardGetItemCount: (_, memory) => {
      viewOf(memory).setBigUint64(0, BigInt(this.items.length), true);
      return success;
    },
    PasteboardGetItemIdentifier: (_, index, memory) => {
      viewOf(memory).setBigUint64(0, BigInt(this.items[Number(index) - 1]?.id ?? 0), true);
      return success;
    },
    PasteboardCopyItemFlavors: (_, item, memory) => {
      const types = this.#item(item).flavors.map(({ type }) => type);
      viewOf(memory).setBigUint64(0, BigInt(this.#foundation.share(this.#foundation.plain(types))), true);
      return success;
    },
    PasteboardGetItemFlavorFlags: (_, item, type, memory) => {
      viewOf(memory).setUint32(0, this.#flavor(item, type)?.flags ?? 0, true);
      return success;
    },
    PasteboardCopyItemFlavorData: (_, item, type, memory) => {
      const data = this.#flavor(item, type)?.data;
      if (data === undefined) return badFlavor;
      viewOf(memory).setBigUint64(0, BigInt(this.#foundation.give({ kind: "data", bytes: data })), true);
      return success;
    },
    PasteboardPutItemFlavor: (_, id, type, data, flags) => {
      if (this.owner !== "product" || !this.#isCleared) return notOwner;
      let item = this.items.find((each) => each.id === Number(id));
      if (item === undefined) {
        item = { id: Number(id), flavors: [] };
        this.items.push(item);
      }
      const name = this.#foundation.text(type);
      const place = item.flavors.findIndex((flavor) => flavor.type === name);
      const content = data === 0 ? undefined : this.#foundation.bytes(data);
      const flavor = { type: name, data: content, flags };
      if (place < 0) item.flavors.push(flavor);
      else item.flavors[place] = flavor;
      return success;
    },
    PasteboardSetPromiseKeeper: (_, address) => {
      this.keeperAddress = Number(address);
      return success;
    },
  };

  #item(id: Handle): FakeItem {
    const item = this.items.find((each) => each.id === Number(id));
    if (item === undefined) throw new Error(`There is no item ${id} on the clipboard.`);
    return item;
  }

  #flavor(item: Handle, type: Handle): FakeFlavor | undefined {
    return this.#item(item).flavors.find((flavor) => flavor.type === this.#foundation.text(type));
  }

  #element(reference: Handle): FakeElement {
    const value = this.#foundation.value(reference);
    if (value.kind !== "opaque" || !(value.about instanceof FakeElement))
      throw new Error("It is no element.");
    return value.about;
  }

  #reference(element: FakeElement): number {
    const known = this.#references.get(element);
    if (known !== undefined) return known;
    const made = this.#foundation.make({ kind: "opaque", about: element });
    this.#references.set(element, made);
    return made;
  }

  #object(attribute: FakeAttribute): number {
    if (typeof attribute === "string" || typeof attribute === "boolean")
      return this.#foundation.plain(attribute);
    if (attribute instanceof FakeElement) return this.#reference(attribute);
    if (isPair(attribute)) return this.#foundation.make({ kind: "opaque", about: attribute });
    return this.#foundation.make({
      kind: "array",
      elements: attribute.map((element) => this.#reference(element)),
    });
  }
}

function isPair(value: unknown): value is { readonly x: number; readonly y: number } {
  return typeof value === "object" && value !== null && "x" in value;
}
