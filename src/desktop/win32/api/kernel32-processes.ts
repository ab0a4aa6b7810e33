import { type Functions, signature } from "../../native/library.ts";
import { bytes, handle, int32, uint32 } from "../../native/types.ts";

/** Processes, of kernel32.dll, by learn.microsoft.com/en-us/windows/win32/api/. */
export const processFunctions = {
  /** processthreadsapi/nf-processthreadsapi-openprocess: 0 where that is not allowed. */
  OpenProcess: signature(handle, uint32, int32, uint32),
  /** processthreadsapi/nf-processthreadsapi-getcurrentprocess: to be closed by nobody. */
  GetCurrentProcess: signature(handle),
  /** winbase/nf-winbase-queryfullprocessimagenamew */
  QueryFullProcessImageNameW: signature(int32, handle, uint32, bytes, bytes),
  /** processthreadsapi/nf-processthreadsapi-getcurrentthreadid */
  GetCurrentThreadId: signature(uint32),
  /** handleapi/nf-handleapi-closehandle */
  CloseHandle: signature(int32, handle),
};

export type ProcessFunctions = Functions<typeof processFunctions>;
