import type { Clock } from "../core/clock.ts";
import { GuiAgentError, throwIfCancelled, toGuiAgentError } from "../core/errors.ts";
import { contains, type GlobalPoint, globalPoint } from "../core/geometry.ts";
import { isModifier, type Key, type ModifierKey } from "../core/keys.ts";
import { ClickPacing, type PacedClick } from "./click-pacing.ts";
import type { Desktop, MouseButton } from "./port.ts";

/** Between press and release, so that programs which poll see both. */
const pressMs = 20;
/** Between the clicks of one double or triple click: well inside every toolkit's interval. */
const betweenClicksMs = 60;
/** HTML5 drag and drop starts only when the pointer rests after the press and moves in several steps. */
const dragHoldMs = 20;
const dragStepMs = 8;
const dragDwellMs = 60;
/** Between keys of a chord, so that the modifier is in force when the key arrives. */
const betweenKeysMs = 8;
/** Toolkits that scroll smoothly drop notches that arrive in the same frame. */
const betweenNotchesMs = 8;

/**
 * Pauses before each try to move the pointer. The user's hand may move it in between, or a window manager
 * hold it for a moment after a press; what holds it for longer is no accident.
 */
const moveAttemptsMs = [0, 30, 100] as const;

/** One frame of a screen at 60 Hz, and a little. */
const frameMs = 20;

export interface ClickOptions {
  readonly button: MouseButton;
  /** 1 to 3. */
  readonly count: number;
  readonly modifiers: readonly ModifierKey[];
}

interface HeldButton {
  readonly owner: string;
  /** The desktop's `lost` at the press: once it has fired, the button is up. */
  readonly lost: AbortSignal;
}

/**
 * Gestures over the bare pointer and keyboard of a desktop. Whatever ends a gesture, an error and a
 * cancelled signal included, every key and button that it pressed is up again; only `buttonDown`
 * leaves a button down, in the name of an owner. Callers take turns (the desktop lock sees to that).
 */
export class Input {
  readonly #desktop: Desktop;
  readonly #clock: Clock;
  readonly #pacing: ClickPacing;
  /** By the desktop's `lost` at the press, as for buttons. */
  readonly #heldKeys = new Map<Key, AbortSignal>();
  readonly #heldButtons = new Map<MouseButton, HeldButton>();

  constructor(desktop: Desktop, clock: Clock) {
    this.#desktop = desktop;
    this.#clock = clock;
    this.#pacing = new ClickPacing(clock, () => desktop.doubleClickMs());
  }

  /** Who holds a mouse button down, if anybody does. */
  get buttonOwner(): string | undefined {
    this.#forgetLost();
    return this.#heldButtons.values().next().value?.owner;
  }

  /**
   * Moves the pointer and makes sure that it arrived. Throws `pointer_in_use` if something holds it
   * elsewhere, `display_not_found` if no display shows the point.
   */
  moveTo(point: GlobalPoint, signal: AbortSignal): Promise<void> {
    return this.#moveTo(point, "Nothing was clicked.", signal);
  }

