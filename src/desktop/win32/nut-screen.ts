import type { Image, Region, ScreenProviderInterface } from "@nut-tree/nut-js";
import type { Nut } from "../nut.ts";
import { nutImage, refuseHighlighting } from "../nut-image.ts";
import type { User32 } from "./api/user32.ts";
import { desktopArea } from "./displays.ts";
import type { ScreenCapture } from "./screen.ts";

/**
 * nut.js' screen. Its one screen is the whole desktop, monitors and all, so that a place in the picture
 * plus the origin of its region is the place to send the mouse to. Throws what captures throw.
 */
export class Win32Screen implements ScreenProviderInterface {
  readonly #user32: User32;
  readonly #screen: ScreenCapture;
  readonly #nut: Pick<Nut, "Image" | "Region">;

  /** @param nut is passed in because its module may not be loaded before it is configured */
  constructor(user32: User32, screen: ScreenCapture, nut: Pick<Nut, "Image" | "Region">) {
    this.#user32 = user32;
    this.#screen = screen;
    this.#nut = nut;
  }

  async grabScreen(): Promise<Image> {
    return this.grabScreenRegion(await this.screenSize());
  }

  async grabScreenRegion({ left, top, width, height }: Region): Promise<Image> {
    return nutImage(this.#nut, this.#screen.capture({ x: left, y: top, width, height }));
  }

  async screenWidth(): Promise<number> {
    return desktopArea(this.#user32).width;
  }

  async screenHeight(): Promise<number> {
    return desktopArea(this.#user32).height;
  }

  async screenSize(): Promise<Region> {
    const { x, y, width, height } = desktopArea(this.#user32);
    return new this.#nut.Region(x, y, width, height);
  }

  highlightScreenRegion(): Promise<void> {
    return refuseHighlighting();
  }
}
