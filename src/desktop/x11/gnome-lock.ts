import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { promisify } from "node:util";
import { childEnvironment, findProgram } from "#runtime";
import type { Clock } from "../../core/clock.ts";
import type { X11Session } from "./session.ts";
import { windowManagerName } from "./window-manager-name.ts";

/** As the window manager calls itself. */
const gnomeShell = "GNOME Shell";

/** An answer of the login manager costs a process; so long it is believed. */
const believedMs = 1_000;
const answerWithin = 2_000;

/** `absent`: the desktop is not GNOME. `unknown`: it is, and nobody tells. */
export type GnomeLockState = "absent" | "unlocked" | "locked" | "unknown";

/**
 * Whether GNOME Shell has locked the screen. Unlike other lockers it draws the lock itself, so that no
 * window shows it; but it tells systemd's login manager, which tells `loginctl`.
 */
export class GnomeLock {
  readonly #clock: Clock;
  #last: { readonly at: number; readonly state: Promise<GnomeLockState> } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The state, up to a second old. */
  state(session: X11Session): Promise<GnomeLockState> {
    const now = this.#clock.now();
    if (this.#last !== undefined && now - this.#last.at < believedMs) return this.#last.state;
    const state = readState(session);
    const last = { at: now, state };
    this.#last = last;
    state.catch(() => {
      if (this.#last === last) this.#last = undefined;
    });
    return state;
  }
}

async function readState(session: X11Session): Promise<GnomeLockState> {
  if ((await windowManagerName(session)) !== gnomeShell) return "absent";
  // Not XDG_SESSION_ID: over ssh that names the session of the ssh client, which has no screen.
  const shown = await askLoginManager("show-user", String(userInfo().uid), "Display");
  const hint = shown && (await askLoginManager("show-session", shown, "LockedHint"));
  switch (hint) {
    case "yes":
      return "locked";
    case "no":
      return "unlocked";
    default:
      return "unknown";
  }
}

/** A property of a user or a session; undefined where there is no systemd, or it does not know. */
async function askLoginManager(
  command: "show-user" | "show-session",
  id: string,
  property: string,
): Promise<string | undefined> {
  const program = findProgram("loginctl");
  if (program === undefined) return undefined;
  try {
    const answer = await promisify(execFile)(program, [command, id, `--property=${property}`, "--value"], {
      env: childEnvironment({}),
      timeout: answerWithin,
    });
    return answer.stdout.trim();
  } catch {
    // It says no more than that it does not know: no such user, no session, no login manager.
    return undefined;
  }
}
