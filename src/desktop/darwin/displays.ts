import { GuiAgentError } from "../../core/errors.ts";
import type { Rect, Size } from "../../core/geometry.ts";
import type { Display } from "../port.ts";
import type { CoreGraphics } from "./api/core-graphics.ts";
import type { Objects } from "./core-foundation.ts";
import { isNone, OutValue } from "./out-values.ts";

/** More than any Mac can drive. */
const mostDisplays = 32;
const idBytes = 4;

/**
 * The displays in the system's order, the main one first. Input is given in points, captures come in pixels:
 * twice as many on a Retina display, whatever size it is said to look like.
 * Throws `display_unavailable` where there is none, as without a graphical session, and where all sleep.
 */
export function listDisplays(graphics: CoreGraphics, objects: Objects): readonly Display[] {
  using _pool = objects.pool();
  const main = graphics.CGMainDisplayID();
  const displays = activeDisplays(graphics).map((id, index) => {
    const { x, y, width, height } = graphics.CGDisplayBounds(id);
    const physical = pixelSize(graphics, id, { width, height });
    return {
      index,
      // The id alone tells two of a kind apart; it is the display's as long as it is plugged in.
      name: `${graphics.CGDisplayIsBuiltin(id) === 0 ? "External" : "Built-in"} ${id}`,
      isPrimary: id === main,
      ...{ x, y, width, height },
      physicalWidth: physical.width,
      physicalHeight: physical.height,
      scaleFactor: physical.width / width,
    };
  });
  // Each has as much room among the native pixels as if all had the most pixels for a point.
  const most = Math.max(...displays.map(({ scaleFactor }) => scaleFactor));
  return displays.map((display) => ({
    ...display,
    nativeOrigin: { x: Math.round(display.x * most), y: Math.round(display.y * most) },
  }));
}

/** Whether a display that an area (points of the desktop) touches has just gone dark to save power: pictures of it are black. */
export function sleeps(graphics: CoreGraphics, area: Rect): boolean {
  return activeDisplays(graphics).some((id) => {
    const bounds = graphics.CGDisplayBounds(id);
    return (
      graphics.CGDisplayIsAsleep(id) !== 0 &&
      area.x < bounds.x + bounds.width &&
      bounds.x < area.x + area.width &&
      area.y < bounds.y + bounds.height &&
      bounds.y < area.y + area.height
    );
  });
}

/** Throws where none is there, or all sleep: those are not among the active ones. */
function activeDisplays(graphics: CoreGraphics): readonly number[] {
  const active = listedIds(graphics.CGGetActiveDisplayList);
  if (active.length > 0) return active;
  const online = listedIds(graphics.CGGetOnlineDisplayList);
  if (online.some((id) => graphics.CGDisplayIsAsleep(id) !== 0)) throw asleep();
  throw notThere("There is no display: none is connected, or gui-agent does not run in a graphical session.");
}

function listedIds(list: CoreGraphics["CGGetActiveDisplayList"]): readonly number[] {
  const ids = new Uint8Array(mostDisplays * idBytes);
  const count = new OutValue();
  const failure = list(mostDisplays, ids, count.memory);
  if (failure !== 0) throw notThere(`macOS did not list the displays (error ${failure}).`);
  const view = new DataView(ids.buffer);
  return Array.from({ length: count.uint32 }, (_, index) => view.getUint32(index * idBytes, true));
}

export function asleep(): GuiAgentError {
  return new GuiAgentError("display_unavailable", "The display sleeps: nothing is drawn on it.", {
    remedy: "Wake it, for example with: caffeinate -u -t 5. Then try again.",
  });
}

function notThere(message: string): GuiAgentError {
  return new GuiAgentError("display_unavailable", message, {
    remedy:
      "Log in on the Mac itself or by screen sharing, and start gui-agent in that session, not over ssh.",
  });
}

/** The pixels that are drawn for a display. Its mode is told as the panel is built, its bounds as it stands. */
function pixelSize(graphics: CoreGraphics, id: number, bounds: Size): Size {
  const mode = graphics.CGDisplayCopyDisplayMode(id);
  // A display that was unplugged at this very moment has none.
  if (isNone(mode)) return bounds;
  try {
    const width = Number(graphics.CGDisplayModeGetPixelWidth(mode));
    const height = Number(graphics.CGDisplayModeGetPixelHeight(mode));
    const isTurned = width > height !== bounds.width > bounds.height && width !== height;
    return isTurned ? { width: height, height: width } : { width, height };
  } finally {
    graphics.CGDisplayModeRelease(mode);
  }
}
