import type { Log } from "../../core/log.ts";
import type { User32 } from "./api/user32.ts";

type AwarenessApi = Pick<
  User32,
  | "SetProcessDpiAwarenessContext"
  | "GetThreadDpiAwarenessContext"
  | "GetAwarenessFromDpiAwarenessContext"
  | "SetProcessDPIAware"
>;

/** `DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2`, and the same of older systems. */
const perMonitorContexts = [-4, -3] as const;
/** `DPI_AWARENESS_PER_MONITOR_AWARE`. */
const perMonitor = 2;

/**
 * Has this process see every monitor in its own pixels, for mouse, windows and captures alike. Otherwise
 * Windows shows it a desktop of another size: captures are cropped, and clicks land beside their targets.
 * To be called before anything else of the desktop is used; afterwards it has no effect.
 */
export function becomeDpiAware(user32: AwarenessApi, log: Log): void {
  const isSet = perMonitorContexts.some((context) => user32.SetProcessDpiAwarenessContext(context) !== 0);
  // Refused also where it is in force already, such as by the program's manifest.
  if (isSet || awareness(user32) === perMonitor) return;
  user32.SetProcessDPIAware();
  log.warn(
    "Windows does not let gui-agent see monitors of different scales in their own pixels: on others than the primary one pictures and clicks may be off.",
  );
}

function awareness(user32: AwarenessApi): number {
  return user32.GetAwarenessFromDpiAwarenessContext(user32.GetThreadDpiAwarenessContext());
}
