import { isDeepStrictEqual } from "node:util";
import type { KeyboardState } from "x11";
import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError, throwIfCancelled } from "../../../core/errors.ts";
import type { Control } from "../held-note.ts";
import type { Actions, Presses } from "../presses.ts";
import type { X11Session } from "../session.ts";
import { Turns } from "../turns.ts";
import { assertKeysHeard } from "./access-controls.ts";
import type { Keymap } from "./keymap.ts";
import { codePointOf, keysymsOf } from "./keysyms.ts";
import { type KeyboardLayout, keyboardLayout } from "./layout.ts";
import { LockedMode } from "./locked-mode.ts";
import { otherSymbols } from "./same-key.ts";
import { SpareKeys } from "./spare-keys.ts";
import type { Stroke } from "./strokes.ts";
import { UsGroup } from "./us-group.ts";

/** Programs read a changed map when they get round to it; keys that come before are lost. */
const settleMs = 60;

/** Strokes between two looks at the signal: each look waits for the server. */
const strokesAtOnce = 20;

/**
 * The same where keys go through an input method. Programs hand a key over, get it back and put it behind those
 * that have come meanwhile; those of GTK with Fcitx lose track of more than 40 events at a time.
 */
const strokesAtOncePaced = 5;

/** A key that is held: what has to be released for it. */
interface Hold {
  readonly keycodes: readonly number[];
  readonly needsMode: boolean;
}

export interface TypingPace {
  readonly signal: AbortSignal | undefined;
  /** Resolves when the program can take more keys; it gets few at a time then. */
  readonly pace: (() => Promise<void>) | undefined;
}

/** A symbol to type: the names that it may have, the one to lend first. */
export type KeySymbol = readonly number[];

/** Typing and holding keys in one session. What is held then is let go when the next one begins. */
export class SessionKeyboard {
  readonly #layout: KeyboardLayout;
  readonly #spares: SpareKeys;
  readonly #usGroup: UsGroup;
  readonly #presses: Presses;
  readonly #clock: Clock;
  readonly #turns = new Turns();
  readonly #holds = new Map<number, Hold>();
  /** How many holds need a keycode down. */
  readonly #down = new Map<number, number>();
  readonly #mode: LockedMode;
  #hasStickyKeys: boolean = false;

  private constructor(layout: KeyboardLayout, presses: Presses, clock: Clock) {
    this.#layout = layout;
    this.#spares = new SpareKeys(layout, clock);
    this.#usGroup = new UsGroup(layout);
    this.#presses = presses;
    this.#clock = clock;
    this.#mode = new LockedMode(layout);
  }

  static async open(session: X11Session, presses: Presses, clock: Clock): Promise<SessionKeyboard> {
    return new SessionKeyboard(await keyboardLayout(session), presses, clock);
  }

