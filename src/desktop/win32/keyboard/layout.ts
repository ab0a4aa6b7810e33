import type { ModifierKey } from "../../../core/keys.ts";
import type { Handle } from "../../native/types.ts";
import type { User32 } from "../api/user32.ts";
import { foregroundThread, inputFocus } from "../input-focus.ts";
import type { VirtualKey } from "./virtual-keys.ts";

/** Modifiers that a character needs, as `VkKeyScanEx` numbers them. */
export const levels = { shift: 1, ctrl: 2, alt: 4 } as const;
/** What the two together are: the level of AltGr. */
const altGr = levels.ctrl | levels.alt;
const everyLevel = altGr | levels.shift;
const usedLevels = [0, levels.shift, altGr, altGr | levels.shift] as const;

/**
 * The modifiers of a level as hotkeys name them. AltGr is not Ctrl and Alt there: `@` is on the key `q` of
 * many keyboards, and quits nothing.
 */
export function modifiersOf(level: number): readonly ModifierKey[] {
  const shift: readonly ModifierKey[] = (level & levels.shift) === 0 ? [] : ["shift"];
  if ((level & altGr) === altGr) return ["altgr", ...shift];
  if ((level & levels.ctrl) !== 0) return ["ctrl", ...shift];
  return (level & levels.alt) === 0 ? shift : ["alt", ...shift];
}

export interface Stroke {
  readonly key: VirtualKey;
  /** Of `levels`, those to hold. */
  readonly modifiers: number;
}

type LayoutFunctions = Pick<User32, "VkKeyScanExW" | "ToUnicodeEx">;

/** A key that writes a character in a layout. */
export interface WritingStroke extends Stroke {
  /**
   * Whether it writes it at once, alone or with Shift: neither is it an accent that waits for a letter, nor
   * does it need AltGr, which programs may take for the Ctrl and Alt of a hotkey.
   */
  readonly isPlain: boolean;
}

/** Characters of a US keyboard's keys for punctuation, plain and with Shift. Programs name hotkeys by these keys. */
const usPunctuation = [
  [0xba, ";:"],
  [0xbb, "=+"],
  [0xbc, ",<"],
  [0xbd, "-_"],
  [0xbe, ".>"],
  [0xbf, "/?"],
  [0xc0, "`~"],
  [0xdb, "[{"],
  [0xdc, "\\|"],
  [0xdd, "]}"],
  [0xde, "'\""],
] as const;

/** `VK_SHIFT`, `VK_CONTROL`, `VK_MENU` in the state of a keyboard. */
const modifierStates = [
  [levels.shift, 0x10],
  [levels.ctrl, 0x11],
  [levels.alt, 0x12],
] as const;
const isDown = 0x80;
/** `VK_CAPITAL` */
const capsLock = 0x14;

/** `ToUnicodeEx` would otherwise swallow an accent that the user has typed and not yet a letter for. */
const leaveStateAlone = 4;

type FocusFunctions = Pick<
  User32,
  "GetGUIThreadInfo" | "GetForegroundWindow" | "GetWindowThreadProcessId" | "GetKeyboardLayout"
>;

/**
 * The layout of the window that has the keyboard: each may have another one. The window in front need not be
 * it: apps of the Store are in the frame of another process.
 */
export function layoutInForce(user32: FocusFunctions): Handle {
  const { focus } = inputFocus(user32, foregroundThread);
  const window = Number(focus) === 0 ? user32.GetForegroundWindow() : focus;
  return user32.GetKeyboardLayout(user32.GetWindowThreadProcessId(window, null));
}

/** Whether Caps Lock is on, so that keys write something else. */
export function isCapsLocked(user32: Pick<User32, "GetKeyState">): boolean {
  return (user32.GetKeyState(capsLock) & 1) !== 0;
}

/** The key that writes a character; undefined when none does, or only with modifiers that are not ours to hold. */
export function strokeFor(
  user32: LayoutFunctions,
  character: string,
  layout: Handle,
): WritingStroke | undefined {
  const found = character.length === 1 ? user32.VkKeyScanExW(character.charCodeAt(0), layout) : -1;
  // A short: -1 is no key.
  if ((found & 0xffff) === 0xffff) return undefined;
  const [key, modifiers] = [found & 0xff, (found >> 8) & 0xff];
  if ((modifiers & ~everyLevel) !== 0) return undefined;
  const needsAltGr = (modifiers & altGr) !== 0;
  return { key, modifiers, isPlain: !needsAltGr && !translate(user32, key, modifiers, layout).isDead };
}

/**
 * The key that stands for a character in hotkeys where the layout lacks it: that of its name or place, which
 * every layout has. Ctrl and the key `й` is Ctrl+Q to a program.
 */
export function hotkeyPlaceOf(character: string): Stroke | undefined {
  if (/^[a-z0-9]$/i.test(character)) return { key: character.toUpperCase().charCodeAt(0), modifiers: 0 };
  const place = usPunctuation.find(([, characters]) => characters.includes(character));
  if (place === undefined) return undefined;
  return { key: place[0], modifiers: place[1].indexOf(character) === 0 ? 0 : levels.shift };
}

/** What else a key writes, and the characters that stand for it in hotkeys. */
export function charactersOf(user32: LayoutFunctions, key: VirtualKey, layout: Handle): readonly string[] {
  const written = usedLevels.map((level) => translate(user32, key, level, layout).text);
  const isNamed = /^[A-Z0-9]$/.test(String.fromCharCode(key));
  const named = isNamed ? String.fromCharCode(key) : "";
  const [, punctuation = ""] = usPunctuation.find(([place]) => place === key) ?? [];
  return [...written, named, ...punctuation].filter((character) => character !== "");
}

/** What a key writes: nothing, also where it is an accent that waits for its letter. */
function translate(
  user32: LayoutFunctions,
  key: VirtualKey,
  level: number,
  layout: Handle,
): { readonly text: string; readonly isDead: boolean } {
  const state = new Uint8Array(256);
  for (const [modifier, at] of modifierStates) if ((level & modifier) !== 0) state[at] = isDown;
  const text = new Uint16Array(8);
  const memory = new Uint8Array(text.buffer);
  const count = user32.ToUnicodeEx(key, 0, state, memory, text.length, leaveStateAlone, layout);
  return { text: String.fromCharCode(...text.subarray(0, Math.max(count, 0))), isDead: count < 0 };
}
