import type { Key } from "@nut-tree/nut-js";
import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError, throwIfCancelled } from "../../../core/errors.ts";
import { type Key as PortKey, parseKey } from "../../../core/keys.ts";
import type { Handle } from "../../native/types.ts";
import type { CharacterKeyboardProvider } from "../../nut.ts";
import type { CoreGraphics } from "../api/core-graphics.ts";
import { utf16 } from "../core-foundation.ts";
import type { EventSender } from "../event-sender.ts";
import type { HeldInput } from "../held-input.ts";
import { modifierNames, modifiers } from "../modifiers.ts";
import type { Characters } from "./characters.ts";
import type { InputMethods } from "./input-methods.ts";
import { absent, type KeyMeaning, nutKeycodes, returnKeycode, tabKeycode } from "./keycodes.ts";
import type { SystemKey } from "./system-keys.ts";
import { textChunks } from "./text-chunks.ts";

/** Between events of text: programs that take in one an idle turn lose what comes in between. */
const betweenEventsMs = 4;
/** An event of text needs a key too, which programs that go by keys would take it for; all use this one. */
const anyKeycode = 0;

/** What is down for a character or a key. */
type Hold = readonly number[];

export interface DarwinKeyboardParts {
  readonly graphics: CoreGraphics;
  readonly sender: EventSender;
  readonly held: HeldInput;
  readonly characters: Characters;
  readonly inputMethods: InputMethods;
  readonly clock: Clock;
  sendSystemKey(key: SystemKey, isDown: boolean): void;
}

/**
 * nut.js' keyboard on events of Core Graphics. Text goes as characters, whatever the layout; keys for
 * characters are the keys that write them.
 */
export class DarwinKeyboard implements CharacterKeyboardProvider {
  readonly typesAnyCharacter = true;
  readonly #graphics: CoreGraphics;
  readonly #sender: EventSender;
  readonly #held: HeldInput;
  readonly #characters: Characters;
  readonly #inputMethods: InputMethods;
  readonly #clock: Clock;
  readonly #sendSystemKey: DarwinKeyboardParts["sendSystemKey"];
  readonly #meanings: Readonly<Record<Key, KeyMeaning>>;
  readonly #holds = new Map<string, Hold>();

  constructor(parts: DarwinKeyboardParts, nutKey: typeof Key) {
    const { graphics, sender, held, characters, inputMethods, clock } = parts;
    this.#graphics = graphics;
    this.#sender = sender;
    this.#held = held;
    this.#characters = characters;
    this.#inputMethods = inputMethods;
    this.#clock = clock;
    this.#sendSystemKey = (key, isDown) => parts.sendSystemKey(key, isDown);
    this.#meanings = nutKeycodes(nutKey);
  }

  /** Nothing is delayed here: callers pace their keys themselves. */
  setKeyboardDelay(): void {}

  async type(text: string, signal?: AbortSignal): Promise<void> {
    const chunks = textChunks(text.replaceAll("\r\n", "\n"));
    assertTypable(text);
    await using _inputMethod = await this.#inputMethods.setAside(signal);
    for (const chunk of chunks) {
      if (signal !== undefined) throwIfCancelled(signal);
      if ("text" in chunk) this.#sendText(chunk.text);
      else this.#strike(chunk.key === "enter" ? returnKeycode : tabKeycode);
      await this.#clock.sleep(betweenEventsMs, signal);
    }
  }

  async hasInputMethod(): Promise<boolean> {
    return this.#inputMethods.isInForce();
  }

  async click(...keys: Key[]): Promise<void> {
    await this.pressKey(...keys);
    await this.releaseKey(...keys);
  }

  async pressKey(...keys: Key[]): Promise<void> {
    for (const key of keys) {
      const meaning = this.#meaning(key);
      if (typeof meaning === "object") this.#sendSystemKey(meaning.system, true);
      else if (typeof meaning === "string") await this.pressCharacter(meaning);
      else this.#hold(`key ${meaning}`, [meaning]);
    }
  }

