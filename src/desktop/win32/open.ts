import type { Desktop, DesktopOptions } from "../port.ts";
import { openSystem } from "./api/system.ts";
import { becomeDpiAware } from "./awareness.ts";
import { createWin32Desktop } from "./desktop.ts";

/** The desktop of the user who is logged on. Nothing of it is touched until the first call. */
export async function openWin32Desktop({ log, clock }: DesktopOptions): Promise<Desktop> {
  const system = openSystem();
  becomeDpiAware(system.user32, log);
  return createWin32Desktop(system, clock);
}
