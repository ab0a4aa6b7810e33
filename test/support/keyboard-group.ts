import { dlopen } from "bun:ffi";

const useCoreKeyboard = 0x100;

/**
 * Puts one of the keyboard's layouts in force, as its owner's layout switch would. Xlib is called
 * directly because no small program does this.
 * @param group from 0, in the order of the layout's name: 1 is `ru` in `us,ru`
 */
export function lockKeyboardGroup(display: string, group: number): void {
  const xlib = dlopen("libX11.so.6", {
    XOpenDisplay: { args: ["cstring"], returns: "ptr" },
    XkbLockGroup: { args: ["ptr", "u32", "u32"], returns: "i32" },
    XSync: { args: ["ptr", "i32"], returns: "i32" },
    XCloseDisplay: { args: ["ptr"], returns: "i32" },
  });
  const connection = xlib.symbols.XOpenDisplay(display);
  if (connection === null) throw new Error(`Xlib cannot open ${display}.`);
  xlib.symbols.XkbLockGroup(connection, useCoreKeyboard, group);
  xlib.symbols.XSync(connection, 0);
  xlib.symbols.XCloseDisplay(connection);
  xlib.close();
}
