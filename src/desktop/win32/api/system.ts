import { type Gdi32, openGdi32 } from "./gdi32.ts";
import { type Kernel32, openKernel32 } from "./kernel32.ts";
import { openShcore, type Shcore } from "./shcore.ts";
import { openUser32, type User32 } from "./user32.ts";

/** The libraries of Windows that the desktop is driven with. */
export interface System {
  readonly user32: User32;
  readonly gdi32: Gdi32;
  readonly kernel32: Kernel32;
  readonly shcore: Shcore;
}

/** Throws koffi's error on a Windows that lacks one of the functions: older than Bun itself needs. */
export function openSystem(): System {
  return { user32: openUser32(), gdi32: openGdi32(), kernel32: openKernel32(), shcore: openShcore() };
}
