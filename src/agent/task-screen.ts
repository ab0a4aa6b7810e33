import { GuiAgentError } from "../core/errors.ts";
import type { Operator } from "../tools/operator.ts";
import { isOfSameDisplay, type Picture, takePicture } from "./eyes.ts";
import { StuckDetector } from "./stuck-detector.ts";

/** The screen in the course of a task: what it shows now, and whether the task changes it. */
export class TaskScreen {
  readonly #operator: Operator;
  readonly #displayIndex: number | undefined;
  readonly #stuckThreshold: number;
  #picture: Picture | undefined;
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
    const picture = await this.#take(signal);
    const { frame } = picture.image;
    this.#detector ??= new StuckDetector(this.#stuckThreshold, frame);
    this.#detector.look(frame);
    return picture;
  }

  /**
   * Takes a picture to compare with, which shows what changes by itself. The model has not seen it, and if
   * it has another size or is of another display, the points that the model read off the one before mean nothing.
   * @throws `stale_screenshot` then
   */
  async lookBeforeStep(signal: AbortSignal): Promise<void> {
    const seen = this.newest;
    const now = await this.#take(signal);
    this.#detector?.beforeStep(now.image.frame);
    if (isOfSameDisplay(seen, now)) return;
    throw new GuiAgentError("stale_screenshot", "This is not the screen of the screenshot any more.", {
      remedy: "Nothing was done. Look at the new screenshot.",
    });
  }

  /** Takes a picture in the middle of a step, to find places on. The model that named them does not see it. */
  async lookBetweenActions(signal: AbortSignal): Promise<Picture> {
    return await this.#take(signal);
  }

  /** Takes a picture for the model that shows what came of a step, and tells whether anything did. */
  async lookAfterStep(signal: AbortSignal): Promise<{ picture: Picture; hasChanged: boolean }> {
    const picture = await this.#take(signal);
    return { picture, hasChanged: this.#detector?.afterStep(picture.image.frame) ?? true };
  }

  async #take(signal: AbortSignal): Promise<Picture> {
    this.#picture = await takePicture(this.#operator, this.#displayIndex, signal);
    return this.#picture;
  }
}
