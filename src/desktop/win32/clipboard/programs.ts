import type { Handle } from "../../native/types.ts";
import type { ClipboardFunctions } from "../api/user32-clipboard.ts";

export type ProgramFunctions = Pick<ClipboardFunctions, "GetClassNameW" | "GetWindowThreadProcessId">;

/** Longer names of window classes are not allowed. */
const longestClass = 256;

/** The kind of a window, as its program calls it; empty once it has closed. */
export function className(user32: ProgramFunctions, window: Handle): string {
  const memory = new Uint8Array(longestClass * 2);
  const length = user32.GetClassNameW(window, memory, longestClass);
  return Buffer.from(memory.buffer, 0, length * 2).toString("utf16le");
}

/** The process that a window belongs to; 0 once it has closed. */
export function processOf(user32: ProgramFunctions, window: Handle): number {
  const memory = new Uint8Array(4);
  user32.GetWindowThreadProcessId(window, memory);
  return new DataView(memory.buffer).getUint32(0, true);
}

/** A program by what the system tells of one of its windows. */
export function describeProgram(user32: ProgramFunctions, window: Handle): string {
  const id = processOf(user32, window);
  if (id === 0) return "a program that does not say which";
  return `the program with the process id ${id} (window class ${className(user32, window)})`;
}
