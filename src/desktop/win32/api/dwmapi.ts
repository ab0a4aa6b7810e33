import { type Functions, signature } from "../../native/library.ts";
import { bytes, handle, int32, uint32 } from "../../native/types.ts";

/** dwmapi.dll, by learn.microsoft.com/en-us/windows/win32/api/dwmapi/. */
export const dwmFunctions = {
  /** nf-dwmapi-dwmgetwindowattribute: 0 is success. */
  DwmGetWindowAttribute: signature(int32, handle, uint32, bytes, uint32),
};

export type DwmFunctions = Functions<typeof dwmFunctions>;

/** Of `DWMWINDOWATTRIBUTE` (ne-dwmapi-dwmwindowattribute). */
export const windowAttribute = { extendedFrameBounds: 9, cloaked: 14 } as const;

/** What hides a window that is otherwise visible (`DWMWA_CLOAKED`). */
export const cloak = { byItsProgram: 1, byTheShell: 2, withItsOwner: 4 } as const;
