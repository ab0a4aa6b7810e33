import type { Handle } from "../../native/types.ts";

/** A window's handle as tools of Windows write it, such as `0x1a0b2c`. Only 32 bits of it are ever used. */
export function windowId(window: Handle): string {
  return `0x${BigInt.asUintN(32, BigInt(window)).toString(16)}`;
}

/** The handle behind an id; undefined for what is no id of a window. */
export function parseWindowId(id: string): number | undefined {
  return /^0x[0-9a-f]{1,8}$/.test(id) ? Number(id) : undefined;
}
