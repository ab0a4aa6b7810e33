import { type Functions, openLibrary, signature } from "../../native/library.ts";
import { bytes, handle, int32, uint32 } from "../../native/types.ts";

/** dwmapi.dll, by learn.microsoft.com/en-us/windows/win32/api/dwmapi/. */
const signatures = {
  /** nf-dwmapi-dwmgetwindowattribute: 0 is success. */
  DwmGetWindowAttribute: signature(int32, handle, uint32, bytes, uint32),
} as const;

export type Dwmapi = Functions<typeof signatures>;

export function openDwmapi(): Dwmapi {
  return openLibrary("dwmapi.dll", signatures);
}

/** Of `DWMWINDOWATTRIBUTE` (ne-dwmapi-dwmwindowattribute). */
export const windowAttribute = { extendedFrameBounds: 9, cloaked: 14 } as const;

/** What hides a window that is otherwise visible (`DWMWA_CLOAKED`). */
export const cloak = { byItsProgram: 1, byTheShell: 2, withItsOwner: 4 } as const;
