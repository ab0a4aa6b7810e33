import type { Image, Region, ScreenProviderInterface } from "@nut-tree/nut-js";
import type { Nut } from "../nut.ts";
import { nutImage, refuseHighlighting } from "../nut-image.ts";
import type { X11Connection } from "./connection.ts";
import { rootArea } from "./displays.ts";
import { captureScreen } from "./screen.ts";

/**
 * nut.js' screen. Its one screen is the root window, monitors and all, so that a place in the picture
 * is the place to send the mouse to. Throws what `captureScreen` throws.
 */
export class X11Screen implements ScreenProviderInterface {
  readonly #connection: X11Connection;
  readonly #nut: Pick<Nut, "Image" | "Region">;

  /** @param nut is passed in because its module may not be loaded before it is configured */
  constructor(connection: X11Connection, nut: Pick<Nut, "Image" | "Region">) {
    this.#connection = connection;
    this.#nut = nut;
  }

  async grabScreen(): Promise<Image> {
    return this.grabScreenRegion(await this.screenSize());
  }

  async grabScreenRegion({ left, top, width, height }: Region): Promise<Image> {
    const area = { x: left, y: top, width, height };
    return nutImage(this.#nut, await captureScreen(await this.#connection.session(), area));
  }

  async screenWidth(): Promise<number> {
    return (await this.screenSize()).width;
  }

  async screenHeight(): Promise<number> {
    return (await this.screenSize()).height;
  }

  async screenSize(): Promise<Region> {
    const { x, y, width, height } = await rootArea(await this.#connection.session());
    return new this.#nut.Region(x, y, width, height);
  }

  highlightScreenRegion(): Promise<void> {
    return refuseHighlighting();
  }
}
