import { type Functions, openLibrary, signature } from "../../native/library.ts";
import { bytes, handle, nothing, uint32 } from "../../native/types.ts";
import { processFunctions } from "./kernel32-processes.ts";
import { sharingFunctions } from "./kernel32-sharing.ts";

/** What we call of kernel32.dll, each as learn.microsoft.com/windows/win32/api declares it (the header is named). */
const signatures = {
  ...processFunctions,
  ...sharingFunctions,

  /** errhandlingapi.h. Of the calling thread: to be asked right after the call that failed. */
  GetLastError: signature(uint32),
  /** devnotes/rtlmovememory: target, source, length. */
  RtlMoveMemory: signature(nothing, bytes, handle, handle),
} as const;

export type Kernel32 = Functions<typeof signatures>;

export function openKernel32(): Kernel32 {
  return openLibrary("kernel32.dll", signatures);
}
