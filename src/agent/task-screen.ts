import { GuiAgentError } from "../core/errors.ts";
import type { Operator } from "../tools/operator.ts";
import { hasChangedAround } from "./changed-place.ts";
import { isOfSameDisplay, type Picture, takePicture } from "./eyes.ts";
import { StuckDetector } from "./stuck-detector.ts";

/** The screen in the course of a task: what it shows now, and whether the task changes it. */
export class TaskScreen {
  readonly #operator: Operator;
  readonly #displayIndex: number | undefined;
  readonly #stuckThreshold: number;
  #picture: Picture | undefined;
  /** The one that positions are read off: the last that the model was shown, or that places were found on. */
  #readOff: Picture | undefined;
  /** Whether the last step was kept from being done because of what had changed where it was to act. */
  #wasKeptBack = false;
  #detector: StuckDetector | undefined;

  /** @param stuckThreshold how many steps in a row may leave the screen as it is */
  constructor(operator: Operator, displayIndex: number | undefined, stuckThreshold: number) {
    this.#operator = operator;
    this.#displayIndex = displayIndex;
    this.#stuckThreshold = stuckThreshold;
  }

  /** The last picture, to which points refer; undefined when none could be taken yet. */
  get picture(): Picture | undefined {
    return this.#picture;
  }

  /** The same, once the task has begun. */
  get newest(): Picture {
    if (this.#picture === undefined) throw new GuiAgentError("internal", "There is no picture yet.");
    return this.#picture;
  }

  get isStuck(): boolean {
    return this.#detector?.isStuck ?? false;
  }

  /** Takes a picture for the model where nothing was done that should change the screen. */
  async look(signal: AbortSignal): Promise<Picture> {
    const picture = await this.#takeToReadOff(signal);
    const { frame } = picture.image;
    this.#detector ??= new StuckDetector(this.#stuckThreshold, frame);
    this.#detector.look(frame);
    return picture;
  }

  /**
   * Takes a picture to compare with, which shows what changes by itself. The model has not seen it, and if
   * it has another size or is of another display, the points that the model read off the one before mean
   * nothing. Nor does this one, if something else lies there by now, such as a window that has come up; but
   * where a film plays that is always so, so that the next step is done all the same.
   * @param point where the step is to act, in logical points of the display; undefined if it names no place
   * @throws `stale_screenshot` then
   */
  async lookBeforeStep(
    point: { readonly x: number; readonly y: number } | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const seen = this.#readOff ?? this.newest;
    const now = await this.#take(signal);
    this.#detector?.beforeStep(now.image.frame);
    const wasKeptBack = this.#wasKeptBack;
    this.#wasKeptBack = false;
    if (!isOfSameDisplay(seen, now)) {
      throw new GuiAgentError("stale_screenshot", "This is not the screen of the screenshot any more.", {
        remedy: "Nothing was done. Look at the new screenshot.",
      });
    }
    if (point === undefined || wasKeptBack) return;
    if (!hasChangedAround(point, now.view.display, seen.image.frame, now.image.frame)) return;
    this.#wasKeptBack = true;
    throw new GuiAgentError(
      "stale_screenshot",
      "What lies there has changed since the screenshot that the position was read off.",
      {
        remedy:
          "Nothing was done. Look at the new screenshot, and call again if that is still the place that you mean.",
      },
    );
  }

  /** Takes a picture in the middle of a step, to find places on. The model that named them does not see it. */
  async lookBetweenActions(signal: AbortSignal): Promise<Picture> {
    return await this.#takeToReadOff(signal);
  }

  /**
   * Takes a picture for the model that shows what came of a step, and tells whether it looks any different
   * from the one before, be it that something else changed it.
   */
  async lookAfterStep(signal: AbortSignal): Promise<{ picture: Picture; looksDifferent: boolean }> {
    const picture = await this.#takeToReadOff(signal);
    return { picture, looksDifferent: this.#detector?.afterStep(picture.image.frame).looksDifferent ?? true };
  }

  async #takeToReadOff(signal: AbortSignal): Promise<Picture> {
    this.#readOff = await this.#take(signal);
    return this.#readOff;
  }

  async #take(signal: AbortSignal): Promise<Picture> {
    this.#picture = await takePicture(this.#operator, this.#displayIndex, signal);
    return this.#picture;
  }
}