  /** Types symbols into what has the focus. */
  type(symbols: readonly KeySymbol[], { signal, pace }: TypingPace): Promise<void> {
    return this.#turns.run(async () => {
      const state = await this.#begin();
      try {
        await this.#provide(symbols, state);
        await this.#strikeAll(symbols, state, { signal, pace });
      } finally {
        await this.#leaveMode();
      }
    });
  }

  /**
   * Presses a key and the modifiers that its symbol needs, and holds them until `release`.
   * @param isCharacter whether the symbol is meant, whatever Caps Lock and the layout in force are
   */
  press(symbol: KeySymbol, isCharacter: boolean): Promise<void> {
    return this.#turns.run(async () => {
      const id = nameOf(symbol);
      if (this.#holds.has(id)) return;
      const state = await this.#begin();
      const stroke = await this.#strokeToHold(symbol, state);
      const keycodes = [...stroke.modifiers, stroke.keycode];
      // Entered before the press: if it fails half-way, `release` must still let go.
      const needsMode = isCharacter || stroke.locks !== 0;
      this.#holds.set(id, { keycodes, needsMode });
      await this.#presses.send(this.#session, keycodes.map(keyOf), (actions) => {
        if (needsMode) this.#mode.enter(stroke, state);
        for (const keycode of keycodes) this.#keyDown(actions, keycode);
      });
    });
  }

  /** Releases what `press` pressed; a symbol that is not held is left alone. */
  release(symbol: KeySymbol): Promise<void> {
    return this.#turns.run(async () => {
      const id = nameOf(symbol);
      const hold = this.#holds.get(id);
      if (hold === undefined) return;
      this.#holds.delete(id);
      await this.#presses.send(this.#session, [], (actions) => {
        for (const keycode of hold.keycodes.toReversed()) this.#keyUp(actions, keycode);
        this.#clearLatches();
      });
      await this.#leaveMode();
    });
  }

  /** What else programs may take the key of a symbol for, as keysyms. A symbol that no key has gets one, as for `press`. */
  sameKeyAs(symbol: KeySymbol): Promise<readonly number[]> {
    return this.#turns.run(async () => {
      const state = await this.#begin();
      return otherSymbols(this.#layout, await this.#strokeToHold(symbol, state), state.lockedMods);
    });
  }

  /** Takes back the symbols that were lent to spare keys, and the second layout. */
  restore(): Promise<void> {
    return this.#turns.run(async () => {
      // Nothing is asked where nothing is ours: a server that hangs would delay our end.
      if (!this.#spares.hasLent && !this.#usGroup.isAdded) return;
      // Somebody may have loaded another layout since our last key: by the map that we remember, ours
      // would seem to be there still, and the user's keys would be overwritten.
      await this.#layout.state();
      await this.#spares.restore();
      await this.#usGroup.restore();
    });
  }

  get #session(): X11Session {
    return this.#layout.session;
  }

  /** Throws `unsupported` where keys would get lost. */
  async #begin(): Promise<KeyboardState> {
    const { hasStickyKeys } = await assertKeysHeard(this.#session);
    this.#hasStickyKeys = hasStickyKeys;
    return this.#layout.claim();
  }

  /**
   * Under Sticky Keys a modifier that we let go of stays for the next key: alt, then F4 would close a
   * window. Nobody else's is in force, for then no input begins.
   */
  #clearLatches(): void {
    if (this.#hasStickyKeys && this.#down.size === 0) this.#layout.clearLatches();
  }

  async #strikeAll(
    symbols: readonly KeySymbol[],
    state: KeyboardState,
    { signal, pace }: TypingPace,
  ): Promise<void> {
    const { keymap } = this.#layout;
    const atOnce = pace === undefined ? strokesAtOnce : strokesAtOncePaced;
    let { group } = state;
    for (let start = 0; start < symbols.length; start += atOnce) {
      if (signal !== undefined) throwIfCancelled(signal);
      const strokes = symbols.slice(start, start + atOnce).map((symbol) => {
        const stroke = this.#find(symbol, state, group);
        if (stroke === undefined) throw untypable(symbol);
        group = stroke.group;
        return stroke;
      });
      await this.#presses.send(this.#session, [], (actions) => {
        for (const stroke of strokes) this.#strike(actions, stroke, state);
        this.#clearLatches();
      });
      if (strokes.some(({ keycode }) => this.#spares.isLent(keycode))) this.#spares.noteUse();
      const change = await this.#disturbance(keymap, state);
      if (change !== undefined) throw disturbed(change, start + strokes.length, symbols.length);
      await pace?.();
    }
  }

  /** What has changed under our hands since typing began, so that keys mean something else; undefined for nothing. */
  async #disturbance(keymap: Keymap, before: KeyboardState): Promise<string | undefined> {
    const now = await this.#layout.state();
    // Another keyboard that was used meanwhile has the map read again, which alone means nothing.
    if (!isDeepStrictEqual(this.#layout.keymap, keymap)) return "The keyboard layout was changed";
    const expected = this.#mode.inForce(before);
    if (now.group !== expected.group) return "The keyboard was switched to another layout";
    const modifiersOf = (state: KeyboardState) => state.baseMods | state.latchedMods;
    const isSame = modifiersOf(now) === modifiersOf(before) && now.lockedMods === expected.lockedMods;
    return isSame ? undefined : "Another key (such as Shift or Caps Lock) was used on the keyboard";
  }

  #strike(actions: Actions, stroke: Stroke, state: KeyboardState): void {
    const { keycode, modifiers } = stroke;
    this.#mode.enter(stroke, state);
    for (const modifier of modifiers) this.#keyDown(actions, modifier);
    this.#keyDown(actions, keycode);
    this.#keyUp(actions, keycode);
    for (const modifier of modifiers.toReversed()) this.#keyUp(actions, modifier);
  }

  #needsLending(symbol: KeySymbol, state: KeyboardState): boolean {
    const stroke = this.#find(symbol, state);
    return stroke === undefined || this.#spares.isLent(stroke.keycode);
  }

  async #strokeToHold(symbol: KeySymbol, state: KeyboardState): Promise<Stroke> {
    const found = this.#find(symbol, state);
    if (found !== undefined && !this.#spares.isLent(found.keycode)) return found;
    return (await this.#usStroke(symbol, state)) ?? (await this.#lentStroke(symbol, state));
  }

  /** A key of the second layout; undefined where that lacks the symbol too. */
  async #usStroke(symbol: KeySymbol, state: KeyboardState): Promise<Stroke | undefined> {
    const keysym = nameOf(symbol);
    const isAscii = keysym > 0x20 && keysym < 0x7f;
    const us = isAscii ? await this.#usGroup.add() : undefined;
    if (us === undefined) return undefined;
    if (us.isNew) await this.#clock.sleep(settleMs);
    return this.#find(symbol, state, us.group);
  }

  async #lentStroke(symbol: KeySymbol, state: KeyboardState): Promise<Stroke> {
    // A key of its own: one level of a key that is shared for typing would be another symbol under Shift.
    const keysym = nameOf(symbol);
    const lent = await this.#spares.lendKey(keysym, shiftedOf(keysym), new Set(this.#holds.keys()));
    if (lent === undefined) throw untypable(symbol);
    if (lent.isNew) await this.#clock.sleep(settleMs);
    this.#spares.noteUse();
    return { keycode: lent.keycode, modifiers: [], group: state.group, locks: 0 };
  }

  /**
   * Lends what a text needs and the layout lacks, all of it before the first key: a place that is used
   * twice would give programs that are behind the second symbol for the first.
   */
  async #provide(symbols: readonly KeySymbol[], state: KeyboardState): Promise<void> {
    const lent = symbols.filter((symbol) => this.#needsLending(symbol, state));
    const [first] = lent;
    if (first === undefined) return;
    const wanted = new Set(lent.map(nameOf));
    const capacity = this.#spares.capacity();
    if (capacity === 0) throw untypable(first);
    if (wanted.size > capacity) throw tooManySymbols(wanted.size, capacity);
    const missing = lent.filter((symbol) => this.#find(symbol, state) === undefined);
    if (missing.length === 0) return;
    const names = [...new Set(missing.map(nameOf))];
    if (!(await this.#spares.lend(names, wanted, new Set(this.#holds.keys())))) throw untypable(first);
    await this.#clock.sleep(settleMs);
  }

  #find(symbol: KeySymbol, state: KeyboardState, group = state.group): Stroke | undefined {
    return this.#layout.find(symbol, group, state.lockedMods);
  }

  async #leaveMode(): Promise<void> {
    const isNeeded = [...this.#holds.values()].some(({ needsMode }) => needsMode);
    if (!isNeeded) await this.#mode.leave();
  }

  #keyDown(actions: Actions, keycode: number): void {
    const count = this.#down.get(keycode) ?? 0;
    this.#down.set(keycode, count + 1);
    if (count === 0) actions.press("key", keycode);
  }

  #keyUp(actions: Actions, keycode: number): void {
    const count = this.#down.get(keycode) ?? 0;
    if (count > 1) {
      this.#down.set(keycode, count - 1);
      return;
    }
    this.#down.delete(keycode);
    actions.release("key", keycode);
  }
}

