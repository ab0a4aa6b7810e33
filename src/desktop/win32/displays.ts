import type { Rect } from "../../core/geometry.ts";
import type { Handle } from "../native/types.ts";
import type { Display } from "../port.ts";
import type { System } from "./api/system.ts";
import { monitorProcedure, type User32 } from "./api/user32.ts";
import { monitorInfo as monitorInfoStructure } from "./api/user32-windows.ts";
import { rectOf } from "./structures.ts";
import { terminatedText } from "./wide-text.ts";

/** `MONITORINFOEXW`: behind a `MONITORINFO` the device's name of 32 code units. */
const monitorInfoSize = monitorInfoStructure.size + 64;
const isPrimaryFlag = 1;

/** `MDT_EFFECTIVE_DPI`: what programs scale their content by. */
const effectiveDpi = 0;
/** Dots per inch at 100 %. */
const unscaledDpi = 96;

/** `SM_XVIRTUALSCREEN` and its neighbours. */
const virtualScreen = { x: 76, y: 77, width: 78, height: 79 } as const;

/**
 * The monitors as the system has them now, in its order. Input is given and captures come in physical
 * pixels of the whole desktop, as this process is aware of the monitors' scales (`becomeDpiAware`), so
 * the scale factor is 1; the scale only tells how large programs draw.
 */
export function listDisplays({ user32, shcore }: Pick<System, "user32" | "shcore">): readonly Display[] {
  return monitors(user32)
    .flatMap((monitor) => {
      const info = monitorInfo(user32, monitor);
      // Unplugged since it was listed.
      return info === undefined ? [] : [{ ...info, contentScale: contentScale(shcore, monitor) }];
    })
    .map(({ area, ...described }, index) => ({
      ...described,
      ...area,
      index,
      physicalWidth: area.width,
      physicalHeight: area.height,
      scaleFactor: 1,
    }));
}

/** The smallest rectangle around all monitors; its origin is negative where one is left of or above the primary. */
export function desktopArea({ GetSystemMetrics }: Pick<User32, "GetSystemMetrics">): Rect {
  return {
    x: GetSystemMetrics(virtualScreen.x),
    y: GetSystemMetrics(virtualScreen.y),
    width: GetSystemMetrics(virtualScreen.width),
    height: GetSystemMetrics(virtualScreen.height),
  };
}

function monitors(user32: User32): readonly Handle[] {
  const found: Handle[] = [];
  using each = monitorProcedure.register((monitor) => {
    found.push(monitor);
    return 1;
  });
  user32.EnumDisplayMonitors(0, null, each.address, 0);
  return found;
}

function monitorInfo(user32: User32, monitor: Handle) {
  const memory = new Uint8Array(monitorInfoSize);
  new DataView(memory.buffer).setUint32(0, monitorInfoSize, true);
  if (user32.GetMonitorInfoW(monitor, memory) === 0) return undefined;
  const device = terminatedText(memory.subarray(monitorInfoStructure.size));
  const { rcMonitor, dwFlags } = monitorInfoStructure.decode(memory);
  return {
    // Devices are named such as \\.\DISPLAY1.
    name: device.replace(/^\\\\\.\\/, ""),
    isPrimary: (dwFlags & isPrimaryFlag) !== 0,
    area: rectOf(rcMonitor),
  };
}

function contentScale(shcore: System["shcore"], monitor: Handle): number {
  const [across, down] = [new Uint8Array(4), new Uint8Array(4)];
  // Fails when the monitor has gone meanwhile.
  if (shcore.GetDpiForMonitor(monitor, effectiveDpi, across, down) !== 0) return 1;
  return new DataView(across.buffer).getUint32(0, true) / unscaledDpi;
}
