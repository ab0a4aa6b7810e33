import type { Handle } from "../../native/types.ts";
import type { DesktopWindow } from "../../port.ts";
import { cloak } from "../api/dwmapi.ts";
import { processOf, programName } from "../process.ts";
import { text } from "../wide-text.ts";
import { cloakOf, formerBounds, visibleBounds } from "./bounds.ts";
import { appFrame, appWindow, isOfTheShell } from "./shell.ts";
import { windowId } from "./window-id.ts";
import type { WindowsApi } from "./windows-api.ts";

const extendedStyle = -20;
/** Extended styles, of learn.microsoft.com/en-us/windows/win32/winmsg/extended-window-styles. */
const styles = { topmost: 0x8, toolWindow: 0x80, appWindow: 0x4_0000, noActivate: 0x800_0000 } as const;
/** Of `GetWindow`. */
const owner = 4;

/** Longer than any title that one would read. */
const longestTitle = 1024;
/** Of a class. */
const longestName = 256;

/** Undefined for a window that is left out of the list, and for one that closes meanwhile. */
export function describeWindow(
  api: WindowsApi,
  window: Handle,
  foreground: Handle,
): DesktopWindow | undefined {
  const { user32 } = api;
  if (user32.IsWindowVisible(window) === 0) return undefined;
  const style = user32.GetWindowLongW(window, extendedStyle);
  const has = (flag: number): boolean => (style & flag) !== 0;
  if ((has(styles.toolWindow) || has(styles.noActivate)) && !has(styles.appWindow)) return undefined;
  const kind = className(api, window);
  if (isOfTheShell(kind)) return undefined;
  const cloaked = cloakOf(api, window);
  if ((cloaked & cloak.byItsProgram) !== 0) return undefined;
  const isMinimized = user32.IsIconic(window) !== 0;
  const title = titleOf(api, window);
  const app = kind === appFrame ? appIn(api, window, isMinimized ? title : "") : window;
  // The frame of an app that was closed is kept, hidden, for the next time.
  if (isNone(app) && cloaked !== 0) return undefined;
  const bounds = isMinimized ? formerBounds(api, window) : visibleBounds(api, window);
  if (bounds === undefined || bounds.width <= 0 || bounds.height <= 0) return undefined;
  const pid = processOf(user32, isNone(app) ? window : app);
  const ownedBy = user32.GetWindow(window, owner);
  return {
    id: windowId(window),
    title,
    app: pid === undefined ? "" : programName(api.kernel32, pid),
    pid,
    bounds,
    isActive: windowId(window) === windowId(foreground),
    isMinimized,
    isOnOtherWorkspace: cloaked !== 0,
    staysOnTop: has(styles.topmost),
    ownerId: isNone(ownedBy) ? undefined : windowId(ownedBy),
    isModal:
      !isNone(ownedBy) && user32.IsWindowEnabled(ownedBy) === 0 && user32.IsWindowEnabled(window) !== 0,
  };
}

/**
 * The window of an app of the Store; 0 where it is gone.
 * @param titleOutside what it is called where it is not in its frame: minimised, it is a window of its own, hidden
 */
function appIn({ user32 }: WindowsApi, frame: Handle, titleOutside: string): Handle {
  const within = user32.FindWindowExW(frame, 0, appWindow, null);
  return isNone(within) && titleOutside !== "" ? user32.FindWindowExW(0, 0, appWindow, titleOutside) : within;
}

/** The name of a window's class; empty for one that has closed. */
export function className(
  { user32 }: { readonly user32: Pick<WindowsApi["user32"], "GetClassNameW"> },
  window: Handle,
): string {
  const memory = new Uint8Array(longestName * 2);
  return text(memory, user32.GetClassNameW(window, memory, longestName));
}

function titleOf({ user32 }: WindowsApi, window: Handle): string {
  const memory = new Uint8Array(longestTitle * 2);
  return text(memory, user32.GetWindowTextW(window, memory, longestTitle));
}

function isNone(handle: Handle): boolean {
  return Number(handle) === 0;
}
