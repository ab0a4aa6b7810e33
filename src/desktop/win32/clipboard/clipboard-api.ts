import { type Functions, openLibrary } from "../../native/library.ts";
import { type MetafileFunctions, metafileFunctions } from "../api/gdi32-metafiles.ts";
import { memoryFunctions } from "../api/kernel32-memory.ts";
import { processFunctions } from "../api/kernel32-processes.ts";
import { clipboardFunctions } from "../api/user32-clipboard.ts";
import { windowFunctions } from "../api/user32-windows.ts";

const user32 = { ...clipboardFunctions, ...windowFunctions };
const kernel32 = { ...memoryFunctions, ...processFunctions };

/** What the clipboard is used with, and who else uses it found out. */
export interface ClipboardApi {
  readonly user32: Functions<typeof user32>;
  readonly kernel32: Functions<typeof kernel32>;
  readonly gdi32: MetafileFunctions;
}

export function openClipboardApi(): ClipboardApi {
  return {
    user32: openLibrary("user32.dll", user32),
    kernel32: openLibrary("kernel32.dll", kernel32),
    gdi32: openLibrary("gdi32.dll", metafileFunctions),
  };
}
