import { GuiAgentError } from "../../../core/errors.ts";
import type { Handle } from "../../native/types.ts";
import type { Carbon } from "../api/carbon.ts";
import type { Objects } from "../core-foundation.ts";
import type { RunLoop } from "../run-loop.ts";
import { KeyboardLayout, type Stroke } from "./layout.ts";
import { usPlaces } from "./us-places.ts";

export interface FoundStroke {
  readonly stroke: Stroke;
  /** Whether the layout in force has it. */
  readonly isOfLayout: boolean;
}

/**
 * The keys of characters. The layout is read anew each time: the user may have chosen another one, and
 * telling that takes longer than reading it. What is read is what this process has been told of, which is
 * nothing as long as its run loop stands still.
 */
export class Characters {
  readonly #carbon: Carbon;
  readonly #objects: Objects;
  readonly #runLoop: RunLoop;
  readonly #dataProperty: Handle;

  /** @param dataProperty `kTISPropertyUnicodeKeyLayoutData`, TextInputSources.h */
  constructor(carbon: Carbon, objects: Objects, runLoop: RunLoop, dataProperty: Handle) {
    this.#carbon = carbon;
    this.#objects = objects;
    this.#runLoop = runLoop;
    this.#dataProperty = dataProperty;
  }

  /**
   * The key for a character, of the layout in force or of the one with Latin letters beside it.
   * Throws `unsupported` where no key writes it.
   */
  find(character: string, isCommandHeld: boolean): FoundStroke {
    using _pool = this.#objects.pool();
    using layout = this.#current();
    return this.#find(layout, character, isCommandHeld);
  }

  /**
   * What else programs may take the key of a character for: `Keyboard.sameKeyAs` of the port. Characters,
   * and names of modifiers.
   */
  sameKeyAs(character: string): readonly string[] {
    using _pool = this.#objects.pool();
    using layout = this.#current();
    const found = [false, true].map((isCommandHeld) => this.#find(layout, character, isCommandHeld));
    return found.flatMap(({ stroke }) => [
      ...stroke.modifiers,
      ...layout.charactersOf(stroke.keycode),
      // Programs look at the place of a key where the layout has no key for what it writes on a US keyboard.
      ...[...(usPlaces.get(stroke.keycode) ?? "")].filter((place) => layout.find(place, false) === undefined),
    ]);
  }

  #find(layout: KeyboardLayout, character: string, isCommandHeld: boolean): FoundStroke {
    const commanded = isCommandHeld ? layout.find(character, true) : undefined;
    const own = commanded ?? layout.find(character, false);
    if (own !== undefined) return { stroke: own, isOfLayout: true };
    using latin = KeyboardLayout.latin(this.#carbon, this.#objects, this.#dataProperty);
    const other = latin.find(character, false);
    if (other !== undefined) return { stroke: other, isOfLayout: false };
    throw new GuiAgentError("unsupported", `No key of the keyboard layout writes "${character}" at once.`, {
      remedy: "Type it through gui_type, which needs no key for it.",
    });
  }

  #current(): KeyboardLayout {
    this.#runLoop.turn();
    return KeyboardLayout.current(this.#carbon, this.#objects, this.#dataProperty);
  }
}
