import { GuiAgentError } from "../../core/errors.ts";
import type { CoreGraphics } from "./api/core-graphics.ts";
import type { Objects } from "./core-foundation.ts";
import { programsInFront } from "./windows/window-records.ts";

/** `kCGScreenSaverWindowLevel`, CGWindowLevel.h. */
const screenSaverLayer = 1000;

/**
 * Throws `screen_locked` where input would go to the lock screen, to a screen saver or to another user, and
 * `display_unavailable` where there is no graphical session.
 */
export function assertUnlocked(graphics: CoreGraphics, objects: Objects): void {
  using _pool = objects.pool();
  using session = objects.own(graphics.CGSessionCopyCurrentDictionary());
  if (session === undefined) {
    throw new GuiAgentError("display_unavailable", "gui-agent does not run in a graphical session.", {
      remedy:
        "Log in on the Mac itself or by screen sharing, and start gui-agent in that session, not over ssh.",
    });
  }
  // Documented by nobody, and what everybody goes by: it is there, and true, only while the lock screen is.
  if (objects.isTrueIn(session.reference, "CGSSessionScreenIsLocked")) {
    throw locked("The screen is locked", "Unlock the screen by hand, then try again.");
  }
  // macOS' own has been in several programs, all with this in their names.
  const saver = programsInFront(graphics, objects, screenSaverLayer).find((name) =>
    /screen ?saver/i.test(name),
  );
  if (saver !== undefined) {
    throw locked("A screen saver is running", "End it with the mouse by hand, then try again.");
  }
  // kCGSessionOnConsoleKey, CGSession.h.
  const onConsole = objects.value(session.reference, "kCGSSessionOnConsoleKey");
  if (onConsole !== undefined && !objects.isTrue(onConsole)) {
    throw locked(
      "Another user's session is on the screen",
      "Switch back to the session that gui-agent runs in, then try again.",
    );
  }
}

function locked(what: string, remedy: string): GuiAgentError {
  return new GuiAgentError("screen_locked", `${what}, so nothing was clicked or typed.`, { remedy });
}
