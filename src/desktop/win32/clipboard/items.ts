import { GuiAgentError } from "../../../core/errors.ts";
import { readMemory, writeMemory } from "../../native/memory.ts";
import type { Handle } from "../../native/types.ts";
import type { MetafileFunctions } from "../api/gdi32-metafiles.ts";
import type { MemoryFunctions } from "../api/kernel32-memory.ts";
import type { ClipboardFunctions } from "../api/user32-clipboard.ts";

/** What items are made and put there with. */
export interface ItemApi {
  readonly user32: Pick<ClipboardFunctions, "SetClipboardData">;
  readonly kernel32: MemoryFunctions;
  readonly gdi32: MetafileFunctions;
}

/** What is on the clipboard in one format. */
export interface Item {
  readonly format: number;
  readonly kind: "memory" | "metafile";
  readonly data: Uint8Array;
}

/** `GMEM_MOVEABLE`, as the clipboard wants it. */
const movable = 2;

/**
 * Copies what a handle of the clipboard stands for.
 * @throws `RangeError` when it has more than `room` bytes, `clipboard_unavailable` for memory that is not given out
 */
export function copyItem(
  { kernel32, gdi32 }: ItemApi,
  format: number,
  kind: Item["kind"],
  handle: Handle,
  room: number,
): Item {
  if (kind === "metafile") {
    const length = gdi32.GetEnhMetaFileBits(handle, 0, null);
    const data = roomFor(length, room);
    gdi32.GetEnhMetaFileBits(handle, length, data);
    return { format, kind, data };
  }
  const length = Number(kernel32.GlobalSize(handle));
  const data = roomFor(length, room);
  // Of no bytes, which some formats mean something with, there is no address.
  if (length > 0) {
    const address = kernel32.GlobalLock(handle);
    if (Number(address) === 0) throw notHandedOut(format);
    data.set(readMemory(address, length));
    kernel32.GlobalUnlock(handle);
  }
  return { format, kind, data };
}

function roomFor(length: number, room: number): Uint8Array {
  if (length > room) throw new RangeError();
  return new Uint8Array(length);
}

/**
 * Puts an item on the clipboard, which must be open or asked for that format.
 * Throws `clipboard_unavailable` where the system does not take it.
 */
export function setItem(api: ItemApi, item: Item): void {
  const handle = item.kind === "metafile" ? makeMetafile(api, item.data) : allocate(api, item.data);
  // Without a handle it would be a promise, which nobody keeps.
  if (Number(handle) === 0) throw notTaken(item);
  if (Number(api.user32.SetClipboardData(item.format, handle)) !== 0) return;
  // Only what was taken is the system's to free.
  if (item.kind === "metafile") api.gdi32.DeleteEnhMetaFile(handle);
  else api.kernel32.GlobalFree(handle);
  throw notTaken(item);
}

function makeMetafile({ gdi32 }: ItemApi, data: Uint8Array): Handle {
  return gdi32.SetEnhMetaFileBits(data.length, data);
}

/** The system keeps no memory of 0 bytes. */
function allocate({ kernel32 }: ItemApi, data: Uint8Array): Handle {
  const content = data.length === 0 ? new Uint8Array(1) : data;
  const handle = kernel32.GlobalAlloc(movable, content.length);
  // Of memory that is there, GlobalLock cannot fail.
  if (Number(handle) === 0) return 0;
  writeMemory(kernel32.GlobalLock(handle), content);
  kernel32.GlobalUnlock(handle);
  return handle;
}

function notHandedOut(format: number): GuiAgentError {
  return new GuiAgentError(
    "clipboard_unavailable",
    `Windows does not give out what is on the clipboard in format ${format}.`,
    { remedy: "Copy something else, then try again." },
  );
}

function notTaken({ format, data }: Item): GuiAgentError {
  return new GuiAgentError(
    "clipboard_unavailable",
    `Windows did not take ${data.length} bytes of the clipboard's format ${format}.`,
    { remedy: "Close programs that use much memory, then try again." },
  );
}
