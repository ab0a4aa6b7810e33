import { type Functions, signature } from "../../native/library.ts";
import { handle, int32, uint32 } from "../../native/types.ts";

/** Memory that programs hand over, of kernel32.dll, by learn.microsoft.com/en-us/windows/win32/api/winbase/. */
export const memoryFunctions = {
  /** nf-winbase-globalalloc: flags, bytes. 0 where there is not enough. */
  GlobalAlloc: signature(handle, uint32, handle),
  /** nf-winbase-globallock: where it is until it is unlocked; 0 where it has no bytes. */
  GlobalLock: signature(handle, handle),
  /** nf-winbase-globalunlock */
  GlobalUnlock: signature(int32, handle),
  /** nf-winbase-globalsize: in bytes, which may be more than was asked for. */
  GlobalSize: signature(handle, handle),
  /** nf-winbase-globalfree */
  GlobalFree: signature(handle, handle),
};

export type MemoryFunctions = Functions<typeof memoryFunctions>;
