import type { Image, Region, ScreenProviderInterface } from "@nut-tree/nut-js";
import { GuiAgentError } from "../../core/errors.ts";
import { framePixels } from "../../imaging/frame.ts";
import type { Nut } from "../nut.ts";
import type { X11Connection } from "./connection.ts";
import { rootArea } from "./displays.ts";
import { bytesPerPixel } from "./pixel-format.ts";
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
    const frame = await captureScreen(await this.#connection.session(), { x: left, y: top, width, height });
    const pixels = framePixels(frame);
    // nut.js takes the fourth byte for alpha: left at 0, every pixel would be transparent.
    for (let alpha = bytesPerPixel - 1; alpha < pixels.length; alpha += bytesPerPixel) pixels[alpha] = 0xff;
    const data = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.length);
    const row = width * bytesPerPixel;
    return new this.#nut.Image(width, height, data, bytesPerPixel, "screen", bytesPerPixel * 8, row);
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
    return Promise.reject(
      new GuiAgentError("unsupported", "A region of the screen cannot be highlighted on X11.", {
        remedy: "Leave the highlighting out (in nut.js: screen.config.autoHighlight = false).",
      }),
    );
  }
}
