import { GuiAgentError } from "../../core/errors.ts";
import { allPlanes, zPixmap } from "./pixel-format.ts";
import { badMatch, perSession, X11RequestError } from "./session.ts";

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
 * is black, whatever there is to see, and input reaches nothing but those programs. An Xwayland that
 * is a desktop of its own, in a window, passes. Such a server cannot be told by its name or its
 * outputs in all versions; but none lets the root window be read.
 */
export const assertOwnScreen = perSession(async (session) => {
  const { client, root } = session;
  try {
    // Through shared memory the same request succeeds, with nothing but black in it.
    await session.call((done) => client.GetImage(zPixmap, root, 0, 0, 1, 1, allPlanes, done));
  } catch (thrown) {
    if (!(thrown instanceof X11RequestError) || thrown.code !== badMatch) throw thrown;
    throw new GuiAgentError(
      "unsupported",
      `This is a Wayland session, seen through Xwayland (${session.display}): the screen cannot be captured, and input would only reach X programs.`,
      { remedy, cause: thrown },
    );
  }
});
