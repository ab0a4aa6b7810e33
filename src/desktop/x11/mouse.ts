import type { MouseProviderInterface } from "@nut-tree/nut-js";
import type { PointerState } from "x11";
import { GuiAgentError } from "../../core/errors.ts";
import { nutButton } from "../nut-buttons.ts";
import type { X11Connection } from "./connection.ts";
import { xtest } from "./extensions.ts";
import type { X11Session } from "./session.ts";

/** Event type of XTestFakeInput. */
const motion = 6;

/** What programs receive. The wheel is four buttons, one press a notch. */
const buttons = {
  left: 1,
  middle: 2,
  right: 3,
  wheelUp: 4,
  wheelDown: 5,
  wheelLeft: 6,
  wheelRight: 7,
} as const;
type ButtonName = keyof typeof buttons;

type PointLike = Parameters<MouseProviderInterface["setMousePosition"]>[0];

/**
 * nut.js' mouse on XTEST. Points are root pixels. Every call resolves after the server has
 * processed it, and throws `display_unavailable` when there is no server.
 */
export class X11Mouse implements MouseProviderInterface {
  readonly #connection: X11Connection;

  constructor(connection: X11Connection) {
    this.#connection = connection;
  }

  /** Nothing is delayed here: callers pace their gestures themselves. */
  setMouseDelay(): void {}

  async currentMousePosition(): Promise<{ x: number; y: number }> {
    const session = await this.#connection.session();
    const { rootX, rootY } = await session.call<PointerState>((done) =>
      session.client.QueryPointer(session.root, done),
    );
    return { x: rootX, y: rootY };
  }

  async setMousePosition(point: PointLike): Promise<void> {
    assertCarriable(point);
    const session = await this.#connection.session();
    const { FakeInput } = await xtest(session);
    await session.batch(() => FakeInput(motion, 0, 0, session.root, point.x, point.y));
  }

  async pressButton(button: number): Promise<void> {
    const { session, detail } = await this.#target(nutButton(button));
    await this.#connection.presses.send(session, [{ kind: "button", detail }], ({ press }) =>
      press("button", detail),
    );
  }

  async releaseButton(button: number): Promise<void> {
    const { session, detail } = await this.#target(nutButton(button));
    await this.#connection.presses.send(session, [], ({ release }) => release("button", detail));
  }

  async click(button: number): Promise<void> {
    await this.#strike(nutButton(button), 1);
  }

  async doubleClick(button: number): Promise<void> {
    await this.#strike(nutButton(button), 2);
  }

  leftClick(): Promise<void> {
    return this.#strike("left", 1);
  }

  rightClick(): Promise<void> {
    return this.#strike("right", 1);
  }

  middleClick(): Promise<void> {
    return this.#strike("middle", 1);
  }

  scrollUp(notches: number): Promise<void> {
    return this.#strike("wheelUp", notches);
  }

  scrollDown(notches: number): Promise<void> {
    return this.#strike("wheelDown", notches);
  }

  scrollLeft(notches: number): Promise<void> {
    return this.#strike("wheelLeft", notches);
  }

  scrollRight(notches: number): Promise<void> {
    return this.#strike("wheelRight", notches);
  }

  /** Presses and releases. */
  async #strike(name: ButtonName, times: number): Promise<void> {
    const { session, detail } = await this.#target(name);
    await this.#connection.presses.send(session, [], ({ press, release }) => {
      for (let time = 0; time < times; time += 1) {
        press("button", detail);
        release("button", detail);
      }
    });
  }

  async #target(name: ButtonName): Promise<{ readonly session: X11Session; readonly detail: number }> {
    const session = await this.#connection.session();
    return { session, detail: await physicalButton(session, buttons[name]) };
  }
}

/**
 * The button to press so that programs receive `logical`. XTEST presses buttons of the device, and
 * the server maps them: for a left-handed user the device's button 3 is what programs know as 1.
 */
async function physicalButton(session: X11Session, logical: number): Promise<number> {
  const mapping = await session.call<readonly number[]>((done) => session.client.GetPointerMapping(done));
  const index = mapping.indexOf(logical);
  if (index >= 0) return index + 1;
  throw new GuiAgentError("unsupported", `No button of the pointer is mapped to button ${logical}.`, {
    remedy: "Restore the pointer's buttons, for example with: xmodmap -e 'pointer = default'.",
  });
}

/** Coordinates travel as INT16: what does not fit would come out somewhere else. */
function assertCarriable({ x, y }: PointLike): void {
  const fits = (value: number): boolean => Number.isInteger(value) && value >= -0x8000 && value <= 0x7fff;
  if (fits(x) && fits(y)) return;
  throw new GuiAgentError("out_of_range", `The point (${x}, ${y}) is not a pixel of a screen.`, {
    remedy: "Use whole pixels that lie on a display; gui_list_displays tells where they are.",
  });
}
