import type { MouseButton } from "../port.ts";
import { flagsOf, type ModifierName, modifierOfKey } from "./modifiers.ts";

/** The keys and buttons that are down by our doing: events carry them, and nobody else is taken for them. */
export class HeldInput {
  /** How many need a key down: a character's Shift may be held for itself too. */
  readonly #keycodes = new Map<number, number>();
  readonly #buttons: MouseButton[] = [];

  /** @returns whether the key was up */
  keyDown(keycode: number): boolean {
    const count = this.#keycodes.get(keycode) ?? 0;
    this.#keycodes.set(keycode, count + 1);
    return count === 0;
  }

  /** @returns whether nobody needs it any more */
  keyUp(keycode: number): boolean {
    const count = this.#keycodes.get(keycode) ?? 0;
    if (count > 1) this.#keycodes.set(keycode, count - 1);
    else this.#keycodes.delete(keycode);
    return count === 1;
  }

  buttonDown(button: MouseButton): void {
    if (!this.#buttons.includes(button)) this.#buttons.push(button);
  }

  buttonUp(button: MouseButton): void {
    const place = this.#buttons.indexOf(button);
    if (place >= 0) this.#buttons.splice(place, 1);
  }

  /** In the order in which they went down. */
  get buttons(): readonly MouseButton[] {
    return this.#buttons;
  }

  get modifiers(): ReadonlySet<ModifierName> {
    const names = [...this.#keycodes.keys()].map(modifierOfKey);
    return new Set(names.filter((name) => name !== undefined));
  }

  /** `CGEventFlags` of the modifiers. */
  get flags(): number {
    return flagsOf(this.modifiers);
  }
}
