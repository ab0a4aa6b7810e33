import type { KeyboardState } from "x11";
import { modifierBits } from "./keymap.ts";
import type { KeyboardLayout } from "./layout.ts";
import type { Stroke } from "./strokes.ts";

/**
 * The group (layout) in force, Caps Lock and NumLock, changed for as long as our keys need it. Caps
 * Lock is out of force then: programs apply it to symbols by themselves, whatever the key says.
 */
export class LockedMode {
  readonly #layout: KeyboardLayout;
  /** What to go back to. */
  #before: KeyboardState | undefined;
  #group = 0;
  #locks = 0;
  /** The modifiers that we have set. */
  #affected: number = modifierBits.lock;

  constructor(layout: KeyboardLayout) {
    this.#layout = layout;
  }

  /** Sends what a stroke needs beyond its keys, if that is not in force already. */
  enter({ group, locks }: Stroke, state: KeyboardState): void {
    if (this.#before === undefined) {
      const isCapsOn = (state.lockedMods & modifierBits.lock) !== 0;
      if (group === state.group && locks === 0 && !isCapsOn) return;
      this.#before = state;
    } else if (group === this.#group && locks === this.#locks) return;
    this.#group = group;
    this.#locks = locks;
    this.#affected |= locks;
    this.#layout.setMode(group, this.#affected, this.#lockedMods(this.#before));
  }

  /**
   * The group and the locks that are in force by now, if nobody else has changed them.
   * @param state what was in force when our keys began
   */
  inForce(state: KeyboardState): Pick<KeyboardState, "group" | "lockedMods"> {
    if (this.#before === undefined) return state;
    return { group: this.#group, lockedMods: this.#lockedMods(this.#before) };
  }

  #lockedMods({ lockedMods }: KeyboardState): number {
    return (lockedMods & ~modifierBits.lock) | this.#locks;
  }

  /** Restores what was in force. */
  async leave(): Promise<void> {
    if (this.#before === undefined) return;
    const { lockedGroup, lockedMods } = this.#before;
    const affected = this.#affected;
    this.#before = undefined;
    this.#affected = modifierBits.lock;
    await this.#layout.session.batch(() => this.#layout.setMode(lockedGroup, affected, lockedMods));
  }
}
