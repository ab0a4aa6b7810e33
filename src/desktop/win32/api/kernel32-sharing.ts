import { type Functions, signature } from "../../native/library.ts";
import { bytes, handle, int32, signedHandle, text16, uint32 } from "../../native/types.ts";

/** What processes share, of kernel32.dll, by learn.microsoft.com/en-us/windows/win32/api/. */
export const sharingFunctions = {
  /** synchapi/nf-synchapi-createmutexw: `SECURITY_ATTRIBUTES`, whether it is taken, name. Opens one that is there. */
  CreateMutexW: signature(handle, bytes, int32, text16),
  /** synchapi/nf-synchapi-waitforsingleobject */
  WaitForSingleObject: signature(uint32, handle, uint32),
  /** synchapi/nf-synchapi-releasemutex: by the thread that took it. */
  ReleaseMutex: signature(int32, handle),
  /** memoryapi/nf-memoryapi-createfilemappingw: file (-1 is none), `SECURITY_ATTRIBUTES`, protection, size in two halves, name. */
  CreateFileMappingW: signature(handle, signedHandle, bytes, uint32, uint32, uint32, text16),
  /** memoryapi/nf-memoryapi-mapviewoffile: mapping, access, offset in two halves, length. Gives an address. */
  MapViewOfFile: signature(handle, handle, uint32, uint32, uint32, handle),
  /** memoryapi/nf-memoryapi-unmapviewoffile */
  UnmapViewOfFile: signature(int32, handle),
  /** winbase/nf-winbase-localfree */
  LocalFree: signature(handle, handle),
};

export type SharingFunctions = Functions<typeof sharingFunctions>;
