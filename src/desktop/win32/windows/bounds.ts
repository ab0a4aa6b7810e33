import type { Rect } from "../../../core/geometry.ts";
import type { Handle } from "../../native/types.ts";
import { windowAttribute } from "../api/dwmapi.ts";
import { monitorInfo, rectangle, windowPlacement } from "../api/user32-windows.ts";
import { rectOf } from "../structures.ts";
import type { WindowsApi } from "./windows-api.ts";

/** Of `MonitorFromWindow`. */
const nearest = 2;
/** `WPF_RESTORETOMAXIMIZED`. */
const wasMaximized = 2;

/** What can be seen of a window. The system counts a border that is transparent, and takes the mouse, to it. */
export function visibleBounds({ user32, dwmapi }: WindowsApi, window: Handle): Rect | undefined {
  const memory = new Uint8Array(rectangle.size);
  const { extendedFrameBounds } = windowAttribute;
  const isKnown = dwmapi.DwmGetWindowAttribute(window, extendedFrameBounds, memory, memory.length) === 0;
  if (isKnown || user32.GetWindowRect(window, memory) !== 0) return rectOf(rectangle.decode(memory));
  return undefined;
}

/** Where a minimised window was, and comes back to. */
export function formerBounds({ user32 }: WindowsApi, window: Handle): Rect | undefined {
  const memory = new Uint8Array(windowPlacement.size);
  memory.set(windowPlacement.encode({ ...noPlacement, length: memory.length }));
  if (user32.GetWindowPlacement(window, memory) === 0) return undefined;
  const { flags, rcNormalPosition } = windowPlacement.decode(memory);
  const monitor = monitorInfo.encode({
    cbSize: monitorInfo.size,
    rcMonitor: nothing,
    rcWork: nothing,
    dwFlags: 0,
  });
  if (user32.GetMonitorInfoW(user32.MonitorFromWindow(window, nearest), monitor) === 0)
    return rectOf(rcNormalPosition);
  const { rcMonitor, rcWork } = monitorInfo.decode(monitor);
  if ((flags & wasMaximized) !== 0) return rectOf(rcWork);
  // It is given in coordinates that begin where the taskbar ends.
  const { x, y, width, height } = rectOf(rcNormalPosition);
  return { x: x + rcWork.left - rcMonitor.left, y: y + rcWork.top - rcMonitor.top, width, height };
}

/** `cloak` flags: what hides a window that counts as visible. */
export function cloakOf({ dwmapi }: WindowsApi, window: Handle): number {
  const flags = new Uint32Array(1);
  const memory = new Uint8Array(flags.buffer);
  const isKnown = dwmapi.DwmGetWindowAttribute(window, windowAttribute.cloaked, memory, memory.length) === 0;
  return isKnown ? (flags[0] ?? 0) : 0;
}

const nothing = { left: 0, top: 0, right: 0, bottom: 0 };
const origin = { x: 0, y: 0 };
const noPlacement = {
  flags: 0,
  showCmd: 0,
  ptMinPosition: origin,
  ptMaxPosition: origin,
  rcNormalPosition: nothing,
};
