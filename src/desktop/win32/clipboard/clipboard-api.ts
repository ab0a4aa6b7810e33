import { openLibrary } from "../../native/library.ts";
import { type MetafileFunctions, metafileFunctions } from "../api/gdi32-metafiles.ts";
import { type MemoryFunctions, memoryFunctions } from "../api/kernel32-memory.ts";
import { type ClipboardFunctions, clipboardFunctions } from "../api/user32-clipboard.ts";

/** What the clipboard is used with. */
export interface ClipboardApi {
  readonly user32: ClipboardFunctions;
  readonly kernel32: MemoryFunctions;
  readonly gdi32: MetafileFunctions;
}

export function openClipboardApi(): ClipboardApi {
  return {
    user32: openLibrary("user32.dll", clipboardFunctions),
    kernel32: openLibrary("kernel32.dll", memoryFunctions),
    gdi32: openLibrary("gdi32.dll", metafileFunctions),
  };
}
