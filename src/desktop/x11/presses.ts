import { optionalExtension, xtest } from "./extensions.ts";
import { X11RequestError, type X11Session } from "./session.ts";

/** Event types of XTestFakeInput. */
const eventTypes = {
  key: { press: 2, release: 3 },
  button: { press: 4, release: 5 },
} as const;

/** A key or a button as the server numbers it: a keycode, or a button of the device. */
interface Control {
  readonly kind: keyof typeof eventTypes;
  readonly detail: number;
}

/** Put into the requests of one `send`. */
export interface Actions {
  press(kind: Control["kind"], detail: number): void;
  release(kind: Control["kind"], detail: number): void;
}

/**
 * Presses and releases through XTEST, and what of them is down. The server keeps a key down when the
 * connection that pressed it ends, so this outlives sessions: a new one begins by letting go.
 */
export class Presses {
  readonly #down = new Map<string, Control>();

  /** Whether something that we have pressed may be down. */
  get areAny(): boolean {
    return this.#down.size > 0;
  }

  /** The buttons of the device that we hold down. */
  get buttons(): readonly number[] {
    return [...this.#down.values()].filter(({ kind }) => kind === "button").map(({ detail }) => detail);
  }

  /**
   * Sends presses, releases and whatever else `act` sends, and waits until the server has processed
   * all of it. What is lost on the way counts as pressed, and as not released.
   */
  async send(session: X11Session, act: (actions: Actions) => void): Promise<void> {
    const { FakeInput } = await xtest(session);
    const released = new Set<string>();
    const actions: Actions = {
      press: (kind, detail) => {
        const id = `${kind}/${detail}`;
        this.#down.set(id, { kind, detail });
        released.delete(id);
        FakeInput(eventTypes[kind].press, detail, 0, 0, 0, 0);
      },
      release: (kind, detail) => {
        released.add(`${kind}/${detail}`);
        FakeInput(eventTypes[kind].release, detail, 0, 0, 0, 0);
      },
    };
    await session.batch(() => act(actions));
    for (const id of released) this.#down.delete(id);
  }

  /** Lets go of everything. A server that was started anew has nothing down, and takes no harm. */
  async releaseAll(session: X11Session): Promise<void> {
    const controls = [...this.#down.values()].toReversed();
    if (controls.length === 0) return;
    const extension = await optionalExtension(session, "xtest");
    try {
      await session.batch(() => {
        for (const { kind, detail } of controls)
          extension?.FakeInput(eventTypes[kind].release, detail, 0, 0, 0, 0);
      });
    } catch (thrown) {
      // Another server under the same name may not have such a key.
      if (!(thrown instanceof X11RequestError)) throw thrown;
    }
    this.#down.clear();
  }
}