  async releaseKey(...keys: Key[]): Promise<void> {
    for (const key of keys.toReversed()) {
      const meaning = this.#meaning(key);
      if (typeof meaning === "object") this.#sendSystemKey(meaning.system, false);
      else if (typeof meaning === "string") await this.releaseCharacter(meaning);
      else this.#letGo(`key ${meaning}`);
    }
  }

  async pressCharacter(character: string): Promise<void> {
    const held = this.#held.modifiers;
    const { stroke, isOfLayout } = this.#characters.find(character, held.has("meta"));
    const keycodes = [...stroke.modifiers.map((name) => modifiers[name].keycode), stroke.keycode];
    // Without a hotkey in the making the character is meant, which the key of another layout would not write.
    const isWritten = !isOfLayout && !held.has("meta") && !held.has("ctrl") && !held.has("alt");
    this.#hold(`character ${character}`, keycodes, isWritten ? character : undefined);
  }

  async releaseCharacter(character: string): Promise<void> {
    this.#letGo(`character ${character}`);
  }

  async sameKeyAs(character: string): Promise<readonly PortKey[]> {
    const names = this.#characters.sameKeyAs(character).flatMap(keyNamed);
    return [...new Set(names)].filter((key) => key !== character);
  }

  #meaning(key: Key): KeyMeaning {
    const meaning = this.#meanings[key];
    if (meaning !== absent) return meaning;
    throw new GuiAgentError("unsupported", "macOS does not let programs press this key.", {
      remedy: "Reach the same end in another way, for example by a menu or in System Settings.",
    });
  }

  /** @param text what the last key writes, where that is not for the layout to say */
  #hold(id: string, keycodes: Hold, text?: string): void {
    if (this.#holds.has(id)) return;
    // Entered before the press: if it fails half-way, the release must still let go.
    const down: number[] = [];
    this.#holds.set(id, down);
    for (const keycode of keycodes) {
      down.push(keycode);
      const wasUp = this.#held.keyDown(keycode);
      if (wasUp) this.#sendKey(keycode, true, keycode === keycodes.at(-1) ? text : undefined);
    }
  }

  #letGo(id: string): void {
    const keycodes = this.#holds.get(id) ?? [];
    this.#holds.delete(id);
    for (const keycode of keycodes.toReversed()) {
      if (this.#held.keyUp(keycode)) this.#sendKey(keycode, false);
    }
  }

  #strike(keycode: number): void {
    this.#sendKey(keycode, true);
    this.#sendKey(keycode, false);
  }

  #sendText(text: string): void {
    this.#sendKey(anyKeycode, true, text);
    this.#sendKey(anyKeycode, false, text);
  }

  #sendKey(keycode: number, isDown: boolean, text?: string): void {
    this.#sender.send(
      (source) => this.#graphics.CGEventCreateKeyboardEvent(source, keycode, isDown),
      (event) => {
        if (text !== undefined) this.#setText(event, text);
      },
    );
  }

  #setText(event: Handle, text: string): void {
    this.#graphics.CGEventKeyboardSetUnicodeString(event, text.length, utf16(text));
  }
}

/** The key that a character is, where callers can name it. */
function keyNamed(name: string): readonly PortKey[] {
  const isModifier = modifierNames.some((modifier) => modifier === name);
  // A few keys write two characters at once.
  return isModifier || /^[^\p{C}\p{Z}]$/u.test(name) ? [parseKey(name)] : [];
}

function assertTypable(text: string): void {
  const [found] = /(?![\n\t\r])[\p{Cc}\p{Cs}]/u.exec(text) ?? [];
  if (found === undefined) return;
  const hex = found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  throw new GuiAgentError("unsupported", `The character U+${hex} cannot be typed: no key writes it.`, {
    remedy: "Leave control characters out of the text; a line break and a tab can be typed.",
  });
}
