import { optionalExtension, xtest } from "./extensions.ts";
import { type Control, heldNote, readNote, writeNote } from "./held-note.ts";
import { X11RequestError, type X11Session } from "./session.ts";

/** Event types of XTestFakeInput. */
const eventTypes = {
  key: { press: 2, release: 3 },
  button: { press: 4, release: 5 },
} as const satisfies Record<Control["kind"], object>;

/** Put into the requests of one `send`. */
export interface Actions {
  press(kind: Control["kind"], detail: number): void;
  release(kind: Control["kind"], detail: number): void;
}

/**
 * Presses and releases through XTEST, and what of them is down. The server keeps a key down when the
 * connection that pressed it ends, so this outlives sessions: a new one begins by letting go. For who is
 * killed, the next gui-agent does.
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
   * @param held what `act` leaves down: it is noted before, so that no moment is left to be killed in. Not
   *   what it also releases, which would tell what was typed to whoever reads the note.
   */
  async send(session: X11Session, held: readonly Control[], act: (actions: Actions) => void): Promise<void> {
    const [{ FakeInput }, note] = await Promise.all([xtest(session), heldNote(session)]);
    const released = new Set<string>();
    const actions: Actions = {
      press: (kind, detail) => {
        const id = idOf({ kind, detail });
        this.#down.set(id, { kind, detail });
        released.delete(id);
        FakeInput(eventTypes[kind].press, detail, 0, 0, 0, 0);
      },
      release: (kind, detail) => {
        released.add(idOf({ kind, detail }));
        FakeInput(eventTypes[kind].release, detail, 0, 0, 0, 0);
      },
    };
    await session.batch(() => {
      const noted = new Map([...this.#down, ...byId(held)]);
      if (held.length > 0) writeNote(session, note, [...noted.values()]);
      act(actions);
      const left = [...this.#down].filter(([id]) => !released.has(id));
      if (left.length !== noted.size) {
        writeNote(
          session,
          note,
          left.map(([, control]) => control),
        );
      }
    });
    for (const id of released) this.#down.delete(id);
  }

  /** Lets go of everything. A server that was started anew has nothing down, and takes no harm. */
  async releaseAll(session: X11Session): Promise<void> {
    if (this.#down.size === 0) return;
    // The note is left alone: by now it may be that of another gui-agent.
    await releaseEach(session, [...this.#down.values()], () => undefined);
    this.#down.clear();
  }

  /**
   * Lets go of what a gui-agent that was killed has left down. To be called by who has just got the desktop:
   * until then, what is noted may be in use.
   */
  async releaseLeftBehind(session: X11Session): Promise<void> {
    const left = (await readNote(session)).filter((control) => !this.#down.has(idOf(control)));
    if (left.length === 0) return;
    const note = await heldNote(session);
    await releaseEach(session, left, () => writeNote(session, note, [...this.#down.values()]));
  }
}

/** @param andSend what else to send with it */
async function releaseEach(
  session: X11Session,
  controls: readonly Control[],
  andSend: () => void,
): Promise<void> {
  const extension = await optionalExtension(session, "xtest");
  try {
    await session.batch(() => {
      for (const { kind, detail } of controls.toReversed())
        extension?.FakeInput(eventTypes[kind].release, detail, 0, 0, 0, 0);
      andSend();
    });
  } catch (thrown) {
    // Another server under the same name may not have such a key.
    if (!(thrown instanceof X11RequestError)) throw thrown;
  }
}

function idOf({ kind, detail }: Control): string {
  return `${kind}/${detail}`;
}

function byId(controls: readonly Control[]): readonly (readonly [string, Control])[] {
  return controls.map((control) => [idOf(control), control]);
}
