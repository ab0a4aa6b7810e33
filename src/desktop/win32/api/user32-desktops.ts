import { type Functions, signature } from "../../native/library.ts";
import { bytes, handle, int16, int32, uint32 } from "../../native/types.ts";

/** Desktops in the sense of Windows, and what is held down on them, by learn.microsoft.com/en-us/windows/win32/api/winuser/. */
export const desktopFunctions = {
  /** nf-winuser-openinputdesktop: flags, inheritance, access. 0 where the one that is shown is not for us. */
  OpenInputDesktop: signature(handle, uint32, int32, uint32),
  /** nf-winuser-closedesktop */
  CloseDesktop: signature(int32, handle),
  /** nf-winuser-getthreaddesktop: to be closed by nobody. */
  GetThreadDesktop: signature(handle, uint32),
  /** nf-winuser-getprocesswindowstation: to be closed by nobody. */
  GetProcessWindowStation: signature(handle),
  /** nf-winuser-getuserobjectinformationw: object, which property, memory, its length, length out. */
  GetUserObjectInformationW: signature(int32, handle, int32, bytes, uint32, bytes),
  /** nf-winuser-getasynckeystate: negative while the key is down. */
  GetAsyncKeyState: signature(int16, int32),
  /** nf-winuser-systemparametersinfow: what, a number, memory, whether it is kept for the user. */
  SystemParametersInfoW: signature(int32, uint32, uint32, bytes, uint32),
  /** nf-winuser-getsystemmetrics */
  GetSystemMetrics: signature(int32, int32),
};

export type DesktopFunctions = Functions<typeof desktopFunctions>;
