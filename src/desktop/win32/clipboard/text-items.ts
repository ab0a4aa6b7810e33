import type { ClipboardFunctions } from "../api/user32-clipboard.ts";
import { standardFormat } from "./formats.ts";
import type { Item } from "./items.ts";
import { encodeText } from "./text.ts";

/** The system offers it in the code pages of old programs, too. */
export function textItem(text: string): Item {
  return { format: standardFormat.CF_UNICODETEXT, kind: "memory", data: encodeText(text) };
}

/**
 * What asks Windows and other programs that keep a history of the clipboard to leave out what is there
 * (learn.microsoft.com/en-us/windows/win32/dataxchg/clipboard-formats, cloud clipboard and clipboard history
 * formats; the last one is what other programs look for). Each holds a `DWORD`: no.
 */
const exclusions = [
  "ExcludeClipboardContentFromMonitorProcessing",
  "CanIncludeInClipboardHistory",
  "CanUploadToCloudClipboard",
  "Clipboard Viewer Ignore",
] as const;

export function keptFromHistories(user32: ClipboardFunctions): readonly Item[] {
  return exclusions.map((name) => ({
    format: user32.RegisterClipboardFormatW(name),
    kind: "memory",
    data: new Uint8Array(4),
  }));
}
