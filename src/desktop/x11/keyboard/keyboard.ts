import type { Key } from "@nut-tree/nut-js";
import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError } from "../../../core/errors.ts";
import { type Key as PortKey, parseKey } from "../../../core/keys.ts";
import type { CharacterKeyboardProvider } from "../../nut.ts";
import type { X11Connection } from "../connection.ts";
import { InputMethods } from "../input-methods/input-methods.ts";
import { perSession, type X11Session } from "../session.ts";
import { codePointOf, keysymsOf } from "./keysyms.ts";
import { nutKeysyms } from "./nut-keysyms.ts";
import { type KeySymbol, SessionKeyboard } from "./session-keyboard.ts";

/*
 * The keyboard, from the outside in:
 *
 *   keyboard.ts            nut.js' provider: keys and characters become keysyms (nut-keysyms, keysyms)
 *   └ session-keyboard.ts  types and holds keysyms in one session
 *     ├ layout.ts          the map in force, kept up to date (keyboard-device, keymap-wire)
 *     │ ├ keymap.ts        what a key gives in which group and at which level
 *     │ └ strokes.ts       the other way round: which keys give a keysym
 *     ├ locked-mode.ts     the group and locks that strokes need, for as long as they need them
 *     ├ spare-keys.ts      idle keys lend themselves to symbols that the map lacks
 *     ├ us-group.ts        a US layout beside one without Latin letters, for hotkeys (us-places)
 *     └ same-key.ts        what else programs may take a key for
 */

/**
 * nut.js' keyboard on XTEST. Keys for characters stand for the character, whatever the layout: keys
 * of another layout in use, or a spare key, stand in where the one in force lacks it. Every call
 * resolves after the server has processed it, and throws `display_unavailable` when there is none.
 */
export class X11Keyboard implements CharacterKeyboardProvider {
  readonly typesAnyCharacter = false;
  readonly #connection: X11Connection;
  readonly #clock: Clock;
  readonly #keysyms: ReturnType<typeof nutKeysyms>;
  readonly #keyboardOf: (session: X11Session) => Promise<SessionKeyboard>;
  #inUse: { readonly session: X11Session; readonly keyboard: SessionKeyboard } | undefined;

  constructor(connection: X11Connection, clock: Clock, nutKey: typeof Key) {
    this.#connection = connection;
    this.#clock = clock;
    this.#keysyms = nutKeysyms(nutKey);
    this.#keyboardOf = perSession((session) => SessionKeyboard.open(session, connection.presses, clock));
  }

  /** Nothing is delayed here: callers pace their keys themselves. */
  setKeyboardDelay(): void {}

  async type(text: string, signal?: AbortSignal): Promise<void> {
    const symbols = [...text.replaceAll("\r\n", "\n")].map(symbolOf);
    const keyboard = await this.#open();
    const session = await this.#connection.session();
    const inputMethods = await InputMethods.open(session, this.#clock);
    await using _setAside = await inputMethods.setAside(signal);
    await keyboard.type(symbols, { signal, pace: inputMethods.pace(signal) });
  }

  async hasInputMethod(): Promise<boolean> {
    const inputMethods = await InputMethods.open(await this.#connection.session(), this.#clock);
    return await inputMethods.areInForce();
  }

  async click(...keys: Key[]): Promise<void> {
    await this.pressKey(...keys);
    await this.releaseKey(...keys);
  }

  async pressKey(...keys: Key[]): Promise<void> {
    const keyboard = await this.#open();
    for (const key of keys) {
      const symbol = this.#symbolOfKey(key);
      await keyboard.press(
        symbol,
        symbol.some((keysym) => codePointOf(keysym) !== undefined),
      );
    }
  }

  async releaseKey(...keys: Key[]): Promise<void> {
    const keyboard = await this.#open();
    for (const key of keys.toReversed()) await keyboard.release(this.#symbolOfKey(key));
  }

  async pressCharacter(character: string): Promise<void> {
    await (await this.#open()).press(symbolOf(character), true);
  }

  async releaseCharacter(character: string): Promise<void> {
    await (await this.#open()).release(symbolOf(character));
  }

  async sameKeyAs(character: string): Promise<readonly PortKey[]> {
    const keysyms = await (await this.#open()).sameKeyAs(symbolOf(character));
    return [...new Set(keysyms.flatMap(keyNamed))].filter((key) => key !== character);
  }

  /** Leaves the keyboard's map as it was found. */
  async restore(): Promise<void> {
    if (this.#inUse !== undefined && !this.#inUse.session.isLost) await this.#inUse.keyboard.restore();
  }

  async #open(): Promise<SessionKeyboard> {
    const session = await this.#connection.session();
    const keyboard = await this.#keyboardOf(session);
    this.#inUse = { session, keyboard };
    return keyboard;
  }

  #symbolOfKey(key: Key): KeySymbol {
    const keysyms = this.#keysyms[key];
    if (typeof keysyms !== "number") return keysyms;
    const codePoint = codePointOf(keysyms);
    return codePoint === undefined ? [keysyms] : keysymsOf(codePoint);
  }
}

/** The keys that choose a level, by keysym. */
const levelKeys: ReadonlyMap<number, PortKey> = new Map([
  [0xffe1, "shift"],
  [0xffe2, "shift"],
  [0xfe03, "altgr"],
]);

/** The key that a keysym names, where callers can name it. */
function keyNamed(keysym: number): readonly PortKey[] {
  const level = levelKeys.get(keysym);
  if (level !== undefined) return [level];
  const codePoint = codePointOf(keysym);
  const character = codePoint === undefined ? "" : String.fromCodePoint(codePoint);
  return /^[^\p{C}\p{Z}]$/u.test(character) ? [parseKey(character)] : [];
}

function symbolOf(character: string): KeySymbol {
  const codePoint = character.codePointAt(0) ?? 0;
  const keysyms = keysymsOf(codePoint);
  if (keysyms.length > 0) return keysyms;
  const hex = codePoint.toString(16).toUpperCase().padStart(4, "0");
  throw new GuiAgentError("unsupported", `The character U+${hex} cannot be typed: no key writes it.`, {
    remedy: "Leave control characters out of the text; a line break and a tab can be typed.",
  });
}
