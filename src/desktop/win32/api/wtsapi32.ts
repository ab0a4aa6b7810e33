import { type Functions, openLibrary, signature } from "../../native/library.ts";
import { bytes, handle, int32, nothing, uint32 } from "../../native/types.ts";

/** What we call of wtsapi32.dll, by learn.microsoft.com/en-us/windows/win32/api/wtsapi32/. */
const signatures = {
  /** nf-wtsapi32-wtsquerysessioninformationw: server (0 is this one), session, class, address out, length out. */
  WTSQuerySessionInformationW: signature(int32, handle, uint32, int32, bytes, bytes),
  /** nf-wtsapi32-wtsfreememory */
  WTSFreeMemory: signature(nothing, handle),
} as const;

export type Wtsapi32 = Functions<typeof signatures>;

export function openWtsapi32(): Wtsapi32 {
  return openLibrary("wtsapi32.dll", signatures);
}
