import type { Rect } from "../core/geometry.ts";
import { type Change, copyTiles, findChanges, tileCount } from "./compare.ts";
import { drawingScale } from "./drawing-scale.ts";
import type { Frame } from "./frame.ts";
import { looksLikeTextCursor } from "./text-cursor.ts";

/** Milliseconds without motion after which the screen is at rest. Pages that load pause for up to this long. */
const restMs = 200;
/** The same where nothing has moved yet: what a click sets off may only begin after this time. */
const beginMs = 500;
/** Two pictures further apart in milliseconds than this prove no rest in between: what repeats may look the same. */
const longestProofMs = 100;
/** In pixels of a plain display: a few digits of a large clock, a tooltip. */
const small = { width: 160, height: 80 };
/** How much later than usual, as a factor, the next step of something that moves may come. */
const stepSlack = 1.5;

const neverYet = Number.NEGATIVE_INFINITY;

/**
 * Judges by pictures of a screen whether it is at rest. Not everything that changes is motion: a text
 * cursor blinks, a clock ticks, and both do so for ever. They are small, and rest for a while between
 * two changes; what moves changes again and again.
 */
export class RestWatch {
  /** What each part of the screen looked like at its last change, so that slow changes add up until they are noticed. */
  readonly #reference: Frame;
  /** When each tile last changed. All times are proven milliseconds, see `observe`. */
  readonly #changedAt: Float64Array;
  /** 1 for each tile whose last change was small and came after a rest, as the tick of a clock does. */
  readonly #hasTicked: Uint8Array;
  #takenAt: number;
  #proven = 0;
  #movedAt = neverYet;
  /** The times between the last three motions; what comes a little later than these may belong to them. */
  #steps: readonly [before: number, last: number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  /** When something small changed that had not before, and was not counted as motion. */
  #newcomerAt = neverYet;
  #moving: readonly Rect[] = [];

  /**
   * @param first the first picture; it belongs to the watch from now on
   * @param takenAt when it was taken, in milliseconds of any clock
   */
  constructor(first: Frame, takenAt: number) {
    this.#reference = first;
    this.#takenAt = takenAt;
    this.#changedAt = new Float64Array(tileCount(first)).fill(neverYet);
    this.#hasTicked = new Uint8Array(tileCount(first));
  }

  /** What moved when something last moved, in pixels; empty when nothing has. */
  get moving(): readonly Rect[] {
    return this.#moving;
  }

  /** Milliseconds without motion that are missing before the screen is at rest; 0 when it is. */
  get missingMs(): number {
    const restsAt = this.#movedAt === neverYet ? beginMs : this.#movedAt + restMs;
    return Math.max(0, restsAt - this.#proven);
  }

  /**
   * Takes the next picture, of the same size. Where pictures come late, because the machine is busy, only
   * a part of the time between them counts, since they do not show what happened there.
   */
  observe(frame: Frame, takenAt: number): void {
    const before = this.#proven;
    this.#proven += Math.min(takenAt - this.#takenAt, longestProofMs);
    this.#takenAt = takenAt;
    const changes = findChanges(this.#reference, frame);
    const motion = this.#motion(changes, frame, before);
    if (motion.length > 0) {
      this.#steps = [this.#steps[1], this.#proven - this.#movedAt];
      this.#movedAt = this.#proven;
      this.#moving = motion.map(({ x, y, width, height }) => ({ x, y, width, height }));
    }
    for (const { tiles } of changes) {
      for (const tile of tiles) this.#changedAt[tile] = this.#proven;
      copyTiles(frame, this.#reference, tiles);
    }
  }

  /** @param before the time of the picture before: that is how long a part is known to have rested that changed now */
  #motion(changes: readonly Change[], frame: Frame, before: number): readonly Change[] {
    const motion: Change[] = [];
    const newcomers: Change[] = [];
    for (const change of changes) {
      const { tiles } = change;
      const hasRested = tiles.every((tile) => before - (this.#changedAt[tile] ?? neverYet) >= restMs);
      const isTick = hasRested && this.#isSmall(change);
      // New in any tile: text that is being written reaches into the tiles of the line above it.
      const isNew = tiles.some((tile) => this.#hasTicked[tile] === 0);
      for (const tile of tiles) this.#hasTicked[tile] = isTick ? 1 : 0;
      if (!isTick) motion.push(change);
      else if (isNew && !looksLikeTextCursor(this.#reference, frame, change)) newcomers.push(change);
    }
    if (newcomers.length === 0) return motion;
    // One alone is taken for the tick of a clock. Several are something that is being built up, and so is
    // one that comes as the next step of what moved before: text goes on in a new line.
    const isAlone = newcomers.length === 1 && before - this.#newcomerAt >= restMs;
    const isNextStep =
      this.#movedAt !== neverYet && this.#proven - this.#movedAt <= Math.max(...this.#steps) * stepSlack;
    this.#newcomerAt = this.#proven;
    return isAlone && !isNextStep ? motion : [...motion, ...newcomers];
  }

  #isSmall({ width, height }: Rect): boolean {
    const scale = drawingScale(this.#reference);
    return width <= small.width * scale && height <= small.height * scale;
  }
}
