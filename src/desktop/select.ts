import { systemClock } from "../core/clock.ts";
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
  if (options.virtualDisplay !== undefined) throw noVirtualDisplay();
  if (process.platform === "win32") {
    const { openWin32Desktop } = await import("./win32/open.ts");
    return openWin32Desktop(options);
  }
  if (process.platform === "darwin") {
    const { openDarwinDesktop } = await import("./darwin/open.ts");
    return openDarwinDesktop(options);
  }
  throw unsupported(process.platform);
}

/**
 * Keeps on the clipboard what it reads from standard input, until somebody copies something else. It is
 * how what gui-agent holds there outlives it. Throws `unsupported` on systems that need no such thing.
 */
export async function keepClipboard(): Promise<void> {
  if (process.platform === "linux") {
    const { keepSelections } = await import("./x11/clipboard/keeper.ts");
    return keepSelections(systemClock);
  }
  throw new GuiAgentError(
    "unsupported",
    "What is on the clipboard of this system is kept by the system itself.",
    {
      remedy: "Leave the command out.",
    },
  );
}

function noVirtualDisplay(): GuiAgentError {
  return new GuiAgentError(
    "unsupported",
    "This system has no private displays, so --virtual-display cannot be had.",
    {
      remedy: "Leave it out to drive the desktop of the user who is logged on, or run gui-agent on Linux.",
    },
  );
}

function unsupported(platform: string): GuiAgentError {
  return new GuiAgentError("unsupported", `This version does not drive desktops of ${platform} yet.`, {
    remedy: "Run it on Linux with an X server, on Windows or on macOS.",
  });
}
