import type { Handle } from "../../native/types.ts";
import type { DesktopWindow, Windows } from "../../port.ts";
import { enumWindowsProcedure } from "../api/user32-windows.ts";
import { activateWindow } from "./activate.ts";
import { describeWindow } from "./describe.ts";
import { programHasKeyboard } from "./keyboard-focus.ts";
import { parseWindowId } from "./window-id.ts";
import type { WindowsApi } from "./windows-api.ts";

/** @param topLevel the windows of the desktop, from front to back */
export function win32Windows(api: WindowsApi, topLevel = () => topLevelWindows(api)): Windows {
  return {
    list: async () => {
      const foreground = api.user32.GetForegroundWindow();
      return topLevel()
        .map((window) => describeWindow(api, window, foreground))
        .filter((window): window is DesktopWindow => window !== undefined);
    },
    activate: async (id) => {
      const window = parseWindowId(id);
      if (window !== undefined) activateWindow(api.user32, window);
    },
    hasKeyboard: async () => programHasKeyboard(api),
  };
}

function topLevelWindows({ user32 }: WindowsApi): readonly Handle[] {
  const found: Handle[] = [];
  using each = enumWindowsProcedure.register((window) => {
    found.push(window);
    return 1;
  });
  user32.EnumWindows(each.address, 0);
  return found;
}
