import type { DesktopWindow, Windows } from "../../port.ts";
import type { X11Connection } from "../connection.ts";
import { programHasKeyboard, windowsWithKeyboard } from "../keyboard-focus.ts";
import type { X11Session } from "../session.ts";
import { assertOwnScreen } from "../wayland.ts";
import { aFewAtATime } from "./a-few-at-a-time.ts";
import { activateWindow } from "./activate.ts";
import { describeWindow } from "./describe.ts";
import { unmanagedWindows } from "./unmanaged.ts";
import { parseWindowId } from "./window-id.ts";
import { askWindowManager } from "./window-manager.ts";

/** The windows of an X server, through the window manager (EWMH) or, where there is none, without. */
export function x11Windows(connection: X11Connection): Windows {
  return {
    list: async () => listWindows(await connection.session()),
    activate: async (id) => {
      const window = parseWindowId(id);
      if (window !== undefined) await activateWindow(await connection.session(), window);
    },
    hasKeyboard: async () => programHasKeyboard(await connection.session()),
  };
}

async function listWindows(session: X11Session): Promise<readonly DesktopWindow[]> {
  await assertOwnScreen(session);
  const [manager, withKeyboard] = await Promise.all([
    askWindowManager(session),
    windowsWithKeyboard(session),
  ]);
  const windows = manager?.windows ?? (await unmanagedWindows(session));
  const described = await aFewAtATime(windows, (window) =>
    describeWindow(session, window, { manager, withKeyboard }),
  );
  return described.filter((window) => window !== undefined).reverse();
}
