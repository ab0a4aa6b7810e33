import { GuiAgentError } from "../../core/errors.ts";
import { intersection, type Rect, type Size, sameArea } from "../../core/geometry.ts";
import { createFrame, type Frame, framePixels } from "../../imaging/frame.ts";
import type { System } from "./api/system.ts";
import { desktopArea } from "./displays.ts";
import { DrawingSurface } from "./drawing-surface.ts";
import { openScreenContext } from "./screen-context.ts";

/**
 * `SRCCOPY | CAPTUREBLT`: also windows that are drawn translucent, such as menus. Windows 10 has been seen to leave
 * them out otherwise; on some machines the price is a pointer that blinks.
 */
const copyWithLayered = 0x40cc_0020;

/** Captures of the screen through GDI. Between captures it keeps the memory of the last one. */
export class ScreenCapture implements Disposable {
  readonly #system: System;
  #surface: DrawingSurface | undefined;

  constructor(system: System) {
    this.#system = system;
  }

  /**
   * The pixels of an area, without the pointer.
   * @param area physical pixels of the whole desktop
   * @param spare a frame to write over, if its size fits
   * @throws `out_of_range` when the area is not on the desktop (any more), `display_unavailable` when the
   *   system does not give its picture out
   */
  capture(area: Rect, spare?: Frame): Frame {
    this.#assertOnDesktop(area);
    using screen = openScreenContext(this.#system.user32);
    const surface = this.#surfaceOf(area);
    const isCopied = this.#system.gdi32.BitBlt(
      surface.context,
      0,
      0,
      area.width,
      area.height,
      screen.context,
      area.x,
      area.y,
      copyWithLayered,
    );
    if (isCopied === 0) throw this.#refused();
    const fits = spare?.width === area.width && spare.height === area.height;
    const frame = fits ? spare : createFrame(area.width, area.height);
    surface.copyTo(framePixels(frame));
    return frame;
  }

  [Symbol.dispose](): void {
    this.#surface?.[Symbol.dispose]();
    this.#surface = undefined;
  }

  #surfaceOf(size: Size): DrawingSurface {
    if (this.#surface?.width === size.width && this.#surface.height === size.height) return this.#surface;
    this[Symbol.dispose]();
    this.#surface = new DrawingSurface(this.#system, size);
    return this.#surface;
  }

  /** Outside of the desktop the system would give black pixels without a word. */
  #assertOnDesktop(area: Rect): void {
    const { x, y, width, height } = area;
    const desktop = desktopArea(this.#system.user32);
    const shown = intersection(area, desktop);
    if ([x, y, width, height].every(Number.isInteger) && shown !== undefined && sameArea(shown, area)) return;
    throw new GuiAgentError(
      "out_of_range",
      `The area of ${width}×${height} pixels at (${x}, ${y}) is not on the desktop, which is ${desktop.width}×${desktop.height} at (${desktop.x}, ${desktop.y}) now.`,
      { remedy: "The displays may have changed: call gui_list_displays, then try again." },
    );
  }

  #refused(): GuiAgentError {
    const code = this.#system.kernel32.GetLastError();
    return new GuiAgentError(
      "display_unavailable",
      `Windows did not give out the picture of its screen (error ${code}).`,
      {
        remedy:
          "It does not while the screen is locked, while it shows a prompt for administrator rights, or after a remote session was closed: try again when the desktop is there.",
      },
    );
  }
}
