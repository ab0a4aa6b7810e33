import { type Clock, within } from "../../core/clock.ts";
import { checkPermission, missingPermission } from "../check-permission.ts";
import type { Permission } from "../port.ts";
import type { X11Connection } from "./connection.ts";
import { hasMonitors, listDisplays, randr } from "./displays.ts";
import { sharedMemory, xkb, xtest } from "./extensions.ts";
import type { GnomeLock } from "./gnome-lock.ts";
import { assertKeysHeard } from "./keyboard/access-controls.ts";
import { xfixes } from "./pointer-image.ts";
import { privateDisplayPermission } from "./private-display/availability.ts";
import { captureScreen } from "./screen.ts";
import { assertUnlocked } from "./screen-lock.ts";
import { SilentServerError, type X11Session } from "./session.ts";
import { assertOwnScreen } from "./wayland.ts";

/** A server that works answers within milliseconds. */
const answerWithinMs = 2_000;

/** What the desktop needs, what of it is there, and how to get the rest. Never throws. */
export async function x11Permissions(
  connection: X11Connection,
  gnome: GnomeLock,
  clock: Clock,
): Promise<readonly Permission[]> {
  let session: X11Session;
  try {
    session = await answering(connection, clock);
  } catch (thrown) {
    return [missingPermission("X server", thrown), privateDisplayPermission()];
  }
  return [
    await checkPermission("X server", () => describeServer(session)),
    await checkPermission("Session type", async () => {
      await assertOwnScreen(session);
      return "The X server shows the desktop.";
    }),
    await checkPermission("Screen capture", async () => {
      const [{ x, y } = { x: 0, y: 0 }] = await listDisplays(session);
      await captureScreen(session, { x, y, width: 1, height: 1 });
      return "The screen can be captured.";
    }),
    await checkPermission("Input (XTEST)", async () => {
      await xtest(session);
      return "Mouse and keyboard can be driven.";
    }),
    await checkPermission("Keyboard (XKB)", async () => {
      await xkb(session);
      return "The keyboard layout is known.";
    }),
    await checkPermission("Slow/Bounce Keys", async () => {
      await assertKeysHeard(session);
      return "No key is dropped (Slow Keys and Bounce Keys are off).";
    }),
    await checkPermission("Screen lock", () => describeLock(session, gnome)),
    await checkPermission("Fast capture", () => describeSharedMemory(session)),
    await checkPermission("Displays (RandR)", () => describeMonitors(session)),
    await checkPermission("Pointer (XFIXES)", () => describePointer(session)),
  ];
}

/** The session, if the server says something soon: nobody waits for long to be told that it hangs. */
async function answering(connection: X11Connection, clock: Clock): Promise<X11Session> {
  const asked = connection.session().then(async (session) => {
    await session.sync();
    return session;
  });
  const session = await within(clock, answerWithinMs, asked);
  if (session === undefined) throw new SilentServerError(connection.display);
  return session;
}

async function describeServer(session: X11Session): Promise<string> {
  const displays = await listDisplays(session);
  const sizes = displays.map(({ name, width, height }) => `${name} ${width}×${height}`);
  return `Connected to ${session.display}: ${sizes.join(", ")}.`;
}

async function describeLock(session: X11Session, gnome: GnomeLock): Promise<string | Permission> {
  await assertUnlocked(session, gnome);
  if ((await gnome.state(session)) !== "unknown") return "The screen is not locked.";
  return {
    name: "Screen lock",
    state: "unknown",
    detail:
      "GNOME tells whether it has locked the screen only through systemd's loginctl, which gives no answer.",
    remedy: "While the screen is locked, do not let anything click or type: it would go to the lock screen.",
  };
}

/** Without shared memory everything works, only slower; so it is not missing. */
async function describeSharedMemory(session: X11Session): Promise<string | Permission> {
  const extension = await sharedMemory(session);
  if (extension?.fdCapable === true) return "Captures go through shared memory (MIT-SHM).";
  return {
    name: "Fast capture",
    state: "unknown",
    detail: "Captures go through the connection, which takes about ten times as long.",
    remedy: "Use a local X server with MIT-SHM 1.2 for faster screenshots; nothing else depends on it.",
  };
}

async function describeMonitors(session: X11Session): Promise<string | Permission> {
  if (hasMonitors(await randr(session))) return "Monitors are told apart.";
  return {
    name: "Displays (RandR)",
    state: "unknown",
    detail: "The X server has no RandR 1.5, so all monitors count as one display.",
    remedy: "Use an X server with RandR 1.5 if there are several monitors.",
  };
}

async function describePointer(session: X11Session): Promise<string | Permission> {
  if ((await xfixes(session)) !== undefined) return "Screenshots can show the pointer.";
  return {
    name: "Pointer (XFIXES)",
    state: "unknown",
    detail: "The X server has no XFIXES, so screenshots cannot show the pointer.",
    remedy: "Use an X server with XFIXES to see the pointer in screenshots; nothing else depends on it.",
  };
}
