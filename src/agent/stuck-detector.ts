import { intersection, type Rect, sameArea } from "../core/geometry.ts";
import { findChanges } from "../imaging/compare.ts";
import { drawingScale } from "../imaging/drawing-scale.ts";
import type { Frame } from "../imaging/frame.ts";
import { looksLikeTextCursor } from "../imaging/text-cursor.ts";

/** In units: what changes by itself and is larger is a film, in front of which nothing could be told. */
const largestOwnChange = { width: 240, height: 120 };
/** In units: what came up by itself and is higher is no clock or spinner but may be a window, which is news to the model. */
const highestClock = 64;
/** In units: how far beyond its last change a clock may change next, such as when a minute is over. */
const slack = { x: 64, y: 16 };

/** What came of a step. */
interface StepEffect {
  /** The screen is not as it was just before it. */
  readonly hasChanged: boolean;
  /** The same, or it is not as the model saw it when it decided on the step. */
  readonly looksDifferent: boolean;
}

/**
 * Tells by pictures whether the steps of a task still change anything. Of what changes, text cursors do
 * not count, nor do small parts that changed by themselves while only the model was thinking: a clock
 * or a spinner.
 */
export class StuckDetector {
  readonly #threshold: number;
  #after: Frame;
  #before: Frame;
  #ownChanges: readonly Rect[] = [];
  #inVain = 0;

  /**
   * @param threshold how many steps in a row may change nothing
   * @param first the picture with which the task begins
   */
  constructor(threshold: number, first: Frame) {
    this.#threshold = threshold;
    this.#after = first;
    this.#before = first;
  }

  get isStuck(): boolean {
    return this.#inVain >= this.#threshold;
  }

  /** Takes a picture after which the model thinks again, though nothing was done that counts. */
  look(frame: Frame): void {
    this.#after = frame;
  }

  /** Takes the picture just before a step. */
  beforeStep(frame: Frame): void {
    this.#ownChanges = isSameSize(this.#after, frame) ? ownChanges(this.#after, frame) : [];
    this.#before = frame;
  }

  /**
   * Takes the picture after it, and tells whether the step has changed anything. What changed before it by
   * itself was not its doing: a step after which there is nothing else was in vain.
   */
  afterStep(frame: Frame): StepEffect {
    const hasChanged = this.#differs(this.#before, frame, this.#ownChanges);
    const unit = drawingScale(frame);
    const clocks = this.#ownChanges.filter(({ height }) => height <= highestClock * unit);
    const looksDifferent = hasChanged || this.#differs(this.#after, frame, clocks);
    this.#inVain = hasChanged ? 0 : this.#inVain + 1;
    this.#after = frame;
    return { hasChanged, looksDifferent };
  }

  /** Whether there is a change beside text cursors and what changes in these places. */
  #differs(from: Frame, to: Frame, ignored: readonly Rect[]): boolean {
    if (!isSameSize(from, to)) return true;
    return findChanges(from, to).some(
      (change) =>
        !looksLikeTextCursor(from, to, change) &&
        !ignored.some((own) => isWithin(change, around(own, drawingScale(to)))),
    );
  }
}

/** A cursor is none of them: text that is typed begins where one was. */
function ownChanges(before: Frame, after: Frame): readonly Rect[] {
  const unit = drawingScale(after);
  return findChanges(before, after).filter(
    (change) =>
      change.width <= largestOwnChange.width * unit &&
      change.height <= largestOwnChange.height * unit &&
      !looksLikeTextCursor(before, after, change),
  );
}

function around({ x, y, width, height }: Rect, unit: number): Rect {
  const [left, top] = [slack.x * unit, slack.y * unit];
  return { x: x - left, y: y - top, width: width + 2 * left, height: height + 2 * top };
}

function isWithin(inner: Rect, outer: Rect): boolean {
  const part = intersection(inner, outer);
  return part !== undefined && sameArea(part, inner);
}

function isSameSize(one: Frame, other: Frame): boolean {
  return one.width === other.width && one.height === other.height;
}
