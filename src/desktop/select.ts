import { GuiAgentError } from "../core/errors.ts";
import type { Desktop, DesktopOptions } from "./port.ts";

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
