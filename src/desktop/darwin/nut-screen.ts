import type { Image, Region, ScreenProviderInterface } from "@nut-tree/nut-js";
import { captureArea } from "../../coordinates/capture-area.ts";
import { GuiAgentError } from "../../core/errors.ts";
import type { Nut } from "../nut.ts";
import { nutImage, refuseHighlighting } from "../nut-image.ts";
import type { Display } from "../port.ts";
import { type CaptureParts, captureScreen } from "./capture.ts";
import { listDisplays } from "./displays.ts";

/**
 * nut.js' screen. It knows one, which is the main display: macOS gives no picture of several with pixels of
 * different sizes. Regions are in points, pictures in pixels.
 */
export class DarwinScreen implements ScreenProviderInterface {
  readonly #parts: CaptureParts;
  readonly #nut: Pick<Nut, "Image" | "Region">;

  /** @param nut is passed in because its module may not be loaded before it is configured */
  constructor(parts: CaptureParts, nut: Pick<Nut, "Image" | "Region">) {
    this.#parts = parts;
    this.#nut = nut;
  }

  async grabScreen(): Promise<Image> {
    return this.grabScreenRegion(await this.screenSize());
  }

  async grabScreenRegion({ left, top, width, height }: Region): Promise<Image> {
    const display = this.#mainDisplay();
    const region = { x: left - display.x, y: top - display.y, width, height };
    const { native } = captureArea(display, region);
    const frame = await captureScreen(this.#parts, native);
    const image = nutImage(this.#nut, frame);
    return new this.#nut.Image(
      ...([image.width, image.height, image.data, image.channels, image.id, image.bitsPerPixel] as const),
      ...([image.byteWidth, image.colorMode] as const),
      // By it nut.js turns a place in the picture into points.
      { scaleX: display.scaleFactor, scaleY: display.scaleFactor },
    );
  }

  async screenWidth(): Promise<number> {
    return this.#mainDisplay().width;
  }

  async screenHeight(): Promise<number> {
    return this.#mainDisplay().height;
  }

  async screenSize(): Promise<Region> {
    const { x, y, width, height } = this.#mainDisplay();
    return new this.#nut.Region(x, y, width, height);
  }

  highlightScreenRegion(): Promise<void> {
    return refuseHighlighting();
  }

  #mainDisplay(): Display {
    const { graphics, objects } = this.#parts;
    const displays = listDisplays(graphics, objects);
    const main = displays.find(({ isPrimary }) => isPrimary) ?? displays[0];
    if (main !== undefined) return main;
    throw new GuiAgentError("display_unavailable", "There is no display.", {
      remedy: "Connect a display, then try again.",
    });
  }
}
