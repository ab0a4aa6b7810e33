import { type Functions, openLibrary, signature } from "../../native/library.ts";
import { bytes, callbackType, handle, int16, int32, signedHandle, uint32 } from "../../native/types.ts";
import { desktopFunctions } from "./user32-desktops.ts";
import { point, windowFunctions } from "./user32-windows.ts";

/** `MONITORENUMPROC`, which `EnumDisplayMonitors` calls with a monitor, a device context, its area and the parameter. */
export const monitorProcedure = callbackType(int32, [handle, handle, handle, signedHandle]);

/**
 * What we call of user32.dll, each as learn.microsoft.com/windows/win32/api/winuser/nf-winuser-NAME
 * (in lower case) declares it. `BOOL` is an `int32`.
 */
const signatures = {
  ...windowFunctions,
  ...desktopFunctions,

  /** `DPI_AWARENESS_CONTEXT` is a handle of which small negative values have a meaning. */
  SetProcessDpiAwarenessContext: signature(int32, signedHandle),
  GetThreadDpiAwarenessContext: signature(handle),
  GetAwarenessFromDpiAwarenessContext: signature(int32, handle),
  SetProcessDPIAware: signature(int32),

  /** Device context, clip rectangle, `MONITORENUMPROC`, its parameter. */
  EnumDisplayMonitors: signature(int32, handle, bytes, handle, signedHandle),

  GetDC: signature(handle, handle),
  ReleaseDC: signature(int32, handle, handle),
  /** `CURSORINFO`. */
  GetCursorInfo: signature(int32, bytes),
  /** Icon, `ICONINFO`, whose bitmaps are the caller's to delete. */
  GetIconInfo: signature(int32, handle, bytes),
  /** Device context, left, top, icon, width, height, step of an animation, background brush, flags. */
  DrawIconEx: signature(int32, handle, int32, int32, handle, int32, int32, uint32, handle, uint32),

  /** In milliseconds; people choose it, from 200 to 900. */
  GetDoubleClickTime: signature(uint32),
  /** `POINT`. */
  GetCursorPos: signature(int32, bytes),
  /** `POINT`, by value. 0 where there is no window. */
  WindowFromPoint: signature(handle, point),

  /** A virtual key. The lowest bit tells whether a lock such as Caps Lock is on. */
  GetKeyState: signature(int16, int32),
  GetKeyboardLayout: signature(handle, uint32),
  /** A code unit, layout. The key in the low byte, its modifiers in the next; -1 for none. */
  VkKeyScanExW: signature(int32, uint32, handle),
  MapVirtualKeyExW: signature(uint32, uint32, uint32, handle),
  /** Key, scan code, state of 256 keys, text out, its length, flags, layout. */
  ToUnicodeEx: signature(int32, uint32, uint32, bytes, bytes, int32, uint32, handle),
} as const;

export type User32 = Functions<typeof signatures>;

export function openUser32(): User32 {
  return openLibrary("user32.dll", signatures);
}
