import type { Clock } from "../../../core/clock.ts";
import type { Handle } from "../../native/types.ts";
import { setAside } from "../../set-aside.ts";
import type { Carbon } from "../api/carbon.ts";
import type { Objects, Owned } from "../core-foundation.ts";
import { isNone } from "../out-values.ts";
import type { RunLoop } from "../run-loop.ts";

const remedy =
  "Choose a keyboard layout, such as ABC, in the input menu of the menu bar. If none is there, add one under System Settings → Keyboard → Input Sources.";

/** Texts that HIToolbox exports, TextInputSources.h. */
export interface InputSourceConstants {
  /** `kTISPropertyInputSourceType`. */
  readonly type: Handle;
  /** `kTISPropertyInputSourceID`. */
  readonly id: Handle;
  /** `kTISTypeKeyboardLayout`: the type of what is no input method. */
  readonly layoutType: Handle;
}

export interface InputMethodParts {
  readonly carbon: Carbon;
  readonly objects: Objects;
  readonly runLoop: RunLoop;
  readonly clock: Clock;
  readonly constants: InputSourceConstants;
}

/**
 * Input methods, such as those for Pinyin and Kana: they take keys for their own and put in what the user
 * chooses of what they offer, also where an event of a key carries a text of its own.
 */
export class InputMethods {
  readonly #carbon: Carbon;
  readonly #objects: Objects;
  readonly #runLoop: RunLoop;
  readonly #clock: Clock;
  readonly #constants: InputSourceConstants;

  constructor({ carbon, objects, runLoop, clock, constants }: InputMethodParts) {
    this.#carbon = carbon;
    this.#objects = objects;
    this.#runLoop = runLoop;
    this.#clock = clock;
    this.#constants = constants;
  }

  isInForce(): boolean {
    using method = this.#methodInForce();
    return method !== undefined;
  }

  /**
   * Puts a keyboard layout in the place of the input method in force. Disposal puts it back, unless the user
   * has chosen something else meanwhile. Throws `unsupported` where macOS does not have it so.
   */
  async setAside(signal?: AbortSignal): Promise<AsyncDisposable> {
    await using undo = new AsyncDisposableStack();
    const method = this.#methodInForce();
    if (method === undefined) return undo.move();
    undo.use(method);
    let layout: string | undefined;
    const giveWay = async (): Promise<void> => {
      layout = this.#selectLayout();
    };
    const isInForce = async (): Promise<boolean> => this.isInForce();
    const putBack = async (): Promise<void> => this.#putBack(method, layout);
    undo.use(await setAside({ giveWay, isInForce, putBack, remedy }, this.#clock, signal));
    return undo.move();
  }

  #methodInForce(): Owned | undefined {
    using _pool = this.#objects.pool();
    const source = this.#current();
    const type = this.#carbon.TISGetInputSourceProperty(source.reference, this.#constants.type);
    if (isNone(type) || !this.#objects.isSame(type, this.#constants.layoutType)) return source;
    source[Symbol.dispose]();
    return undefined;
  }

  /** @returns the layout's id. The layout is the one with Latin letters that the user has used last. */
  #selectLayout(): string | undefined {
    using _pool = this.#objects.pool();
    const reference = this.#carbon.TISCopyCurrentASCIICapableKeyboardLayoutInputSource();
    using layout = this.#objects.ownSome(reference, "a keyboard layout with Latin letters");
    // Whether it was selected is seen afterwards, in what is in force.
    this.#carbon.TISSelectInputSource(layout.reference);
    return this.#idOf(layout);
  }

  /** The text is there, and an error would have it typed again: where this fails, the menu bar shows it. */
  #putBack(method: Owned, layout: string | undefined): void {
    using _pool = this.#objects.pool();
    using now = this.#current();
    if (this.#idOf(now) === layout) this.#carbon.TISSelectInputSource(method.reference);
  }

  #current(): Owned {
    this.#runLoop.turn();
    const reference = this.#carbon.TISCopyCurrentKeyboardInputSource();
    return this.#objects.ownSome(reference, "the input source");
  }

  #idOf({ reference }: Owned): string | undefined {
    const id = this.#carbon.TISGetInputSourceProperty(reference, this.#constants.id);
    return isNone(id) ? undefined : this.#objects.text(id);
  }
}
