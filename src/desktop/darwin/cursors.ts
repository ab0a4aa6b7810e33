import { openLibrary } from "../native/library.ts";
import { readMemory } from "../native/memory.ts";
import type { Handle } from "../native/types.ts";
import { type Bitmaps, bitmapSignatures, type Messages } from "./api/app-kit.ts";
import { coreGraphicsPath } from "./api/core-graphics.ts";
import { openMessages } from "./messages.ts";

/** What tells of the pointer's looks. */
export interface Cursors {
  readonly messages: Messages;
  readonly bitmaps: Bitmaps;
  /** A copy of memory of the system. */
  read(address: Handle, length: number): Uint8Array;
}

let opened: Cursors | undefined;

export function openCursors(): Cursors {
  opened ??= {
    messages: openMessages(),
    bitmaps: openLibrary(coreGraphicsPath, bitmapSignatures),
    read: readMemory,
  };
  return opened;
}
