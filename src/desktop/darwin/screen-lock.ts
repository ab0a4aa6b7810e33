import { GuiAgentError } from "../../core/errors.ts";
import type { CoreGraphics } from "./api/core-graphics.ts";
import type { Objects } from "./core-foundation.ts";

/**
 * Throws `screen_locked` where input would go to the lock screen or to another user, and
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