/** What a letter becomes under Shift; other symbols stay. */
function shiftedOf(keysym: number): number {
  const codePoint = codePointOf(keysym);
  const upper = codePoint === undefined ? "" : String.fromCodePoint(codePoint).toUpperCase();
  return [...upper].length === 1 ? (keysymsOf(upper.codePointAt(0) ?? 0)[0] ?? keysym) : keysym;
}

function keyOf(keycode: number): Control {
  return { kind: "key", detail: keycode };
}

/** The first of a symbol's names stands for it. */
function nameOf([keysym = 0]: KeySymbol): number {
  return keysym;
}

function tooManySymbols(wanted: number, capacity: number): GuiAgentError {
  return new GuiAgentError(
    "unsupported",
    `The text has ${wanted} different characters that the keyboard layout lacks, and only ${capacity} can be lent to it at a time. Nothing was typed.`,
    { remedy: `Type the text in parts, each with at most ${capacity} different characters of that kind.` },
  );
}

function disturbed(change: string, sent: number, total: number): GuiAgentError {
  return new GuiAgentError(
    "keyboard_in_use",
    `${change} while the text was being typed: ${sent} of ${total} characters were sent, and some of them may have arrived as others.`,
    {
      remedy:
        "Take a screenshot to see what has arrived, correct it, and type the rest while nobody uses the keyboard.",
    },
  );
}

function untypable(symbol: KeySymbol): GuiAgentError {
  const codePoint = codePointOf(nameOf(symbol));
  const what =
    codePoint === undefined
      ? `keysym 0x${nameOf(symbol).toString(16)}`
      : `"${String.fromCodePoint(codePoint)}"`;
  return new GuiAgentError(
    "unsupported",
    `The keyboard layout has no key for ${what}, and no spare key to lend it to.`,
    {
      remedy: "Switch to a keyboard layout that has it (setxkbmap), or leave it out.",
    },
  );
}
