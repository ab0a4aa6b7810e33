import type { Image, ImageFinderInterface, MatchRequest, MatchResult, Region } from "@nut-tree/nut-js";
import { clamp } from "../core/geometry.ts";
import { createFrame, framePixels } from "../imaging/frame.ts";
import type { ImageFinder } from "../imaging/image-finder.ts";
import type { Raster } from "../imaging/raster.ts";
import type { Nut } from "./nut.ts";

/** Below, anything is found anywhere. */
const leastConfidence = 0.5;
/** Of what `screen.findAll` gives. */
const mostMatches = 50;
const neverCancelled = new AbortController().signal;

/** nut.js' image finder: `screen.find` and `screen.findAll` search with ours. Throws what `ImageFinder.find` throws. */
export class NutImageFinder implements ImageFinderInterface {
  readonly #nut: Pick<Nut, "ColorMode" | "MatchResult" | "Region">;
  readonly #finder: ImageFinder;

  /** @param nut is passed in because its module may not be loaded before it is configured */
  constructor(nut: Pick<Nut, "ColorMode" | "MatchResult" | "Region">, finder: ImageFinder) {
    this.#nut = nut;
    this.#finder = finder;
  }

  async findMatch<Data>(request: MatchRequest<Image, Data>): Promise<MatchResult<Region>> {
    const [best] = await this.#find(request, 1);
    if (best !== undefined) return best;
    // What nut.js expects of a search without a result; it adds what was looked for, and no tool gets to see it.
    throw new Error(
      "The image is not on the screen. Search with a lower confidence, or cut it out of a new screenshot.",
    );
  }

  findMatches<Data>(request: MatchRequest<Image, Data>): Promise<MatchResult<Region>[]> {
    return this.#find(request, mostMatches);
  }

  async #find<Data>(
    { haystack, needle, confidence = leastConfidence }: MatchRequest<Image, Data>,
    most: number,
  ): Promise<MatchResult<Region>[]> {
    const screen = createFrame(haystack.width, haystack.height);
    framePixels(screen).set(this.#toRaster(haystack).pixels);
    const query = {
      screen,
      shownSizes: [],
      anyScale: false,
      template: this.#toRaster(needle),
      confidence: clamp(confidence, leastConfidence, 1),
      most,
    };
    const { matches } = await this.#finder.find(query, neverCancelled);
    return matches.map(
      ({ x, y, width, height, confidence: found }) =>
        new this.#nut.MatchResult(found, new this.#nut.Region(x, y, width, height)),
    );
  }

  #toRaster({ width, height, data, channels, byteWidth, colorMode }: Image): Raster {
    const [blue, red] = colorMode === this.#nut.ColorMode.RGB ? [2, 0] : [0, 2];
    const pixels = new Uint8Array(width * height * 4);
    for (let y = 0, to = 0; y < height; y += 1) {
      for (let x = 0, from = y * byteWidth; x < width; x += 1, from += channels, to += 4) {
        pixels[to] = data[from + blue] ?? 0;
        pixels[to + 1] = data[from + 1] ?? 0;
        pixels[to + 2] = data[from + red] ?? 0;
        pixels[to + 3] = channels === 4 ? (data[from + 3] ?? 0) : 0xff;
      }
    }
    return { width, height, pixels };
  }
}
