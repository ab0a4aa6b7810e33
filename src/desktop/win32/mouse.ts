import type { MouseProviderInterface } from "@nut-tree/nut-js";
import type { Clock } from "../../core/clock.ts";
import { GuiAgentError } from "../../core/errors.ts";
import { contains, type Rect } from "../../core/geometry.ts";
import type { User32 } from "./api/user32.ts";
import { desktopArea } from "./displays.ts";
import { type MouseEvent, mouseFlags } from "./input-events.ts";
import type { Control, Presses } from "./presses.ts";

/** `SM_SWAPBUTTON`: whether the user is left-handed. */
const swapButton = 23;

/** `WHEEL_DELTA`: one notch. */
const notch = 120;

/**
 * After a movement. Under Wine, what is pressed sooner arrives where the pointer was before, and the two
 * halves of a double click in different places.
 */
const settleMs = 50;

/** Places are told to SendInput in these parts of the desktop. */
const absoluteParts = 0x1_0000;

const buttons = {
  left: button(mouseFlags.leftDown, mouseFlags.leftUp),
  middle: button(mouseFlags.middleDown, mouseFlags.middleUp),
  right: button(mouseFlags.rightDown, mouseFlags.rightUp),
} as const satisfies Record<string, Control>;
type ButtonName = keyof typeof buttons;

/** nut.js numbers its buttons so (its `Button` is an enum, whose module may not be loaded here yet). */
const nutButtons: readonly ButtonName[] = ["left", "middle", "right"];

type PointLike = Parameters<MouseProviderInterface["setMousePosition"]>[0];

/** nut.js' mouse on SendInput. Points are physical pixels of the whole desktop. */
export class Win32Mouse implements MouseProviderInterface {
  readonly #user32: User32;
  readonly #presses: Presses;
  readonly #clock: Clock;
  /** How a button that is down was pressed: the user may swap the buttons meanwhile. */
  readonly #pressed = new Map<ButtonName, Control>();

  constructor(user32: User32, presses: Presses, clock: Clock) {
    this.#user32 = user32;
    this.#presses = presses;
    this.#clock = clock;
  }

  /** Nothing is delayed here: callers pace their gestures themselves. */
  setMouseDelay(): void {}

  async currentMousePosition(): Promise<{ x: number; y: number }> {
    const point = new Int32Array(2);
    if (this.#user32.GetCursorPos(new Uint8Array(point.buffer)) === 0) throw noPointer();
    const [x = 0, y = 0] = point;
    return { x, y };
  }

  /** Throws `out_of_range` for what is no pixel of the desktop. */
  async setMousePosition(point: PointLike): Promise<void> {
    const area = desktopArea(this.#user32);
    assertOnDesktop(point, area);
    this.#presses.send(({ send }) =>
      send({
        kind: "mouse",
        flags: mouseFlags.move | mouseFlags.absolute | mouseFlags.virtualDesktop,
        x: absolutePart(point.x - area.x, area.width),
        y: absolutePart(point.y - area.y, area.height),
      }),
    );
    // On the way of a drag nothing is pressed.
    if (this.#pressed.size === 0) await this.#clock.sleep(settleMs);
  }

  async pressButton(button: number): Promise<void> {
    const name = nutButton(button);
    const control = this.#physical(name);
    this.#pressed.set(name, control);
    this.#presses.send(({ press }) => press(control));
  }

  async releaseButton(button: number): Promise<void> {
    const name = nutButton(button);
    const control = this.#pressed.get(name) ?? this.#physical(name);
    this.#pressed.delete(name);
    this.#presses.send(({ release }) => release(control));
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
    this.#turn(mouseFlags.wheel, notches);
  }

  async scrollDown(notches: number): Promise<void> {
    this.#turn(mouseFlags.wheel, -notches);
  }

  async scrollLeft(notches: number): Promise<void> {
    this.#turn(mouseFlags.wheelAcross, -notches);
  }

  async scrollRight(notches: number): Promise<void> {
    this.#turn(mouseFlags.wheelAcross, notches);
  }

  #turn(flags: number, notches: number): void {
    this.#presses.send(({ send }) => send({ kind: "mouse", flags, data: notches * notch }));
  }

  /** Presses and releases. */
  #strike(name: ButtonName, times: number): void {
    const control = this.#physical(name);
    this.#presses.send(({ press, release }) => {
      for (let time = 0; time < times; time += 1) {
        press(control);
        release(control);
      }
    });
  }

  /** The button to press so that programs receive `name`: SendInput presses those of the device, before they are swapped. */
  #physical(name: ButtonName): Control {
    if (name === "middle" || this.#user32.GetSystemMetrics(swapButton) === 0) return buttons[name];
    return name === "left" ? buttons.right : buttons.left;
  }
}

/** The middle of a pixel: whichever way the system rounds, that pixel comes out. */
function absolutePart(offset: number, size: number): number {
  return Math.floor(((offset + 0.5) * absoluteParts) / size);
}

function button(down: number, up: number): Control {
  const event = (flags: number): MouseEvent => ({ kind: "mouse", flags });
  return { press: event(down), release: event(up) };
}

function nutButton(button: number): ButtonName {
  const name = nutButtons[button];
  if (name !== undefined) return name;
  throw new GuiAgentError("invalid_input", `There is no mouse button ${button}.`, {
    remedy: "Use the button left, middle or right.",
  });
}

/** Beyond the desktop the pointer would go to its edge instead. */
function assertOnDesktop(point: PointLike, area: Rect): void {
  if (Number.isInteger(point.x) && Number.isInteger(point.y) && contains(area, point)) return;
  throw new GuiAgentError("out_of_range", `The point (${point.x}, ${point.y}) is not a pixel of a screen.`, {
    remedy: "Use whole pixels that lie on a display; gui_list_displays tells where they are.",
  });
}

function noPointer(): GuiAgentError {
  return new GuiAgentError("display_unavailable", "Windows does not tell where the pointer is.", {
    remedy: "The screen may be locked or show a prompt for administrator rights: try again when it does not.",
  });
}
