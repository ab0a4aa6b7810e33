import { environment } from "#runtime";
import { GuiAgentError } from "../../core/errors.ts";
import type { Log } from "../../core/log.ts";
import type { Desktop, DesktopOptions } from "../port.ts";
import type { ServerOptions } from "./connect.ts";
import { X11Connection } from "./connection.ts";
import { createX11Desktop } from "./desktop.ts";
import { startVirtualDisplay } from "./private-display/virtual-display.ts";
import { assertOwnScreen } from "./wayland.ts";

/**
 * The desktop that the environment names (DISPLAY, XAUTHORITY), or a private one when that one cannot
 * be used and a private one is asked for; otherwise calls fail until there is a display.
 */
export async function openX11Desktop({ virtualDisplay, log, clock }: DesktopOptions): Promise<Desktop> {
  const named: ServerOptions = {
    display: environment.DISPLAY,
    authority: environment.XAUTHORITY,
    waylandDisplay: environment.WAYLAND_DISPLAY,
    isPrivateAsked: virtualDisplay !== undefined,
  };
  if (virtualDisplay === undefined || (await isUsable(named, log)))
    return createX11Desktop(named, clock, log);

  const server = await startVirtualDisplay(virtualDisplay, log, clock);
  const { display, authority } = server;
  log.info(
    `A private display of ${virtualDisplay.width}x${virtualDisplay.height} is running. Start programs on it with: DISPLAY=${display} XAUTHORITY=${authority} PROGRAM`,
  );
  return createX11Desktop({ display, authority, privateServer: server }, clock, log);
}

async function isUsable(options: ServerOptions, log: Log): Promise<boolean> {
  await using connection = new X11Connection(options);
  try {
    const session = await connection.session();
    await assertOwnScreen(session);
    log.info(`The display ${session.display} is there, so no private one is started.`);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof GuiAgentError)) throw thrown;
    log.debug(`No display to use: ${thrown.message}`);
    return false;
  }
}
