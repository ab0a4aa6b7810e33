import { type Functions, signature } from "../../native/library.ts";
import { bytes, callbackType, handle, int32, signedHandle, text16, uint32 } from "../../native/types.ts";

/** `WNDPROC`: what a window is told. */
export const windowProcedure = callbackType(signedHandle, [handle, uint32, handle, signedHandle]);

/** Of user32.dll, by learn.microsoft.com/en-us/windows/win32/api/winuser/. `BOOL` is an `int32`. */
export const clipboardFunctions = {
  /** nf-winuser-openclipboard: 0 while another window, also one of this thread, has it open. */
  OpenClipboard: signature(int32, handle),
  /** nf-winuser-closeclipboard */
  CloseClipboard: signature(int32),
  /** nf-winuser-emptyclipboard: waits for the owner's window, which is told. */
  EmptyClipboard: signature(int32),
  /** nf-winuser-enumclipboardformats: the format after one, 0 before the first and after the last. */
  EnumClipboardFormats: signature(uint32, uint32),
  /** nf-winuser-getclipboarddata: waits for the owner where it has only promised the format. The system's, not to be freed. */
  GetClipboardData: signature(handle, uint32),
  /** nf-winuser-setclipboarddata: 0 promises the format. What is given is the system's from then on. */
  SetClipboardData: signature(handle, uint32, handle),
  /** nf-winuser-getclipboardformatnamew: the number of characters written; 0 for what has no registered name. */
  GetClipboardFormatNameW: signature(int32, uint32, bytes, int32),
  /** nf-winuser-registerclipboardformatw */
  RegisterClipboardFormatW: signature(uint32, text16),
  /** nf-winuser-getclipboardowner */
  GetClipboardOwner: signature(handle),
  /** nf-winuser-getopenclipboardwindow: 0 also where a program has opened it for no window. */
  GetOpenClipboardWindow: signature(handle),

  /** nf-winuser-createwindowexw: extended style, class, title, style, x, y, width, height, parent, menu, instance, parameter. */
  CreateWindowExW: signature(
    handle,
    uint32,
    text16,
    text16,
    uint32,
    int32,
    int32,
    int32,
    int32,
    signedHandle,
    handle,
    handle,
    handle,
  ),
  /** nf-winuser-destroywindow */
  DestroyWindow: signature(int32, handle),
  /** nf-winuser-setwindowlongptrw: window, which, the new value. Gives the one before. */
  SetWindowLongPtrW: signature(handle, handle, int32, handle),
  /** nf-winuser-callwindowprocw: procedure, window, message and its two parameters. */
  CallWindowProcW: signature(signedHandle, handle, handle, uint32, handle, signedHandle),
  /** nf-winuser-peekmessagew: `MSG` out, window, first, last, flags. Answers what other threads have sent, too. */
  PeekMessageW: signature(int32, bytes, handle, uint32, uint32, uint32),
  /** nf-winuser-dispatchmessagew */
  DispatchMessageW: signature(signedHandle, bytes),
  /** nf-winuser-sendmessagetimeoutw: window, message, its two parameters, flags, milliseconds, result out. */
  SendMessageTimeoutW: signature(handle, handle, uint32, handle, signedHandle, uint32, uint32, bytes),

  /** nf-winuser-getancestor */
  GetAncestor: signature(handle, handle, uint32),
};

export type ClipboardFunctions = Functions<typeof clipboardFunctions>;
