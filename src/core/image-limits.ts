/**
 * The largest picture that a reader takes as it is. A picture over a limit would be shrunk out of
 * our sight, and every pixel coordinate read off it would then be wrong.
 */
export interface ImageLimits {
  /** Pixels of the longer edge. */
  readonly maxEdge?: number;
  /** Pixels of the shorter edge. */
  readonly maxShortEdge?: number;
  /** Pixels in all. */
  readonly maxPixels?: number;
  /** Both edges are multiples of this, because the reader rounds them to it. */
  readonly edgeMultiple?: number;
}
