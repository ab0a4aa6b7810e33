import type { KeyboardState, Xkb, XTest } from "x11";
import { xkb, xtest } from "../extensions.ts";
import { perSession, type X11Session } from "../session.ts";
import { coreKeyboard, xtestKeyboard } from "./keyboard-device.ts";
import { groupCount, type Keymap, type KeySymbols, modifierBits, totalGroups } from "./keymap.ts";
import { getMapPacket, parseMap, setMapPacket } from "./keymap-wire.ts";
import { type Stroke, strokesOf } from "./strokes.ts";

/** XkbNewKeyboardNotify and XkbMapNotify: the map is another one, or has changed. */
const mapEvents = new Set<number | undefined>([0, 1]);
const mapEventMask = 0b11;
const everyPart = 0xff;
const everyModifier = 0xff;

const keyRelease = 3;

/** The map of the XTEST keyboard, read again whenever it has changed, and the strokes that it allows. */
export class KeyboardLayout {
  readonly session: X11Session;
  readonly #xkb: Xkb;
  readonly #xtest: XTest;
  readonly #device: number;
  #keymap: Keymap;
  #isStale: boolean = false;
  #groups: readonly number[];
  #strokes = new Map<string, ReadonlyMap<number, Stroke>>();

  private constructor(session: X11Session, keyboard: Xkb, test: XTest, device: number, keymap: Keymap) {
    this.session = session;
    this.#xkb = keyboard;
    this.#xtest = test;
    this.#device = device;
    this.#keymap = keymap;
    this.#groups = groupsOf(keymap);
    session.onEvent((event) => {
      if (event.name === "XkbEvent" && mapEvents.has(event.xkbType)) this.#isStale = true;
    });
  }

  /** Use `keyboardLayout`: one layout a session. */
  static async open(session: X11Session): Promise<KeyboardLayout> {
    const [keyboard, test, device] = await Promise.all([
      xkb(session),
      xtest(session),
      xtestKeyboard(session),
    ]);
    await session.batch(() => {
      for (const watched of new Set([coreKeyboard, device])) {
        keyboard.SelectEvents(watched, mapEventMask, 0, mapEventMask, everyPart, everyPart);
      }
    });
    const keymap = parseMap(await session.request(getMapPacket(keyboard, device)));
    return new KeyboardLayout(session, keyboard, test, device, keymap);
  }

  get keymap(): Keymap {
    return this.#keymap;
  }

  /**
   * Makes the XTEST keyboard the one in force, so that its map is what programs go by, and brings
   * `keymap` up to date.
   */
  async claim(): Promise<KeyboardState> {
    const idle = this.#keymap.keys.findIndex((key) => groupCount(key) === 0);
    // Releasing a key that is not down and means nothing: no program sees it, but the server switches over.
    if (idle >= 0) this.#xtest.FakeInput(keyRelease, this.#keymap.firstKeycode + idle, 0, 0, 0, 0);
    return this.state();
  }

  /** The modifiers and the group in force. Brings `keymap` up to date. */
  async state(): Promise<KeyboardState> {
    const state = await this.session.call<KeyboardState>((done) => this.#xkb.GetState(coreKeyboard, done));
    if (this.#isStale) await this.#reload();
    return state;
  }

  /**
   * How a symbol is typed, preferably in the group in force; undefined where no group has it.
   * @param keysyms the names that the symbol may have
   * @param locked modifiers in force, without Lock
   */
  find(keysyms: readonly number[], group: number, locked: number): Stroke | undefined {
    for (const candidate of [group, ...this.#groups]) {
      const strokes = this.#strokesOf(candidate, locked & ~modifierBits.lock);
      for (const keysym of keysyms) {
        const stroke = strokes.get(keysym);
        if (stroke !== undefined) return stroke;
      }
    }
    return undefined;
  }

  /** Gives symbols to keys. All go in one request: each has the window manager grab its keys anew (50 ms). */
  async assign(changed: ReadonlyMap<number, KeySymbols>): Promise<void> {
    const { firstKeycode, keys } = this.#keymap;
    const first = Math.min(...changed.keys());
    const last = Math.max(...changed.keys());
    const range = keys
      .slice(first - firstKeycode, last + 1 - firstKeycode)
      .map((key, index) => changed.get(first + index) ?? key);
    await this.session.batch(() =>
      this.session.send(setMapPacket(this.#xkb, this.#device, this.#keymap, first, range)),
    );
    await this.#reload();
  }

  /** Takes modifiers out of force that were latched: those that the next key alone would get. */
  clearLatches(): void {
    this.#xkb.LatchLockState(coreKeyboard, 0, 0, false, 0, everyModifier, 0, false, 0);
  }

  /**
   * Locks a group and modifiers.
   * @param affected which modifiers are set; the others stay as they are
   * @param locked which of them are locked
   */
  setMode(group: number, affected: number, locked: number): void {
    this.#xkb.LatchLockState(coreKeyboard, affected, locked & affected, true, group, 0, 0, false, 0);
  }

  async #reload(): Promise<void> {
    this.#isStale = false;
    this.#keymap = parseMap(await this.session.request(getMapPacket(this.#xkb, this.#device)));
    this.#groups = groupsOf(this.#keymap);
    this.#strokes = new Map();
  }

  #strokesOf(group: number, locked: number): ReadonlyMap<number, Stroke> {
    const id = `${group}/${locked}`;
    const known = this.#strokes.get(id) ?? strokesOf(this.#keymap, group, locked);
    this.#strokes.set(id, known);
    return known;
  }
}

export const keyboardLayout = perSession((session) => KeyboardLayout.open(session));

function groupsOf(keymap: Keymap): readonly number[] {
  return Array.from({ length: totalGroups(keymap) }, (_, group) => group);
}
