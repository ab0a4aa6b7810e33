import type { Geometry } from "x11";
import { GuiAgentError } from "../../core/errors.ts";
import type { Rect } from "../../core/geometry.ts";
import { listDisplays } from "./displays.ts";
import type { GnomeLock } from "./gnome-lock.ts";
import { viewable } from "./protocol.ts";
import type { X11Session } from "./session.ts";
import { unlessGone, windowClass } from "./window-properties.ts";

/** WM_CLASS names, in lower case, of programs that lock the screen with a window over everything. */
const lockers = new Set([
  "alock",
  "budgie-screensaver",
  "cinnamon-screensaver",
  "dde-lock",
  "gnome-screensaver",
  "i3lock",
  "kscreenlocker_greet",
  "light-locker",
  "mate-screensaver",
  "slimlock",
  "slock",
  "ukui-screensaver-dialog",
  "xfce4-screensaver",
  "xlock",
  "xscreensaver",
  "xsecurelock",
  "xtrlock",
]);

/** A locker keeps its window on top; a few windows of other programs (pop-ups, docks) may race it there. */
const windowsLookedAt = 12;

/** The name of the program that locks the screen, or undefined when none does. */
async function screenLocker(session: X11Session): Promise<string | undefined> {
  const [{ children }, displays] = await Promise.all([
    session.call<{ readonly children: readonly number[] }>((done) =>
      session.client.QueryTree(session.root, done),
    ),
    listDisplays(session),
  ]);
  const top = children.slice(-windowsLookedAt);
  const names = await Promise.all(top.map((window) => lockerOf(session, window, displays)));
  return names.findLast((name) => name !== undefined);
}

/** Throws `screen_locked` when input would go to the lock screen. */
export async function assertUnlocked(session: X11Session, gnome: GnomeLock): Promise<void> {
  const [locker, state] = await Promise.all([screenLocker(session), gnome.state(session)]);
  if (locker !== undefined) throw locked(locker);
  if (state === "locked") throw locked("GNOME");
}

function locked(locker: string): GuiAgentError {
  return new GuiAgentError(
    "screen_locked",
    `The screen is locked by ${locker}, so nothing was clicked or typed.`,
    {
      remedy: "Unlock the screen by hand, then try again.",
    },
  );
}

async function lockerOf(
  session: X11Session,
  window: number,
  displays: readonly Rect[],
): Promise<string | undefined> {
  const { client } = session;
  const found = await unlessGone(
    Promise.all([
      session.call<{ readonly mapState: number; readonly overrideRedirect: number }>((done) =>
        client.GetWindowAttributes(window, done),
      ),
      session.call<Geometry>((done) => client.GetGeometry(window, done)),
      windowClass(session, window),
    ]),
  );
  if (found === undefined) return undefined;
  const [attributes, geometry, { instance, className }] = found;
  if (attributes.mapState !== viewable || attributes.overrideRedirect === 0) return undefined;
  if (!displays.some((display) => covers(geometry, display))) return undefined;
  return [instance.toLowerCase(), className.toLowerCase()].find((name) => lockers.has(name));
}

function covers({ xPos, yPos, width, height }: Geometry, display: Rect): boolean {
  return (
    xPos <= display.x &&
    yPos <= display.y &&
    xPos + width >= display.x + display.width &&
    yPos + height >= display.y + display.height
  );
}
