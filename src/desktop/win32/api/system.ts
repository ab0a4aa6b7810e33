import { type Advapi32, openAdvapi32 } from "./advapi32.ts";
import { type Dwmapi, openDwmapi } from "./dwmapi.ts";
import { type Gdi32, openGdi32 } from "./gdi32.ts";
import { type Kernel32, openKernel32 } from "./kernel32.ts";
import { openShcore, type Shcore } from "./shcore.ts";
import { openUser32, type User32 } from "./user32.ts";
import { openWtsapi32, type Wtsapi32 } from "./wtsapi32.ts";

/** The libraries of Windows that the desktop is driven with. */
export interface System {
  readonly user32: User32;
  readonly gdi32: Gdi32;
  readonly kernel32: Kernel32;
  readonly shcore: Shcore;
  readonly dwmapi: Dwmapi;
  readonly advapi32: Advapi32;
  readonly wtsapi32: Wtsapi32;
}

/** Throws koffi's error on a Windows that lacks one of the functions: older than Bun itself needs. */
export function openSystem(): System {
  return {
    user32: openUser32(),
    gdi32: openGdi32(),
    kernel32: openKernel32(),
    shcore: openShcore(),
    dwmapi: openDwmapi(),
    advapi32: openAdvapi32(),
    wtsapi32: openWtsapi32(),
  };
}
