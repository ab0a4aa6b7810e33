import { type Functions, openLibrary, signature } from "../../native/library.ts";
import { bytes, handle, int32, uint32 } from "../../native/types.ts";

/** What we call of gdi32.dll, each as learn.microsoft.com/windows/win32/api/wingdi/nf-wingdi-NAME (in lower case) declares it. */
const signatures = {
  CreateCompatibleDC: signature(handle, handle),
  DeleteDC: signature(int32, handle),
  /** Device context, `BITMAPINFO`, usage, address of the pixels out, section, offset. */
  CreateDIBSection: signature(handle, handle, bytes, uint32, bytes, handle, uint32),
  SelectObject: signature(handle, handle, handle),
  DeleteObject: signature(int32, handle),
  /** Object, size of what it is described by, `BITMAP` or another description out. Gives how many bytes were written. */
  GetObjectW: signature(int32, handle, int32, bytes),
  /** Target, x, y, width, height, source, x, y, operation. */
  BitBlt: signature(int32, handle, int32, int32, int32, int32, handle, int32, int32, uint32),
  GdiFlush: signature(int32),
} as const;

export type Gdi32 = Functions<typeof signatures>;

export function openGdi32(): Gdi32 {
  return openLibrary("gdi32.dll", signatures);
}
