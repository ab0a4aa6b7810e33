import koffi from "koffi";
import type { Handle } from "./types.ts";

/**
 * Memory of the system, not copied: valid only as long as the system keeps it.
 * @param length in bytes
 */
export function memoryAt(address: Handle, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(koffi.view(BigInt(address), length));
}
