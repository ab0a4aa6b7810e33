import type { Clock } from "../core/clock.ts";
import { GuiAgentError } from "../core/errors.ts";
import type { Size } from "../core/geometry.ts";
import type { Log } from "../core/log.ts";
import type { Desktop } from "./port.ts";

export interface DesktopOptions {
  /** Linux: size of a private display to start when there is none; undefined starts none. */
  readonly virtualDisplay: Size | undefined;
  readonly log: Log;
  readonly clock: Clock;
}

/**
 * The desktop of the system that we run on. The branches are `if`s with imports inside because the
 * bundler drops those of other systems, which it does not for a `switch`.
 * Throws `unsupported` where there is none for the system.
 */
export async function openDesktop(options: DesktopOptions): Promise<Desktop> {
  if (process.platform === "linux") {
    const { openX11Desktop } = await import("./x11/open.ts");
    return openX11Desktop(options);
  }
  throw unsupported(process.platform);
}

function unsupported(platform: string): GuiAgentError {
  return new GuiAgentError("unsupported", `This version does not drive desktops of ${platform} yet.`, {
    remedy: "Run it on Linux with an X server.",
  });
}
