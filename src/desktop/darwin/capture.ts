import { decodePicture } from "#runtime";
import { areaInPoints, captureArea } from "../../coordinates/capture-area.ts";
import { GuiAgentError } from "../../core/errors.ts";
import { intersection, type Rect, sameArea } from "../../core/geometry.ts";
import { createFrame, type Frame, framePixels } from "../../imaging/frame.ts";
import { cutOut } from "../../imaging/raster.ts";
import type { Display } from "../port.ts";
import type { CoreGraphics } from "./api/core-graphics.ts";
import type { Objects } from "./core-foundation.ts";
import { asleep, listDisplays, sleeps } from "./displays.ts";
import { allowStarter } from "./granting.ts";

export interface CaptureParts {
  readonly graphics: CoreGraphics;
  readonly objects: Objects;
  /** A PNG file of an area in whole points of the desktop. */
  screenPicture(area: Rect): Promise<Uint8Array>;
}

/**
 * The pixels of an area of one display, without the pointer.
 * @param area native pixels of the whole desktop
 * @param spare a frame to write over, if its size fits
 * @throws `permission_denied` where macOS would show the bare wallpaper, `display_unavailable` where a display
 *   sleeps and would be black, `out_of_range` when the area is on no display (any more)
 */
export async function captureScreen(parts: CaptureParts, area: Rect, spare?: Frame): Promise<Frame> {
  const { graphics, objects, screenPicture } = parts;
  if (!graphics.CGPreflightScreenCaptureAccess()) throw notPermitted();
  const display = displayAround(listDisplays(graphics, objects), area);
  const whole = captureArea(display).native;
  const part = { ...area, x: area.x - whole.x, y: area.y - whole.y };
  // Out to whole points, which is all that can be asked for.
  const shown = areaInPoints(display, part);
  const asked = { ...shown, x: display.x + shown.x, y: display.y + shown.y };
  if (sleeps(graphics, asked)) throw asleep();
  const picture = await decodePicture(await screenPicture(asked));
  const expected = captureArea(display, shown).native;
  if (picture.width !== expected.width || picture.height !== expected.height) {
    throw new GuiAgentError(
      "display_unavailable",
      `macOS gave a picture of ${picture.width}×${picture.height} pixels instead of ${expected.width}×${expected.height}: the displays have just changed.`,
      { remedy: "Call gui_list_displays to see what is there now, then try again." },
    );
  }
  const fits = spare?.width === area.width && spare.height === area.height;
  const frame = fits ? spare : createFrame(area.width, area.height);
  const wanted = { ...area, x: area.x - expected.x, y: area.y - expected.y };
  framePixels(frame).set(cutOut(picture, wanted).pixels);
  return frame;
}

function displayAround(displays: readonly Display[], area: Rect): Display {
  const isWhole = [area.x, area.y, area.width, area.height].every(Number.isInteger);
  const around = displays.find((display) => {
    const shared = intersection(captureArea(display).native, area);
    return shared !== undefined && sameArea(shared, area);
  });
  if (isWhole && around !== undefined) return around;
  throw new GuiAgentError(
    "out_of_range",
    `The area of ${area.width}×${area.height} pixels at (${area.x}, ${area.y}) is not on one display.`,
    { remedy: "The displays may have changed: call gui_list_displays, then try again." },
  );
}

function notPermitted(): GuiAgentError {
  return new GuiAgentError("permission_denied", "macOS does not let gui-agent see the screen.", {
    remedy: allowStarter("Screen & System Audio Recording"),
  });
}
