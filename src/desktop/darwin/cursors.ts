import { openLibrary } from "../native/library.ts";
import { memoryAt } from "../native/memory.ts";
import type { Handle } from "../native/types.ts";
import {
  appKitPath,
  type Bitmaps,
  bitmapSignatures,
  type Messages,
  messageSignatures,
} from "./api/app-kit.ts";
import { coreGraphicsPath } from "./api/core-graphics.ts";

/** What tells of the pointer's looks. */
export interface Cursors {
  readonly messages: Messages;
  readonly bitmaps: Bitmaps;
  /** A copy of memory of the system. */
  read(address: Handle, length: number): Uint8Array;
}

let opened: Cursors | undefined;

/** AppKit is large and needed for this alone, so it is loaded when somebody asks. */
export function openCursors(): Cursors {
  opened ??= {
    messages: openLibrary(appKitPath, messageSignatures),
    bitmaps: openLibrary(coreGraphicsPath, bitmapSignatures),
    read: (address, length) => memoryAt(address, length).slice(),
  };
  return opened;
}
