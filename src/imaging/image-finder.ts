import type { Size } from "../core/geometry.ts";
import type { Frame } from "./frame.ts";
import type { Match } from "./matching/find.ts";
import type { Raster } from "./raster.ts";

export interface ImageQuery {
  /** Where to look. It is taken away from the caller, and comes back with the answer. */
  readonly screen: Frame;
  /** Sizes in which the screen was shown to those who cut templates: it is searched in these first, then in its own. */
  readonly shownSizes: readonly Size[];
  /** What to look for: pixels, or a PNG, JPEG or WebP file. */
  readonly template: Raster | Uint8Array;
  /** From 0 to 1: how sure a place must be. */
  readonly confidence: number;
  /**
   * Whether to look for it at other sizes too, from half to twice its own, when it is nowhere else. That
   * takes ten times as long and finds one place.
   */
  readonly anyScale: boolean;
  /** How many places are wanted. */
  readonly most: number;
}

export interface ImageAnswer {
  /** In pixels of the screen, fractions included; the surest first. */
  readonly matches: readonly Match[];
  readonly screen: Frame;
}

/** Finds pictures on captured screens without keeping the event loop. Implemented by `runtime/`. */
export interface ImageFinder extends AsyncDisposable {
  /**
   * Queries take turns. Throws `invalid_input` for a template that cannot be read or told from other
   * places, `limit_exceeded` for one that is too large, `cancelled` at once when the signal fires.
   */
  find(query: ImageQuery, signal: AbortSignal): Promise<ImageAnswer>;
}
