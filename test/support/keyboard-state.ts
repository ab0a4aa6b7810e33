import { dlopen } from "bun:ffi";

const useCoreKeyboard = 0x100;

/** Modifiers as the server numbers them under every layout used here. */
export const modifierBits = { shift: 1, capsLock: 2, ctrl: 4, alt: 8, numLock: 16, super: 64 } as const;

/** Accessibility features of the server, as XKB numbers them. */
export const accessControls = { slowKeys: 2, bounceKeys: 4, stickyKeys: 8 } as const;

const everyModifier = 0xff;

/** The keyboard's state as its owner would change it. Xlib is called directly because no small program does this. */
export interface KeyboardState {
  /** Puts the modifiers of a mask in force for the next key, and no others. */
  latch(mask: number): void;
  /** Puts the modifiers of a mask in force until further notice, and no others. */
  lock(mask: number): void;
  /** Switches features on and all others of `accessControls` off. */
  setControls(mask: number): void;
  /** Modifiers that wait for the next key. */
  latched(): number;
}

export function keyboardState(display: string): KeyboardState {
  return {
    latch: (mask) =>
      withXlib(display, (xlib, it) => xlib.XkbLatchModifiers(it, useCoreKeyboard, everyModifier, mask)),
    lock: (mask) =>
      withXlib(display, (xlib, it) => xlib.XkbLockModifiers(it, useCoreKeyboard, everyModifier, mask)),
    setControls: (mask) => {
      const all = accessControls.slowKeys | accessControls.bounceKeys | accessControls.stickyKeys;
      withXlib(display, (xlib, it) => xlib.XkbChangeEnabledControls(it, useCoreKeyboard, all, mask));
    },
    latched: () => {
      // group, locked group, base group (2), latched group (2), mods, base, latched, locked …
      const state = new Uint8Array(32);
      withXlib(display, (xlib, it) => xlib.XkbGetState(it, useCoreKeyboard, state));
      return state[8] ?? 0;
    },
  };
}

function openXlib() {
  return dlopen("libX11.so.6", {
    XOpenDisplay: { args: ["cstring"], returns: "ptr" },
    XkbLatchModifiers: { args: ["ptr", "u32", "u32", "u32"], returns: "i32" },
    XkbLockModifiers: { args: ["ptr", "u32", "u32", "u32"], returns: "i32" },
    XkbChangeEnabledControls: { args: ["ptr", "u32", "u64", "u64"], returns: "i32" },
    XkbGetState: { args: ["ptr", "u32", "ptr"], returns: "i32" },
    XSync: { args: ["ptr", "i32"], returns: "i32" },
    XCloseDisplay: { args: ["ptr"], returns: "i32" },
  });
}

type Xlib = ReturnType<typeof openXlib>["symbols"];
type Connection = NonNullable<ReturnType<Xlib["XOpenDisplay"]>>;

function withXlib(display: string, act: (xlib: Xlib, connection: Connection) => void): void {
  const { symbols: xlib, close } = openXlib();
  const connection = xlib.XOpenDisplay(display);
  if (connection === null) throw new Error(`Xlib cannot open ${display}.`);
  act(xlib, connection);
  xlib.XSync(connection, 0);
  xlib.XCloseDisplay(connection);
  close();
}
