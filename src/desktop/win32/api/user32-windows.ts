import type { Functions } from "../../native/library.ts";
import { signature } from "../../native/library.ts";
import {
  bytes,
  callbackType,
  handle,
  int32,
  signedHandle,
  structure,
  text16,
  uint32,
} from "../../native/types.ts";

/** `RECT` of windef.h: the right and bottom edges do not belong to it. */
export const rectangle = structure({ left: int32, top: int32, right: int32, bottom: int32 });

/** `MONITORINFO` of winuser.h. */
export const monitorInfo = structure({
  cbSize: uint32,
  rcMonitor: rectangle,
  rcWork: rectangle,
  dwFlags: uint32,
});

/** `POINT` of windef.h. */
export const point = structure({ x: int32, y: int32 });

/** `WINDOWPLACEMENT` of winuser.h. */
export const windowPlacement = structure({
  length: uint32,
  flags: uint32,
  showCmd: uint32,
  ptMinPosition: point,
  ptMaxPosition: point,
  rcNormalPosition: rectangle,
});

/** `GUITHREADINFO` of winuser.h. */
export const guiThreadInfo = structure({
  cbSize: uint32,
  flags: uint32,
  hwndActive: handle,
  hwndFocus: handle,
  hwndCapture: handle,
  hwndMenuOwner: handle,
  hwndMoveSize: handle,
  hwndCaret: handle,
  rcCaret: rectangle,
});

/** What `EnumWindows` calls; 0 ends it. */
export const enumWindowsProcedure = callbackType(int32, [handle, signedHandle]);

/** Windows, by learn.microsoft.com/en-us/windows/win32/api/winuser/. None of these waits for another program. */
export const windowFunctions = {
  /** nf-winuser-enumwindows: from front to back. */
  EnumWindows: signature(int32, handle, signedHandle),
  /** nf-winuser-iswindowvisible */
  IsWindowVisible: signature(int32, handle),
  /** nf-winuser-iswindowenabled */
  IsWindowEnabled: signature(int32, handle),
  /** nf-winuser-isiconic: whether it is minimised. */
  IsIconic: signature(int32, handle),
  /** nf-winuser-getwindowtextw: of another process what the system keeps, without asking the window. */
  GetWindowTextW: signature(int32, handle, bytes, int32),
  /** nf-winuser-getclassnamew */
  GetClassNameW: signature(int32, handle, bytes, int32),
  /** nf-winuser-getwindowlongw */
  GetWindowLongW: signature(uint32, handle, int32),
  /** nf-winuser-getwindow */
  GetWindow: signature(handle, handle, uint32),
  /** nf-winuser-findwindowexw */
  FindWindowExW: signature(handle, handle, handle, text16, text16),
  /** nf-winuser-getwindowrect: with what the system draws around of the shadow. */
  GetWindowRect: signature(int32, handle, bytes),
  /** nf-winuser-getwindowplacement */
  GetWindowPlacement: signature(int32, handle, bytes),
  /** nf-winuser-getwindowthreadprocessid: the thread; the process is written to 4 bytes. */
  GetWindowThreadProcessId: signature(uint32, handle, bytes),
  /** nf-winuser-getguithreadinfo */
  GetGUIThreadInfo: signature(int32, uint32, bytes),
  /** nf-winuser-getforegroundwindow: 0 where there is none, also while one passes it on. */
  GetForegroundWindow: signature(handle),
  /** nf-winuser-setforegroundwindow */
  SetForegroundWindow: signature(int32, handle),
  /** nf-winuser-setwindowpos: window, what it goes below (0: none), x, y, width, height, flags. */
  SetWindowPos: signature(int32, handle, handle, int32, int32, int32, int32, uint32),
  /** nf-winuser-showwindowasync */
  ShowWindowAsync: signature(int32, handle, int32),
  /** nf-winuser-monitorfromwindow: for a minimised window by where it was. */
  MonitorFromWindow: signature(handle, handle, uint32),
  /** nf-winuser-getmonitorinfow */
  GetMonitorInfoW: signature(int32, handle, bytes),
  /** nf-winuser-sendinput: an array of `INPUT`, each of 40 bytes. */
  SendInput: signature(uint32, uint32, bytes, int32),
};

export type WindowFunctions = Functions<typeof windowFunctions>;
