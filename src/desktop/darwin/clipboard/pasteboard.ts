import { GuiAgentError } from "../../../core/errors.ts";
import { type Callback, callbackType, type Handle, handle, int32 } from "../../native/types.ts";
import type { ApplicationServices } from "../api/application-services.ts";
import type { Objects, Owned } from "../core-foundation.ts";
import { OutValue } from "../out-values.ts";

/** One form in which an item can be pasted. */
export interface Flavor {
  /** A uniform type identifier, such as `public.utf8-plain-text`. */
  readonly type: string;
  readonly data: Uint8Array;
  /** Those of `PasteboardFlavorFlags` that its owner has set. */
  readonly flags: number;
}

/** What is copied: several files in the Finder are an item each. */
export type Item = readonly Flavor[];

/** Stands for the data of a flavor until somebody asks for it. */
export interface Promised {
  readonly type: string;
  /** The data, when somebody pastes it; undefined where it is not to be given any more. Must not throw. */
  give(): Uint8Array | undefined;
}

/** `kPasteboardClipboard`, Pasteboard.h. */
const clipboardName = "com.apple.pasteboard.clipboard";
/** `PasteboardSyncFlags`, Pasteboard.h. */
const clientIsOwner = 2;
/** `PasteboardFlavorFlags`, Pasteboard.h: what an owner may set, and what the system adds for its own conversions. */
const settableFlags = 0b1111;
const systemTranslated = 0x100;

/** `OSStatus` values, Pasteboard.h. */
const noError = 0;
const badFlavor = -25_133;
/** `kPasteboardPromisedData`, Pasteboard.h. */
const promisedData = 0;
const noContext = 0;

/** `PasteboardPromiseKeeperProcPtr`: pasteboard, item, flavor, context. Gives an `OSStatus`. */
export const promiseKeeper = callbackType(int32, [handle, handle, handle, handle]);

/** The pasteboard of copying and pasting, through the Pasteboard Manager. */
export class Pasteboard implements Disposable {
  readonly #services: ApplicationServices;
  readonly #objects: Objects;
  readonly #pasteboard: Owned;
  readonly #keeper: Callback;
  /** What is on it by promise, by its type. */
  #promised: Promised | undefined;

