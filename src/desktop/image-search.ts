import { areaInPoints, captureArea } from "../coordinates/capture-area.ts";
import type { Clock } from "../core/clock.ts";
import { throwIfCancelled } from "../core/errors.ts";
import type { Rect } from "../core/geometry.ts";
import type { ImageLimits } from "../core/image-limits.ts";
import { FairLock } from "../core/lock.ts";
import { type Frame, isSamePicture } from "../imaging/frame.ts";
import type { ImageAnswer, ImageFinder, ImageQuery } from "../imaging/image-finder.ts";
import type { DescribedDisplay, DisplayService } from "./displays.ts";
import type { Desktop } from "./port.ts";
import { shownSize } from "./screenshot.ts";

/** Between two looks at a screen on which something is awaited: a person would not notice it sooner. */
const betweenLooksMs = 100;
/** Only many sessions that search large screens all the time keep one waiting for so long. */
const longestQueueMs = 600_000;

export interface ImageSearchRequest {
  readonly display: DescribedDisplay;
  /** A PNG, JPEG or WebP file. */
  readonly template: Uint8Array;
  /** From 0 to 1: how sure a place must be. */
  readonly confidence: number;
  /** How the caller gets its screenshots, out of which it cuts templates. */
  readonly limits: ImageLimits;
  /** The session that asks: sessions take turns. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

export interface FoundImage {
  /** In logical points of the display, out to whole ones. */
  readonly region: Rect;
  /** The same, for a click. */
  readonly center: { readonly x: number; readonly y: number };
  /** 0 to 1. */
  readonly confidence: number;
}

/** Finds pictures on displays. One search runs at a time, so that memory holds one captured screen and not one for each caller. */
export class ImageSearch {
  readonly #desktop: Pick<Desktop, "capture">;
  readonly #displays: Pick<DisplayService, "assertUnchanged">;
  readonly #finder: ImageFinder;
  readonly #clock: Clock;
  readonly #turns: FairLock;

  constructor(
    desktop: Pick<Desktop, "capture">,
    displays: Pick<DisplayService, "assertUnchanged">,
    finder: ImageFinder,
    clock: Clock,
  ) {
    this.#desktop = desktop;
    this.#displays = displays;
    this.#finder = finder;
    this.#clock = clock;
    this.#turns = new FairLock("The image search", clock);
  }

  /**
   * Where a picture is on a display now, the surest place first.
   * @param most how many places are wanted
   * @throws what `ImageFinder.find` and the capture throw
   */
  async find(request: ImageSearchRequest, most: number): Promise<readonly FoundImage[]> {
    using _turn = await this.#turn(request);
    const screen = await this.#desktop.capture(captureArea(request.display).native);
    const { matches } = await this.#search(screen, request, { most, anyScale: true });
    return matches.map((match) => describeMatch(match, request.display));
  }

  /**
   * Looks again and again until a picture is there; undefined when it does not come in `longestMs`. A
   * screen that has not changed is not searched again.
   * @throws `display_not_found` when the display goes meanwhile, else as `find`
   */
  async waitFor(request: ImageSearchRequest, longestMs: number): Promise<FoundImage | undefined> {
    const { display, signal } = request;
    const end = this.#clock.now() + longestMs;
    let searched: Frame | undefined;
    let spare: Frame | undefined;
    for (;;) {
      const started = this.#clock.now();
      {
        using _turn = await this.#turn(request);
        await this.#displays.assertUnchanged(display);
        const screen = await this.#desktop.capture(captureArea(display).native, spare);
        throwIfCancelled(signal);
        if (searched !== undefined && isSamePicture(searched, screen)) spare = screen;
        else {
          // As long as it is awaited, it is not there: looking at every size each time would be too much.
          const answer = await this.#search(screen, request, { most: 1, anyScale: false });
          const [best] = answer.matches;
          if (best !== undefined) return describeMatch(best, display);
          [searched, spare] = [answer.screen, searched];
        }
      }
      const now = this.#clock.now();
      if (now >= end) return undefined;
      // Where a look takes long, looking must not take all of the processor.
      const pauseMs = Math.max(betweenLooksMs, now - started);
      await this.#clock.sleep(Math.ceil(Math.min(pauseMs, end - now)), signal);
    }
  }

  #turn({ owner, signal }: ImageSearchRequest): Promise<Disposable> {
    return this.#turns.acquire({ owner, operation: "a search", signal, timeoutMs: longestQueueMs });
  }

  #search(
    screen: Frame,
    request: ImageSearchRequest,
    wanted: Pick<ImageQuery, "most" | "anyScale">,
  ): Promise<ImageAnswer> {
    const { display, template, confidence, limits, signal } = request;
    const shownSizes = [shownSize(screen, display, limits)];
    return this.#finder.find({ screen, shownSizes, template, confidence, ...wanted }, signal);
  }
}

/** @param match in native pixels of the display */
function describeMatch(match: Rect & { readonly confidence: number }, display: DescribedDisplay): FoundImage {
  const region = areaInPoints(display, match);
  return {
    region,
    center: {
      x: Math.floor(region.x + region.width / 2),
      y: Math.floor(region.y + region.height / 2),
    },
    confidence: Math.round(match.confidence * 1000) / 1000,
  };
}
