import { dlopen } from "bun:ffi";
import type { XServer } from "./x-server.ts";

/** What is down, as the X server sees it. */
export interface HeldInput {
  readonly keycodes: readonly number[];
  readonly buttons: readonly number[];
}

export const nothingHeld: HeldInput = { keycodes: [], buttons: [] };

/** The keycode of the left Ctrl key of a PC. */
export const controlKeycode = 37;

const keymapBytes = 32;
const firstButtonBit = 8;
const buttonCount = 5;

/** Asks the X server itself. Xlib is called directly because no small program tells both. */
export function readHeldInput({ display }: Pick<XServer, "display">): HeldInput {
  const { symbols: xlib, close } = dlopen("libX11.so.6", {
    XOpenDisplay: { args: ["cstring"], returns: "ptr" },
    XDefaultRootWindow: { args: ["ptr"], returns: "u64" },
    XQueryKeymap: { args: ["ptr", "ptr"], returns: "i32" },
    XQueryPointer: {
      args: ["ptr", "u64", "ptr", "ptr", "ptr", "ptr", "ptr", "ptr", "ptr"],
      returns: "i32",
    },
    XCloseDisplay: { args: ["ptr"], returns: "i32" },
  });
  const connection = xlib.XOpenDisplay(display);
  if (connection === null) throw new Error(`Xlib cannot open ${display}.`);
  const keymap = new Uint8Array(keymapBytes);
  xlib.XQueryKeymap(connection, keymap);
  const windows = new BigUint64Array(2);
  const places = new Int32Array(4);
  const mask = new Uint32Array(1);
  xlib.XQueryPointer(
    connection,
    xlib.XDefaultRootWindow(connection),
    windows.subarray(0),
    windows.subarray(1),
    places.subarray(0),
    places.subarray(1),
    places.subarray(2),
    places.subarray(3),
    mask,
  );
  xlib.XCloseDisplay(connection);
  close();
  const isSet = (bits: Uint8Array | Uint32Array, index: number, width: number): boolean =>
    (((bits[Math.floor(index / width)] ?? 0) >> (index % width)) & 1) === 1;
  const numbers = Array.from({ length: keymapBytes * 8 }, (_, index) => index);
  return {
    keycodes: numbers.filter((keycode) => isSet(keymap, keycode, 8)),
    buttons: numbers
      .slice(1, buttonCount + 1)
      .filter((button) => isSet(mask, firstButtonBit + button - 1, 32)),
  };
}
