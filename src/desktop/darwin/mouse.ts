import type { MouseProviderInterface } from "@nut-tree/nut-js";
import type { Clock } from "../../core/clock.ts";
import { nutButton } from "../nut-buttons.ts";
import type { MouseButton } from "../port.ts";
import type { CoreGraphics } from "./api/core-graphics.ts";
import type { ClickCount } from "./click-count.ts";
import type { Objects } from "./core-foundation.ts";
import type { EventSender } from "./event-sender.ts";
import type { HeldInput } from "./held-input.ts";

/** `CGMouseButton` and `CGEventType`, CGEventTypes.h. */
const buttons = {
  left: { number: 0, down: 1, up: 2, dragged: 6 },
  right: { number: 1, down: 3, up: 4, dragged: 7 },
  middle: { number: 2, down: 25, up: 26, dragged: 27 },
} as const satisfies Record<MouseButton, object>;
const moved = 5;

/** `CGEventField`, CGEventTypes.h. */
const fields = { clickState: 1, deltaX: 4, deltaY: 5 } as const;

/** `kCGScrollEventUnitLine`, CGEventTypes.h. */
const unitLine = 1;
/** A notch of a wheel scrolls as far as on other systems: by three lines. */
const linesPerNotch = 3;

/** How long macOS may take to move the pointer: the event has to pass all programs that filter events. */
const arrivesWithinMs = 100;
const lookEveryMs = 2;

type PointLike = Parameters<MouseProviderInterface["setMousePosition"]>[0];

/** nut.js' mouse on events of Core Graphics. Places are points of the whole desktop. */
export class DarwinMouse implements MouseProviderInterface {
  readonly #graphics: CoreGraphics;
  readonly #objects: Objects;
  readonly #sender: EventSender;
  readonly #held: HeldInput;
  readonly #clicks: ClickCount;
  readonly #clock: Clock;

  constructor(
    graphics: CoreGraphics,
    objects: Objects,
    input: { readonly sender: EventSender; readonly held: HeldInput; readonly clicks: ClickCount },
    clock: Clock,
  ) {
    this.#graphics = graphics;
    this.#objects = objects;
    this.#sender = input.sender;
    this.#held = input.held;
    this.#clicks = input.clicks;
    this.#clock = clock;
  }

  /** Nothing is delayed here: callers pace their gestures themselves. */
  setMouseDelay(): void {}

  async currentMousePosition(): Promise<{ x: number; y: number }> {
    return this.#position();
  }

  /** Programs are told of a drag, by the button that went down first, as long as one is down. */
  async setMousePosition({ x, y }: PointLike): Promise<void> {
    const [dragging] = this.#held.buttons;
    const from = this.#position();
    this.#sender.send(
      (source) => {
        const { dragged, number } = buttons[dragging ?? "left"];
        const type = dragging === undefined ? moved : dragged;
        return this.#graphics.CGEventCreateMouseEvent(source, type, { x, y }, number);
      },
      // Programs that turn a view by the mouse look at how far it went, not where it is.
      (event) => {
        this.#graphics.CGEventSetIntegerValueField(event, fields.deltaX, x - from.x);
        this.#graphics.CGEventSetIntegerValueField(event, fields.deltaY, y - from.y);
      },
    );
    await this.#untilAt(x, y);
  }

  async pressButton(button: number): Promise<void> {
    this.#press(nutButton(button));
  }

  async releaseButton(button: number): Promise<void> {
    this.#release(nutButton(button));
  }

  async click(button: number): Promise<void> {
    this.#strike(nutButton(button), 1);
  }

  async doubleClick(button: number): Promise<void> {
    this.#strike(nutButton(button), 2);
  }

  async leftClick(): Promise<void> {
    this.#strike("left", 1);
  }

  async rightClick(): Promise<void> {
    this.#strike("right", 1);
  }

  async middleClick(): Promise<void> {
    this.#strike("middle", 1);
  }

  async scrollUp(notches: number): Promise<void> {
    this.#scroll(0, -notches);
  }

  async scrollDown(notches: number): Promise<void> {
    this.#scroll(0, notches);
  }

  async scrollLeft(notches: number): Promise<void> {
    this.#scroll(-notches, 0);
  }

  async scrollRight(notches: number): Promise<void> {
    this.#scroll(notches, 0);
  }

  #strike(button: MouseButton, times: number): void {
    for (let time = 0; time < times; time += 1) {
      this.#press(button);
      this.#release(button);
    }
  }

  #press(button: MouseButton): void {
    const at = this.#position();
    this.#sendButton(button, "down", at, this.#clicks.press(button, at));
    this.#held.buttonDown(button);
  }

  #release(button: MouseButton): void {
    this.#sendButton(button, "up", this.#position(), this.#clicks.release(button));
    this.#held.buttonUp(button);
  }

  #sendButton(
    button: MouseButton,
    way: "down" | "up",
    at: { readonly x: number; readonly y: number },
    count: number,
  ): void {
    const { number, [way]: type } = buttons[button];
    this.#sender.send(
      (source) => this.#graphics.CGEventCreateMouseEvent(source, type, at, number),
      (event) => this.#graphics.CGEventSetIntegerValueField(event, fields.clickState, count),
    );
  }

  /** macOS counts up and left as positive. */
  #scroll(right: number, down: number): void {
    const lines = (notches: number) => -notches * linesPerNotch + 0;
    this.#sender.send((source) =>
      this.#graphics.CGEventCreateScrollWheelEvent2(source, unitLine, 2, lines(down), lines(right), 0),
    );
  }

  /** Whole points: macOS keeps fractions, which no caller can send. */
  #position(): { readonly x: number; readonly y: number } {
    using _pool = this.#objects.pool();
    using event = this.#objects.ownSome(this.#graphics.CGEventCreate(0), "the place of the pointer");
    const { x, y } = this.#graphics.CGEventGetLocation(event.reference);
    return { x: Math.floor(x), y: Math.floor(y) };
  }

  /** Not an error where it stays away: whoever moves the pointer looks where it is. */
  async #untilAt(x: number, y: number): Promise<void> {
    const end = this.#clock.now() + arrivesWithinMs;
    for (;;) {
      const now = this.#position();
      if ((now.x === x && now.y === y) || this.#clock.now() >= end) return;
      await this.#clock.sleep(lookEveryMs);
    }
  }
}
