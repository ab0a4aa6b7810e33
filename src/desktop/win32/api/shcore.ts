import { type Functions, openLibrary, signature } from "../../native/library.ts";
import { bytes, handle, int32 } from "../../native/types.ts";

/** What we call of shcore.dll, each as learn.microsoft.com/windows/win32/api/shellscalingapi declares it. */
const signatures = {
  /** Monitor, kind, dots per inch out, across and down. Gives an `HRESULT`. */
  GetDpiForMonitor: signature(int32, handle, int32, bytes, bytes),
} as const;

export type Shcore = Functions<typeof signatures>;

export function openShcore(): Shcore {
  return openLibrary("shcore.dll", signatures);
}
