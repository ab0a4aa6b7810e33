import type { Handle } from "../../native/types.ts";
import { processOf, programName } from "../process.ts";
import type { ClipboardApi } from "./clipboard-api.ts";

/** A program by one of its windows, for people. */
export function describeProgram({ user32, kernel32 }: ClipboardApi, window: Handle): string {
  const id = processOf(user32, window);
  if (id === undefined) return "a program that does not say which";
  const name = programName(kernel32, id);
  return name === "" ? `a program (process ${id})` : `${name} (process ${id})`;
}
