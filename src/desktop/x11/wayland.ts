import { GuiAgentError } from "../../core/errors.ts";
import { listDisplays } from "./displays.ts";
import { captureScreen } from "./screen.ts";
import type { X11Session } from "./session.ts";

/** How Xwayland, the X server inside a Wayland session, names its outputs. */
const xwaylandOutput = /^XWAYLAND\d/;

const remedy =
  "Log out and choose an X11 (Xorg) session at the login screen, or run gui-agent with --virtual-display.";

/** Why nothing can be done in a Wayland session that has no X server. */
export function noXServer(waylandDisplay: string): GuiAgentError {
  return new GuiAgentError(
    "unsupported",
    `This is a Wayland session (${waylandDisplay}) without an X server: DISPLAY is not set.`,
    { remedy },
  );
}

/**
 * Throws `unsupported` when the X server only hosts the X programs of a Wayland session: its screen
 * is then empty, and input reaches nothing but those programs. An Xwayland that is a desktop of its
 * own, in a window, gives its picture out and passes.
 */
export async function assertOwnScreen(session: X11Session): Promise<void> {
  const displays = await listDisplays(session);
  const [first] = displays;
  if (first === undefined || !displays.some(({ name }) => xwaylandOutput.test(name))) return;
  try {
    await captureScreen(session, { x: first.x, y: first.y, width: 1, height: 1 });
  } catch (thrown) {
    if (!(thrown instanceof GuiAgentError) || thrown.code !== "unsupported") throw thrown;
    throw new GuiAgentError(
      "unsupported",
      `This is a Wayland session, seen through Xwayland (output ${first.name}): the screen cannot be captured, and input would only reach X programs.`,
      { remedy, cause: thrown },
    );
  }
}
