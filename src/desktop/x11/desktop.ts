import { imageFinder } from "#runtime";
import type { Clock } from "../../core/clock.ts";
import { toGuiAgentError } from "../../core/errors.ts";
import type { Log } from "../../core/log.ts";
import { createNutInput, loadNut } from "../nut.ts";
import { NutImageFinder } from "../nut-image-finder.ts";
import type { Desktop } from "../port.ts";
import { DesktopClaim } from "./claim.ts";
import { X11Clipboard } from "./clipboard/clipboard.ts";
import type { ServerOptions } from "./connect.ts";
import { X11Connection } from "./connection.ts";
import { listDisplays } from "./displays.ts";
import { xkb, xtest } from "./extensions.ts";
import { GnomeLock } from "./gnome-lock.ts";
import { assertNotInUse } from "./input-in-use.ts";
import { X11Keyboard } from "./keyboard/keyboard.ts";
import { X11Mouse } from "./mouse.ts";
import { X11Screen } from "./nut-screen.ts";
import { x11Permissions } from "./permissions.ts";
import { pointerImage } from "./pointer-image.ts";
import { captureScreen } from "./screen.ts";
import { assertUnlocked } from "./screen-lock.ts";
import { perSession } from "./session.ts";
import { assertOwnScreen } from "./wayland.ts";
import { x11Windows } from "./windows/windows.ts";

/**
 * The desktop of an X server. Nothing is connected yet: the first call connects, and so does the first
 * after a loss. A server that is ours alone ends with the desktop.
 */
export async function createX11Desktop(options: ServerOptions, clock: Clock, log: Log): Promise<Desktop> {
  const connection = new X11Connection(options);
  const gnome = new GnomeLock(clock);
  const nut = await loadNut();
  const keyboardProvider = new X11Keyboard(connection, clock, nut.Key);
  const clipboard = new X11Clipboard(connection, clock);
  const claimOf = perSession((session) =>
    DesktopClaim.open(session, clock, () => connection.presses.releaseLeftBehind(session)),
  );
  const { pointer, keyboard } = createNutInput(nut, {
    mouse: new X11Mouse(connection),
    keyboard: keyboardProvider,
    screen: new X11Screen(connection, nut),
    imageFinder: new NutImageFinder(nut, imageFinder),
  });
  return {
    platform: "x11",
    isPrivate: options.privateServer !== undefined,
    get lost() {
      return connection.lost;
    },
    session: () => describe(options),
    pointer,
    // The longest that toolkits have by themselves.
    doubleClickMs: () => 500,
    keyboard,
    clipboard,
    windows: x11Windows(connection),
    displays: async () => listDisplays(await connection.session()),
    capture: async (area, spare) => captureScreen(await connection.session(), area, spare),
    pointerImage: async () => pointerImage(await connection.session()),
    claim: async (claim) => {
      const own = await claimOf(await connection.session());
      return await own.take(claim);
    },
    permissions: () => x11Permissions(connection, gnome, clock),
    assertReady: async (forWhat) => {
      const session = await connection.session();
      const isInput = forWhat === "input";
      if (isInput) await Promise.all([xtest(session), xkb(session)]);
      await Promise.all([assertOwnScreen(session), assertUnlocked(session, gnome)]);
      if (isInput) await assertNotInUse(session, connection.presses, clock);
    },
    abandonIfSilent: (silentMs) => connection.abandonIfSilent(silentMs),
    [Symbol.asyncDispose]: async () => {
      // A server that is gone has nothing to restore, and must not keep us from closing.
      await keyboardProvider.restore().catch(() => undefined);
      // What is on the clipboard of a server of ours ends with it.
      if (options.privateServer === undefined) {
        await clipboard.handOver(options).catch((thrown) => log.warn(toGuiAgentError(thrown).message));
      }
      await connection[Symbol.asyncDispose]();
      await options.privateServer?.[Symbol.asyncDispose]();
    },
  };
}

/** Of a private server also what a person needs to start a program there. */
function describe({ display, authority, waylandDisplay, privateServer }: ServerOptions) {
  const shown = { display: display || "none" };
  if (privateServer !== undefined) return { type: "private x11", ...shown, authority: authority ?? "none" };
  return { type: waylandDisplay === undefined ? "x11" : `wayland (${waylandDisplay})`, ...shown };
}
