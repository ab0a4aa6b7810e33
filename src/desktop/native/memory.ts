import koffi from "koffi";
import type { Handle } from "./types.ts";

/*
 * Copies, not views: who looks at memory that the system has freed since ends the process, and some runtimes,
 * such as Electron, refuse views of memory that is not theirs.
 */

/** A copy of memory of the system. @param length in bytes, at least one */
export function readMemory(address: Handle, length: number): Uint8Array<ArrayBuffer> {
  const copy: Uint8Array<ArrayBuffer> = koffi.decode(BigInt(address), "uint8", length);
  return copy;
}

/** Copies into memory of the system, which must have room for it. */
export function writeMemory(address: Handle, data: Uint8Array): void {
  koffi.encode(BigInt(address), "uint8", data, data.length);
}
