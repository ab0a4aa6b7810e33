import { type Functions, signature } from "../../native/library.ts";
import { bytes, handle, int32, uint32 } from "../../native/types.ts";

/** Enhanced metafiles, of gdi32.dll, by learn.microsoft.com/en-us/windows/win32/api/wingdi/. */
export const metafileFunctions = {
  /** nf-wingdi-getenhmetafilebits: metafile, size of the memory, memory or null. Gives the size. */
  GetEnhMetaFileBits: signature(uint32, handle, uint32, bytes),
  /** nf-wingdi-setenhmetafilebits: size, memory. Gives a metafile. */
  SetEnhMetaFileBits: signature(handle, uint32, bytes),
  /** nf-wingdi-deleteenhmetafile */
  DeleteEnhMetaFile: signature(int32, handle),
};

export type MetafileFunctions = Functions<typeof metafileFunctions>;
