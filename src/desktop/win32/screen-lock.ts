import { GuiAgentError } from "../../core/errors.ts";
import {
  inputDesktop,
  isInteractive,
  isScreenSaverRunning,
  ownDesktop,
  type SessionApi,
  type SessionState,
  sessionState,
} from "./session.ts";

/**
 * Makes sure that there is a desktop, and that it is the one that is shown. Throws `display_unavailable`
 * where no desktop can be had, `screen_locked` while the lock screen or a screen saver is shown and `permission_denied` while
 * Windows asks for consent, or another program has put a desktop of its own in front.
 */
export function assertUnlocked(api: SessionApi): void {
  const { isLocked } = assertSession(api);
  // The picture in front of the page to sign in on is an app's, on the desktop of programs: no name tells.
  if (isLocked === true) throw lockScreen();
  const shown = inputDesktop(api);
  // Names of such objects do not depend on case.
  if (shown?.toLowerCase() === ownDesktop(api).toLowerCase()) {
    // One without a password runs among the other windows.
    if (isScreenSaverRunning(api)) throw screenSaver();
    return;
  }
  if (shown?.toLowerCase() === "screen-saver") throw lockScreen();
  if (shown !== undefined && shown.toLowerCase() !== "winlogon") throw otherDesktop(shown);
  throw isLocked === false ? secureDesktop() : lockedOrSecure();
}

/** Throws `display_unavailable` for a process of a service, and while nobody has the session on a screen. */
export function assertSession(api: SessionApi): SessionState {
  if (!isInteractive(api)) throw noScreen();
  const state = sessionState(api);
  if (state.isDisconnected) throw left();
  return state;
}

function noScreen(): GuiAgentError {
  return new GuiAgentError(
    "display_unavailable",
    "gui-agent runs where Windows has no screen: as a service, through SSH, or as a task for a user who is not logged on.",
    {
      remedy:
        'Start it from the desktop of the user who is logged on. A planned task must be set to run "only when user is logged on".',
    },
  );
}

function left(): GuiAgentError {
  return new GuiAgentError(
    "display_unavailable",
    "The session of this user is disconnected, so Windows draws nothing and takes no input. Nothing was done.",
    {
      remedy:
        "Log on to it again, at the machine or through Remote Desktop. To leave it running without a screen: tscon SESSION /dest:console, as an administrator.",
    },
  );
}

function lockScreen(): GuiAgentError {
  return new GuiAgentError("screen_locked", "The screen is locked, so nothing was clicked or typed.", {
    remedy: "Unlock the screen by hand, then try again.",
  });
}

function screenSaver(): GuiAgentError {
  return new GuiAgentError("screen_locked", "A screen saver is running, so nothing was clicked or typed.", {
    remedy: "End it with the mouse by hand, then try again.",
  });
}

function secureDesktop(): GuiAgentError {
  return new GuiAgentError(
    "permission_denied",
    "Windows shows its secure desktop, most likely to ask for an administrator's consent (UAC). No program can see or answer that. Nothing was done.",
    { remedy: "Answer or close it by hand, then try again." },
  );
}

function lockedOrSecure(): GuiAgentError {
  return new GuiAgentError(
    "screen_locked",
    "The screen is locked, or Windows asks for an administrator's consent (UAC): programs do not get what is typed. Nothing was done.",
    { remedy: "Unlock the screen or answer by hand, then try again." },
  );
}

function otherDesktop(name: string): GuiAgentError {
  return new GuiAgentError(
    "permission_denied",
    `Another desktop, "${name}", is in front of the one that gui-agent runs on. Nothing was done.`,
    { remedy: "Switch back to it by hand, or start gui-agent on the other one." },
  );
}