  /** @param consequence what has happened when the pointer does not arrive */
  async #moveTo(point: GlobalPoint, consequence: string, signal: AbortSignal): Promise<void> {
    const { pointer } = this.#desktop;
    await this.#assertShown(point, consequence);
    let arrived = point;
    for (const pauseMs of moveAttemptsMs) {
      throwIfCancelled(signal);
      if (pauseMs > 0) await this.#clock.sleep(pauseMs, signal);
      await pointer.moveTo(point);
      arrived = await pointer.position();
      if (!samePoint(arrived, point)) continue;
      await this.#letProgramFollow(signal);
      return;
    }
    throw new GuiAgentError(
      "pointer_in_use",
      `The pointer was sent to (${point.x}, ${point.y}) but is at (${arrived.x}, ${arrived.y}): the mouse is in use or a program confines it.`,
      { remedy: `${consequence} Take a screenshot to see what holds the pointer, then try again.` },
    );
  }

  /** A display may have been unplugged since the point was found on it: a click would be blind. */
  async #assertShown(point: GlobalPoint, consequence: string): Promise<void> {
    const displays = await this.#desktop.displays();
    if (displays.some((display) => contains(display, point))) return;
    throw new GuiAgentError(
      "display_not_found",
      `No display shows (${point.x}, ${point.y}) of the desktop any more: the displays have just changed.`,
      { remedy: `${consequence} Take a screenshot to see what is there now, then try again.` },
    );
  }

  /** Throws `invalid_input` for a button that is held down, else what `moveTo` throws. */
  async click(point: GlobalPoint, options: ClickOptions, signal: AbortSignal): Promise<void> {
    this.#assertUp(options.button);
    await this.#pacing.before({ point, button: options.button, count: options.count }, signal);
    await this.#gesture(signal, async (signal) => {
      await using held = this.#holder();
      for (const key of options.modifiers) await held.key(key);
      await this.moveTo(point, signal);
      for (let click = 1; click <= options.count; click += 1) {
        if (click > 1) await this.#clock.sleep(betweenClicksMs, signal);
        throwIfCancelled(signal);
        await this.#press({ button: options.button, point, count: options.count });
        await using _button = this.#releasing(options.button);
        await this.#clock.sleep(pressMs);
      }
    });
  }

  /**
   * Presses, travels in `steps` straight steps, rests and releases. Throws `invalid_input` for a button that
   * is held down, else what `moveTo` throws; where that is of the end, the drag has been ended short of it.
   */
  async drag(
    from: GlobalPoint,
    to: GlobalPoint,
    options: { readonly button: MouseButton; readonly steps: number },
    signal: AbortSignal,
  ): Promise<void> {
    this.#assertUp(options.button);
    await this.#pacing.before({ point: from, button: options.button, count: 1 }, signal);
    await this.#gesture(signal, async (signal) => {
      await this.moveTo(from, signal);
      await this.#press({ button: options.button, point: from, count: 1 });
      await using _button = this.#releasing(options.button);
      await this.#clock.sleep(dragHoldMs, signal);
      for (let step = 1; step <= options.steps; step += 1) {
        await this.#desktop.pointer.moveTo(between(from, to, step / options.steps));
        await this.#clock.sleep(dragStepMs, signal);
      }
      // The position is checked only here: on the way a program may snap what it drags.
      const cutShort = "The button went down at the start and comes up where the pointer is now.";
      await this.#moveTo(to, cutShort, signal);
      await this.#clock.sleep(dragDwellMs, signal);
    });
  }

  /**
   * Turns the wheel by notches at a point: positive `deltaY` is down, positive `deltaX` is right.
   * Throws what `moveTo` throws.
   */
  async scroll(point: GlobalPoint, deltaX: number, deltaY: number, signal: AbortSignal): Promise<void> {
    await this.#gesture(signal, async (signal) => {
      await this.moveTo(point, signal);
      const { pointer } = this.#desktop;
      for (let notch = 0; notch < Math.abs(deltaY); notch += 1) {
        await pointer.scroll(0, Math.sign(deltaY));
        await this.#clock.sleep(betweenNotchesMs, signal);
      }
      for (let notch = 0; notch < Math.abs(deltaX); notch += 1) {
        await pointer.scroll(Math.sign(deltaX), 0);
        await this.#clock.sleep(betweenNotchesMs, signal);
      }
    });
  }

  /** Presses keys together: all down in order with modifiers first, held, all up in reverse. */
  async chord(keys: readonly Key[], holdMs: number, signal: AbortSignal): Promise<void> {
    const ordered = [...keys.filter(isModifier), ...keys.filter((key) => !isModifier(key))];
    await this.#gesture(signal, async (signal) => {
      await using held = this.#holder();
      for (const key of ordered) {
        throwIfCancelled(signal);
        await held.key(key);
        await this.#clock.sleep(betweenKeysMs, signal);
      }
      await this.#clock.sleep(Math.max(holdMs, pressMs - betweenKeysMs), signal);
    });
  }

  async type(text: string, signal: AbortSignal): Promise<void> {
    throwIfCancelled(signal);
    await this.#desktop.keyboard.type(text, signal);
  }

  /**
   * Leaves a button down until `buttonUp`, or until its owner goes. Throws `invalid_input` for one that is
   * held down already, else what `moveTo` throws.
   * @param at where to press; undefined is where the pointer is
   */
  async buttonDown(
    button: MouseButton,
    at: GlobalPoint | undefined,
    owner: string,
    signal: AbortSignal,
  ): Promise<void> {
    this.#assertUp(button);
    const point = at ?? (await this.#desktop.pointer.position());
    await this.#pacing.before({ point, button, count: 1 }, signal);
    await this.#gesture(signal, async (signal) => {
      if (at !== undefined) await this.moveTo(at, signal);
      throwIfCancelled(signal);
      await this.#press({ button, point, count: 1 });
      this.#heldButtons.set(button, { owner, lost: this.#desktop.lost });
    });
  }

  /**
   * Releases a button that `buttonDown` has left down. Throws `invalid_input` for any other, else what
   * `moveTo` throws.
   * @param at where to release; undefined is where the pointer is
   */
  async buttonUp(button: MouseButton, at: GlobalPoint | undefined, signal: AbortSignal): Promise<void> {
    // Where there is no desktop any more, that is the news, not the button.
    await this.#desktop.pointer.position();
    this.#forgetLost();
    if (!this.#heldButtons.has(button)) {
      throw new GuiAgentError("invalid_input", `The ${button} button is not down.`, {
        remedy:
          "Press it with gui_mouse_down first. A button that was down has been released by itself, after a while or with the desktop.",
      });
    }
    await this.#gesture(signal, async (signal) => {
      if (at !== undefined) await this.#moveTo(at, "The button is still down.", signal);
      // Forgotten first: if the release fails, the desktop is gone and the button with it.
      this.#heldButtons.delete(button);
      await this.#desktop.pointer.release(button);
    });
  }

  /** Releases what an owner left down. Never throws: there may be no desktop left to release it on. */
  async releaseOwner(owner: string): Promise<void> {
    this.#forgetLost();
    const buttons = [...this.#heldButtons]
      .filter(([, held]) => held.owner === owner)
      .map(([button]) => button);
    for (const button of buttons) {
      this.#heldButtons.delete(button);
      await this.#desktop.pointer.release(button).catch(() => undefined);
    }
  }

  /** Releases every key and button that is down by our doing. Never throws. */
  async releaseAll(): Promise<void> {
    for (const key of [...this.#heldKeys].reverse()) await this.#keyUp(...key).catch(() => undefined);
    const owners = new Set([...this.#heldButtons.values()].map(({ owner }) => owner));
    for (const owner of owners) await this.releaseOwner(owner);
  }

  /**
   * Runs what means something only on one desktop, from its beginning to its end: where that is lost on the
   * way, what was down is up, and the rest would be another gesture. Throws at once then, by the signal that
   * it gives to `run`, and says why the desktop was lost.
   */
  async #gesture(signal: AbortSignal, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { lost } = this.#desktop;
    try {
      await run(AbortSignal.any([signal, lost]));
    } catch (thrown) {
      if (lost.aborted && toGuiAgentError(thrown).code === "cancelled") throw toGuiAgentError(lost.reason);
      throw thrown;
    }
    // What cannot be cut short, such as the release, does not look at the signal.
    if (lost.aborted) throw toGuiAgentError(lost.reason);
  }

  async #press(click: PacedClick): Promise<void> {
    await this.#desktop.pointer.press(click.button);
    this.#pacing.pressed(click);
  }

  /** A click with a button that is down would end what it holds. */
  #assertUp(button: MouseButton): void {
    this.#forgetLost();
    if (!this.#heldButtons.has(button)) return;
    throw new GuiAgentError("invalid_input", `The ${button} button is down already, from gui_mouse_down.`, {
      remedy: "Release it with gui_mouse_up first. Nothing was done.",
    });
  }

  /** Programs take the pointer's place once a frame, so a faster path would lose its corners. */
  async #letProgramFollow(signal: AbortSignal): Promise<void> {
    if (this.#heldButtons.size > 0) await this.#clock.sleep(frameMs, signal);
  }

  #forgetLost(): void {
    for (const [button, { lost }] of this.#heldButtons) if (lost.aborted) this.#heldButtons.delete(button);
  }

  #holder(): AsyncDisposable & { key(key: Key): Promise<void> } {
    // Lets go of the others too when the release of one fails.
    const pressed = new AsyncDisposableStack();
    return {
      key: async (key) => {
        // Entered before the press: if the press fails half-way the release must still be tried.
        const { lost } = this.#desktop;
        pressed.defer(() => this.#keyUp(key, lost));
        this.#heldKeys.set(key, lost);
        await this.#desktop.keyboard.press(key);
      },
      [Symbol.asyncDispose]: () => pressed.disposeAsync(),
    };
  }

  /** What was down on a desktop that was lost is up, and may be down again by somebody else's doing. */
  async #keyUp(key: Key, lost: AbortSignal): Promise<void> {
    if (lost.aborted) return;
    this.#heldKeys.delete(key);
    await this.#desktop.keyboard.release(key);
  }

  #releasing(button: MouseButton): AsyncDisposable {
    const { lost } = this.#desktop;
    return {
      [Symbol.asyncDispose]: async () => {
        // As for keys.
        if (!lost.aborted) await this.#desktop.pointer.release(button);
      },
    };
  }
}

function samePoint(one: GlobalPoint, other: GlobalPoint): boolean {
  return one.x === other.x && one.y === other.y;
}

function between(from: GlobalPoint, to: GlobalPoint, share: number): GlobalPoint {
  return globalPoint(
    Math.round(from.x + (to.x - from.x) * share),
    Math.round(from.y + (to.y - from.y) * share),
  );
}