  constructor(services: ApplicationServices, objects: Objects, keeper: typeof promiseKeeper) {
    this.#services = services;
    this.#objects = objects;
    using name = objects.string(clipboardName);
    const created = new OutValue();
    check("opened", services.PasteboardCreate(name.reference, created.memory));
    this.#pasteboard = objects.ownSome(created.address, "the clipboard");
    this.#keeper = keeper.register((_, item, flavor) => this.#keep(item, flavor));
    check("opened", services.PasteboardSetPromiseKeeper(this.#reference, this.#keeper.address, noContext));
  }

  /** Whether what is on it is from us. */
  get isOurs(): boolean {
    return (this.#services.PasteboardSynchronize(this.#reference) & clientIsOwner) !== 0;
  }

  /**
   * All that can be pasted, in every form that its owner gives; conversions are left to the system.
   * Throws `clipboard_unavailable` for an item of which nothing can be had, as when the user has
   * forbidden to look: put back like that, it would be lost.
   */
  items(): readonly Item[] {
    return this.#identifiers().map((identifier) => {
      const offered = this.#types(identifier).filter((type) => !this.#isTranslated(identifier, type));
      const flavors = offered.flatMap((type) => this.#flavor(identifier, type));
      if (flavors.length === 0 && offered.length > 0) throw unreadable();
      return flavors;
    });
  }

  /** The types of all items, conversions included. */
  types(): readonly string[] {
    return [...new Set(this.#identifiers().flatMap((identifier) => this.#types(identifier)))];
  }

  /** The data of the first item that has a type; undefined where none has. Throws `clipboard_unavailable` where it is not given. */
  find(type: string): Uint8Array | undefined {
    const holding = this.#identifiers().find((identifier) => this.#types(identifier).includes(type));
    if (holding === undefined) return undefined;
    const [flavor] = this.#flavor(holding, type);
    if (flavor === undefined) throw unreadable();
    return flavor.data;
  }

  /** Puts items in place of all that is there, and a promise into the first. */
  replace(items: readonly Item[], promised?: Promised): void {
    using _pool = this.#objects.pool();
    check("cleared", this.#services.PasteboardClear(this.#reference));
    this.#promised = promised;
    // Without it nothing can be put there (Pasteboard.h).
    if (!this.isOurs) throw takenAway();
    for (const [index, item] of items.entries()) {
      const identifier = index + 1;
      if (index === 0 && promised !== undefined) this.#put(identifier, promised.type, promisedData, 0);
      for (const { type, data, flags } of item) {
        using owned = this.#objects.data(data);
        this.#put(identifier, type, owned.reference, flags);
      }
    }
  }

  [Symbol.dispose](): void {
    // Released, it would call for what is still promised; by now nothing is.
    this.#promised = undefined;
    this.#pasteboard[Symbol.dispose]();
    this.#keeper[Symbol.dispose]();
  }

  get #reference(): Handle {
    return this.#pasteboard.reference;
  }

  /** Called by macOS in the middle of its own work: it must not throw. */
  #keep(item: Handle, flavor: Handle): number {
    try {
      const data = this.#objects.text(flavor) === this.#promised?.type ? this.#promised?.give() : undefined;
      if (data === undefined) return badFlavor;
      using owned = this.#objects.data(data);
      return this.#services.PasteboardPutItemFlavor(this.#reference, item, flavor, owned.reference, 0);
    } catch {
      return badFlavor;
    }
  }

  #put(identifier: Handle, type: string, data: Handle, flags: number): void {
    using name = this.#objects.string(type);
    check(
      "written",
      this.#services.PasteboardPutItemFlavor(this.#reference, identifier, name.reference, data, flags),
    );
  }

  #identifiers(): readonly Handle[] {
    this.#services.PasteboardSynchronize(this.#reference);
    const count = new OutValue();
    check("read", this.#services.PasteboardGetItemCount(this.#reference, count.memory));
    return Array.from({ length: count.count }, (_, index) => {
      const identifier = new OutValue();
      const failure = this.#services.PasteboardGetItemIdentifier(
        this.#reference,
        index + 1,
        identifier.memory,
      );
      check("read", failure);
      return identifier.address;
    });
  }

  #types(identifier: Handle): readonly string[] {
    const out = new OutValue();
    check("read", this.#services.PasteboardCopyItemFlavors(this.#reference, identifier, out.memory));
    using types = this.#objects.own(out.address);
    if (types === undefined) return [];
    const names = this.#objects.elements(types.reference).map((type) => this.#objects.text(type));
    return names.filter((name) => name !== undefined);
  }

  #isTranslated(identifier: Handle, type: string): boolean {
    return (this.#flags(identifier, type) & systemTranslated) !== 0;
  }

  #flags(identifier: Handle, type: string): number {
    using name = this.#objects.string(type);
    const flags = new OutValue();
    const failure = this.#services.PasteboardGetItemFlavorFlags(
      this.#reference,
      identifier,
      name.reference,
      flags.memory,
    );
    return failure === noError ? flags.uint32 : 0;
  }

  /** None where its owner offers it and then does not give it: a paste would get nothing either. */
  #flavor(identifier: Handle, type: string): readonly Flavor[] {
    using name = this.#objects.string(type);
    const out = new OutValue();
    const failure = this.#services.PasteboardCopyItemFlavorData(
      this.#reference,
      identifier,
      name.reference,
      out.memory,
    );
    using data = failure === noError ? this.#objects.own(out.address) : undefined;
    if (data === undefined) return [];
    const flags = this.#flags(identifier, type) & settableFlags;
    return [{ type, data: this.#objects.bytes(data.reference), flags }];
  }
}

function check(what: string, failure: number): void {
  if (failure === noError) return;
  throw new GuiAgentError(
    "clipboard_unavailable",
    `The clipboard could not be ${what} (macOS error ${failure}).`,
    { remedy: "Somebody may have copied something at this very moment: try again." },
  );
}

function unreadable(): GuiAgentError {
  return new GuiAgentError(
    "clipboard_unavailable",
    "macOS does not give out what is on the clipboard: the program that has copied it does not answer, or pasting is not allowed.",
    {
      remedy:
        "Allow the program that starts gui-agent to paste, under System Settings → Privacy & Security, or copy something else, then try again.",
    },
  );
}

function takenAway(): GuiAgentError {
  return new GuiAgentError(
    "clipboard_unavailable",
    "Another program has copied something at the same moment, so the clipboard was left to it.",
    { remedy: "Try again." },
  );
}
