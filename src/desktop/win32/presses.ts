import { GuiAgentError } from "../../core/errors.ts";
import type { Kernel32 } from "./api/kernel32.ts";
import type { WindowFunctions } from "./api/user32-windows.ts";
import { encodeInput, type InputEvent, inputSize } from "./input-events.ts";

/** A key or a button that can be down. */
export interface Control {
  readonly press: InputEvent;
  readonly release: InputEvent;
}

/** What input is sent with. */
export interface InputApi {
  readonly user32: Pick<WindowFunctions, "SendInput">;
  readonly kernel32: Pick<Kernel32, "GetLastError">;
}

/** Put into the events of one `send`. */
export interface Actions {
  press(control: Control): void;
  release(control: Control): void;
  /** Events that leave nothing down. */
  send(...events: readonly InputEvent[]): void;
}

interface Step {
  readonly event: InputEvent;
  /** When the system has taken it. */
  readonly taken?: () => void;
  /** When it has not. */
  readonly missed?: () => void;
}

/**
 * Presses and releases through SendInput, and what of them is down. A release that the system did not
 * take, such as while the screen is locked, is made up for before anything else is sent.
 */
export class Presses {
  readonly #api: InputApi;
  readonly #down = new Set<Control>();
  readonly #owed = new Set<Control>();

  constructor(api: InputApi) {
    this.#api = api;
  }

  /** What we hold down. */
  get down(): ReadonlySet<Control> {
    return this.#down;
  }

  /**
   * Sends what `act` presses, releases and sends, as one, so that nobody else's input gets in between.
   * Throws `permission_denied` when the system does not take all of it.
   */
  send(act: (actions: Actions) => void): void {
    const steps: Step[] = [];
    const release = (control: Control): void => {
      const taken = () => {
        this.#owed.delete(control);
        this.#down.delete(control);
      };
      // What did not even go down need not come up.
      const missed = () => {
        if (this.#down.has(control)) this.#owed.add(control);
      };
      steps.push({ event: control.release, taken, missed });
    };
    for (const control of [...this.#owed]) release(control);
    act({
      press: (control) =>
        steps.push({
          event: control.press,
          taken: () => this.#down.add(control),
        }),
      release,
      send: (...events) => steps.push(...events.map((event) => ({ event }))),
    });
    if (steps.length === 0) return;
    const inserted = this.#insert(steps.map(({ event }) => event));
    for (const { taken } of steps.slice(0, inserted)) taken?.();
    for (const { missed } of steps.slice(inserted)) missed?.();
    if (inserted < steps.length) throw this.#notTaken(inserted, steps.length);
  }

  /** Makes up for releases that the system did not take. Throws `permission_denied` when it still does not. */
  settle(): void {
    this.send(() => undefined);
  }

  /** Lets go of everything. Never throws: there may be no desktop any more that would take it. */
  releaseAll(): void {
    const controls = [...this.#down].toReversed();
    if (controls.length > 0) this.#insert(controls.map(({ release }) => release));
    this.#down.clear();
    this.#owed.clear();
  }

  #insert(events: readonly InputEvent[]): number {
    return this.#api.user32.SendInput(events.length, encodeInput(events), inputSize);
  }

  #notTaken(inserted: number, total: number): GuiAgentError {
    const code = this.#api.kernel32.GetLastError();
    return new GuiAgentError(
      "permission_denied",
      `Windows took ${inserted} of ${total} input events (error ${code}): the screen is locked, a prompt for administrator rights is shown, another program blocks input, or the window in front belongs to a program that runs as administrator.`,
      {
        remedy:
          "Take a screenshot to see what is there. To drive programs that run as administrator, run gui-agent as administrator too.",
      },
    );
  }
}
