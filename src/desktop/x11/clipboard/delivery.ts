import type { SelectionRequest } from "x11";
import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError } from "../../../core/errors.ts";
import type { PasteOutcome } from "../../port.ts";
import { copiedOver } from "../../text-not-taken.ts";
import { Condition } from "../condition.ts";
import { windowsWithKeyboard } from "../keyboard-focus.ts";
import { haveSameClient } from "../same-client.ts";
import type { X11Session } from "../session.ts";
import type { Watcher } from "./owner.ts";

/** Who has asked for the text waits no longer than this until it asks for more of it. */
const quietMs = 150;
/**
 * Chromium asks for the page's code, whether or not that is there, and again for the field, if there is
 * one. In between the page may take its time, and as Chromium does not say for which paste it asks, it
 * would be given what the user has copied.
 */
const askedTwiceWithinMs = 1_500;

/** A program that hangs for longer after a paste that was given up is taken for one that has ended. */
const lateWithinMs = 15_000;

/** In place of the time of the paste. */
const currentTime = 0;

/** What becomes of a text that is lent to the program that has the keyboard. */
export class Delivery implements Watcher {
  readonly #session: X11Session;
  readonly #clock: Clock;
  /** Windows of programs that may be the one that pastes. */
  readonly #targets: number[] = [];
  readonly #change: Condition;
  /** What others have been given. */
  readonly #elsewhere: [SelectionRequest, Promise<boolean>][] = [];
  #timesGiven = 0;
  #mayAskAgain: boolean = false;
  #underWay = 0;
  #lastAt = 0;
  #isBroken: boolean = false;
  #isLost: boolean = false;
  #isOver: boolean = false;

  /** @param window which one has the keyboard now; undefined when none has: then nobody takes the text */
  constructor(session: X11Session, clock: Clock, window: number | undefined) {
    this.#session = session;
    this.#clock = clock;
    if (window !== undefined) this.#targets.push(window);
    this.#change = new Condition(session, clock);
  }

  /** Who asks when it is over comes too late: the caller may have put the text in by other means already. */
  mayGive(): boolean {
    return !this.#isOver;
  }

  /** Others read along, such as histories of the clipboard: that is not yet the paste. */
  given(request: SelectionRequest, whole: Promise<boolean>): void {
    const { requestor, time } = request;
    if (!this.#isTarget(requestor)) {
      this.#elsewhere.push([request, whole]);
      return;
    }
    this.#timesGiven += 1;
    this.#mayAskAgain = time === currentTime && this.#timesGiven < 2;
    this.#underWay += 1;
    void whole.then((isWhole) => {
      this.#underWay -= 1;
      this.#isBroken ||= !isWhole;
      this.#changed();
    });
    this.#changed();
  }

  lost(): void {
    this.#isLost = true;
    this.#changed();
  }

  /**
   * Watches over what is put back, where the program has not pasted: it may still do so when it hangs no
   * longer, and then it must not get what the user has copied.
   */
  afterwards(): Watcher | undefined {
    if (this.#timesGiven > 0 && !this.#mayAskAgain) return undefined;
    const end = this.#clock.now() + lateWithinMs;
    return {
      mayGive: ({ requestor, time }) =>
        time !== currentTime || !this.#isTarget(requestor) || this.#clock.now() > end,
      given: () => undefined,
      lost: () => undefined,
    };
  }

  /** `TextLoan.taken` of the port. */
  async taken(timeoutMs: number, signal: AbortSignal): Promise<PasteOutcome> {
    try {
      await this.#followKeyboard();
      return await this.#untilTaken(timeoutMs, signal);
    } finally {
      this.#isOver = true;
    }
  }

  /** After a click the window manager takes a moment to hand the keyboard on: the keys may have come later. */
  async #followKeyboard(): Promise<void> {
    const [window] = await windowsWithKeyboard(this.#session);
    if (window === undefined || this.#isTarget(window)) return;
    this.#targets.push(window);
    for (const [request, whole] of this.#elsewhere.splice(0)) this.given(request, whole);
  }

  async #untilTaken(timeoutMs: number, signal: AbortSignal): Promise<PasteOutcome> {
    const end = this.#clock.now() + timeoutMs;
    while (this.#timesGiven === 0) {
      if (this.#isLost) throw copiedOver();
      const left = end - this.#clock.now();
      // Some programs have another fetch for them what they paste, so nobody can tell.
      if (left <= 0 && this.#elsewhere.length > 0) throw takenElsewhere();
      if (left <= 0) return "ignored";
      await this.#change.wait(left, signal);
    }
    for (;;) {
      if (this.#isBroken) throw takenInPart();
      const wantedMs = this.#mayAskAgain ? askedTwiceWithinMs : quietMs;
      const quietFor = this.#clock.now() - this.#lastAt;
      if (this.#underWay === 0 && quietFor >= wantedMs) return this.#mayAskAgain ? "perhaps" : "taken";
      // What is under way ends by itself.
      await this.#change.wait(this.#underWay > 0 ? quietMs : wantedMs - quietFor, signal);
    }
  }

  #isTarget(requestor: number): boolean {
    return this.#targets.some((window) => haveSameClient(this.#session, requestor, window));
  }

  #changed(): void {
    this.#lastAt = this.#clock.now();
    this.#change.notify();
  }
}

function takenInPart(): GuiAgentError {
  return new GuiAgentError(
    "text_not_taken",
    "The program that has the focus began to take the text and did not finish.",
    { remedy: "Take a screenshot to see what of it is there before you try again." },
  );
}

function takenElsewhere(): GuiAgentError {
  return new GuiAgentError(
    "text_not_taken",
    "The program that has the focus did not take the text, but another one did: a history of the clipboard, or one that pastes on its behalf.",
    { remedy: 'Take a screenshot. If the text is not there, use the method "keys".' },
  );
}
