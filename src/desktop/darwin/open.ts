import type { Desktop, DesktopOptions } from "../port.ts";
import { createDarwinDesktop } from "./desktop.ts";
import { openSystem } from "./system.ts";

/** The desktop of the user in whose session we run. What is missing there is said by each call. */
export async function openDarwinDesktop({ virtualDisplay, log, clock }: DesktopOptions): Promise<Desktop> {
  if (virtualDisplay !== undefined) log.warn("A virtual display can be started on Linux alone.");
  return await createDarwinDesktop(openSystem(), clock);
}
