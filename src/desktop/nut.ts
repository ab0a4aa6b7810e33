import type {
  ImageFinderInterface,
  KeyboardProviderInterface,
  LogProviderInterface,
  MouseProviderInterface,
  Key as NutKey,
  ScreenProviderInterface,
} from "@nut-tree/nut-js";
import { setEnvironmentVariable } from "#runtime";
import { globalPoint } from "../core/geometry.ts";
import { isNamedKey, type Key, type NamedKey } from "../core/keys.ts";
import type { Keyboard, MouseButton, Pointer } from "./port.ts";

export type Nut = typeof import("@nut-tree/nut-js");

/** A keyboard of nut.js that also takes characters for which nut.js has no `Key`, such as `ä` or `?`. */
export interface CharacterKeyboardProvider extends KeyboardProviderInterface {
  /** `Keyboard.typesAnyCharacter` of the port. */
  readonly typesAnyCharacter: boolean;
  /** Throws `unsupported` for a character that cannot be typed, before typing anything. */
  type(text: string, signal?: AbortSignal): Promise<void>;
  pressCharacter(character: string): Promise<void>;
  releaseCharacter(character: string): Promise<void>;
  /** `Keyboard.hasInputMethod` of the port; absent where the system does not tell, or `type` does not go through one. */
  hasInputMethod?(): Promise<boolean>;
  /** `Keyboard.sameKeyAs` of the port. */
  sameKeyAs(character: string): Promise<readonly Key[]>;
}

/**
 * Loads nut.js without its own providers: on X11 they end the process when there is no display.
 * It reads the variable while it loads, so nothing else may import it.
 */
export async function loadNut(): Promise<Nut> {
  setEnvironmentVariable("NUT_JS_DISABLE_DEFAULT_PROVIDERS", "1");
  return await import("@nut-tree/nut-js");
}

export interface NutProviders {
  readonly mouse: MouseProviderInterface;
  readonly keyboard: CharacterKeyboardProvider;
  /** Registered for what searches through nut.js; captures of ours call the system directly. */
  readonly screen: ScreenProviderInterface;
  /** The same for searches in its pictures. */
  readonly imageFinder: ImageFinderInterface;
}

/**
 * Registers providers with nut.js and gives its mouse and keyboard as our ports. nut.js has one
 * registry in a process, so the desktop that registers last is the one that is driven.
 */
export function createNutInput(
  nut: Nut,
  { mouse: mouseProvider, keyboard: keyboardProvider, screen, imageFinder }: NutProviders,
): { readonly pointer: Pointer; readonly keyboard: Keyboard } {
  const { keyboard, mouse, providerRegistry } = nut;
  providerRegistry.registerMouseProvider(mouseProvider);
  providerRegistry.registerKeyboardProvider(keyboardProvider);
  providerRegistry.registerScreenProvider(screen);
  providerRegistry.registerImageFinder(imageFinder);
  // nut.js' own logger rewrites the message of every error that passes, and logs nothing.
  providerRegistry.getLogProvider = () => silentLog;
  // nut.js waits 100 ms before a button, 300 ms before a key and moves at a crawl; gestures are paced by us.
  mouse.config.autoDelayMs = 0;
  mouse.config.mouseSpeed = Number.POSITIVE_INFINITY;
  keyboard.config.autoDelayMs = 0;

  const buttons = {
    left: nut.Button.LEFT,
    right: nut.Button.RIGHT,
    middle: nut.Button.MIDDLE,
  } as const satisfies Record<MouseButton, number>;
  const keys = nutKeys(nut.Key);

  return {
    pointer: {
      position: async () => {
        const { x, y } = await mouse.getPosition();
        return globalPoint(x, y);
      },
      moveTo: async ({ x, y }) => void (await mouse.setPosition(new nut.Point(x, y))),
      // Not through nut.js, which sleeps for a turn of the timer even when its delay is 0: a millisecond each.
      press: (button) => mouseProvider.pressButton(buttons[button]),
      release: (button) => mouseProvider.releaseButton(buttons[button]),
      scroll: async (deltaX, deltaY) => {
        if (deltaY > 0) await mouse.scrollDown(deltaY);
        if (deltaY < 0) await mouse.scrollUp(-deltaY);
        if (deltaX > 0) await mouse.scrollRight(deltaX);
        if (deltaX < 0) await mouse.scrollLeft(-deltaX);
      },
    },
    keyboard: {
      typesAnyCharacter: keyboardProvider.typesAnyCharacter,
      hasInputMethod: async () => (await keyboardProvider.hasInputMethod?.()) ?? false,
      press: async (key: Key) => {
        if (isNamedKey(key)) await keyboard.pressKey(keys[key]);
        else await keyboardProvider.pressCharacter(key);
      },
      release: async (key: Key) => {
        if (isNamedKey(key)) await keyboard.releaseKey(keys[key]);
        else await keyboardProvider.releaseCharacter(key);
      },
      sameKeyAs: async (key) => (isNamedKey(key) ? [] : keyboardProvider.sameKeyAs(key)),
      // Not through nut.js, which hands text on one character at a time with a timer between.
      type: (text, signal) => keyboardProvider.type(text, signal),
    },
  };
}

const silentLog: LogProviderInterface = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

function nutKeys(key: typeof NutKey) {
  return {
    ctrl: key.LeftControl,
    shift: key.LeftShift,
    alt: key.LeftAlt,
    altgr: key.RightAlt,
    meta: key.LeftMeta,
    enter: key.Return,
    escape: key.Escape,
    tab: key.Tab,
    space: key.Space,
    backspace: key.Backspace,
    delete: key.Delete,
    insert: key.Insert,
    home: key.Home,
    end: key.End,
    pageup: key.PageUp,
    pagedown: key.PageDown,
    up: key.Up,
    down: key.Down,
    left: key.Left,
    right: key.Right,
    capslock: key.CapsLock,
    numlock: key.NumLock,
    scrolllock: key.ScrollLock,
    printscreen: key.Print,
    pause: key.Pause,
    menu: key.Menu,
    f1: key.F1,
    f2: key.F2,
    f3: key.F3,
    f4: key.F4,
    f5: key.F5,
    f6: key.F6,
    f7: key.F7,
    f8: key.F8,
    f9: key.F9,
    f10: key.F10,
    f11: key.F11,
    f12: key.F12,
    f13: key.F13,
    f14: key.F14,
    f15: key.F15,
    f16: key.F16,
    f17: key.F17,
    f18: key.F18,
    f19: key.F19,
    f20: key.F20,
    f21: key.F21,
    f22: key.F22,
    f23: key.F23,
    f24: key.F24,
    numpad0: key.NumPad0,
    numpad1: key.NumPad1,
    numpad2: key.NumPad2,
    numpad3: key.NumPad3,
    numpad4: key.NumPad4,
    numpad5: key.NumPad5,
    numpad6: key.NumPad6,
    numpad7: key.NumPad7,
    numpad8: key.NumPad8,
    numpad9: key.NumPad9,
    numpadadd: key.Add,
    numpadsubtract: key.Subtract,
    numpadmultiply: key.Multiply,
    numpaddivide: key.Divide,
    numpaddecimal: key.Decimal,
    numpadenter: key.Enter,
    volumemute: key.AudioMute,
    volumedown: key.AudioVolDown,
    volumeup: key.AudioVolUp,
    mediaplay: key.AudioPlay,
    mediastop: key.AudioStop,
    mediaprevious: key.AudioPrev,
    medianext: key.AudioNext,
  } satisfies Record<NamedKey, NutKey>;
}
