import type { MouseProviderInterface } from "@nut-tree/nut-js";
import type { Clock } from "../../core/clock.ts";
import { GuiAgentError } from "../../core/errors.ts";
import { contains, type Rect } from "../../core/geometry.ts";
import { nutButton } from "../nut-buttons.ts";
import type { MouseButton } from "../port.ts";
import type { User32 } from "./api/user32.ts";
import { point } from "./api/user32-windows.ts";
import { desktopArea } from "./displays.ts";
import { type MouseEvent, mouseFlags } from "./input-events.ts";
import { assertTakesInput, type IntegrityApi } from "./integrity.ts";
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
} as const satisfies Record<MouseButton, Control>;

type PointLike = Parameters<MouseProviderInterface["setMousePosition"]>[0];

/** What the mouse is moved with, and the programs below it are looked at. */
export interface MouseApi extends IntegrityApi {
  readonly user32: IntegrityApi["user32"] &
    Pick<User32, "GetSystemMetrics" | "GetCursorPos" | "WindowFromPoint">;
}

/**
 * nut.js' mouse on SendInput. Points are physical pixels of the whole desktop. What is pressed or turned over
 * a program that Windows keeps it from throws `permission_denied`: the one in front may be another.
 */
export class Win32Mouse implements MouseProviderInterface {
  readonly #api: MouseApi;
  readonly #presses: Presses;
  readonly #clock: Clock;
  /** How a button that is down was pressed: the user may swap the buttons meanwhile. */
  readonly #pressed = new Map<MouseButton, Control>();

  constructor(api: MouseApi, presses: Presses, clock: Clock) {
    this.#api = api;
    this.#presses = presses;
    this.#clock = clock;
  }

  /** Nothing is delayed here: callers pace their gestures themselves. */
  setMouseDelay(): void {}

  async currentMousePosition(): Promise<{ x: number; y: number }> {
    return this.#position();
  }

  /** Throws `out_of_range` for what is no pixel of the desktop. */
  async setMousePosition(target: PointLike): Promise<void> {
    const area = desktopArea(this.#api.user32);
    assertOnDesktop(target, area);
    this.#presses.send(({ send }) =>
      send({
        kind: "mouse",
        flags: mouseFlags.move | mouseFlags.absolute | mouseFlags.virtualDesktop,
        x: absolutePart(target.x - area.x, area.width),
        y: absolutePart(target.y - area.y, area.height),
      }),
    );
    // On the way of a drag nothing is pressed.
    if (this.#pressed.size === 0) await this.#clock.sleep(settleMs);
  }

  async pressButton(button: number): Promise<void> {
    const name = nutButton(button);
    const control = this.#physical(name);
    this.#assertTakesInput();
    this.#presses.send(({ press }) => press(control));
    this.#pressed.set(name, control);
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
    this.#assertTakesInput();
    this.#presses.send(({ send }) => send({ kind: "mouse", flags, data: notches * notch }));
  }

  /** Presses and releases. */
  #strike(name: MouseButton, times: number): void {
    const control = this.#physical(name);
    this.#assertTakesInput();
    this.#presses.send(({ press, release }) => {
      for (let time = 0; time < times; time += 1) {
        press(control);
        release(control);
      }
    });
  }

  #position(): { readonly x: number; readonly y: number } {
    const memory = new Uint8Array(point.size);
    if (this.#api.user32.GetCursorPos(memory) === 0) throw noPointer();
    return point.decode(memory);
  }

  #assertTakesInput(): void {
    assertTakesInput(this.#api, this.#api.user32.WindowFromPoint(this.#position()));
  }

  /** The button to press so that programs receive `name`: SendInput presses those of the device, before they are swapped. */
  #physical(name: MouseButton): Control {
    if (name === "middle" || this.#api.user32.GetSystemMetrics(swapButton) === 0) return buttons[name];
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

/** Beyond the desktop the pointer would go to its edge instead. */
function assertOnDesktop(target: PointLike, area: Rect): void {
  if (Number.isInteger(target.x) && Number.isInteger(target.y) && contains(area, target)) return;
  throw new GuiAgentError(
    "out_of_range",
    `The point (${target.x}, ${target.y}) is not a pixel of a screen.`,
    {
      remedy: "Use whole pixels that lie on a display; gui_list_displays tells where they are.",
    },
  );
}

function noPointer(): GuiAgentError {
  return new GuiAgentError("display_unavailable", "Windows does not tell where the pointer is.", {
    remedy: "The screen may be locked or show a prompt for administrator rights: try again when it does not.",
  });
}
