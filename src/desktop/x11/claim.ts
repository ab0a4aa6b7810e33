import type { Clock } from "../../core/clock.ts";
import { throwIfCancelled } from "../../core/errors.ts";
import { claimedByAnother } from "../claimed-by-another.ts";
import type { ClaimHolder, ClaimOptions } from "../port.ts";
import { selectionOwner } from "./clipboard/atoms.ts";
import { createSelectionWindow } from "./clipboard/requestor.ts";
import { none } from "./protocol.ts";
import type { X11Session } from "./session.ts";
import { atom, readNumbers, unlessGone } from "./window-properties.ts";

/** How often one who waits looks whether it is its turn. */
const lookEveryMs = 10;

const currentTime = 0;
const cardinalType = 6;

/** Since when the window that has this property has the desktop: seconds of 1970. */
const sinceName = "_GUI_AGENT_DESKTOP_SINCE";

interface Atoms {
  readonly held: number;
  readonly next: number;
  readonly since: number;
}

/** The windows of who has the desktop and of who gets it next; 0 for nobody. */
interface Line {
  readonly holder: number;
  readonly next: number;
}

/**
 * The claim of this process on the desktop, against those of other gui-agents on the same X server. It is
 * the ownership of a selection, which the server ends together with its owner's connection: one that was
 * killed keeps nobody out. A second selection is the place at the head of the line: without it, one with
 * many calls would take the desktop again before another has looked.
 */
export class DesktopClaim {
  readonly #session: X11Session;
  readonly #clock: Clock;
  readonly #window: number;
  readonly #held: number;
  readonly #next: number;
  readonly #since: number;
  readonly #onTaken: () => Promise<void>;
  /** Claims that were given out and not disposed of. */
  #count = 0;

  private constructor(session: X11Session, clock: Clock, atoms: Atoms, onTaken: () => Promise<void>) {
    this.#session = session;
    this.#clock = clock;
    this.#window = createSelectionWindow(session);
    this.#held = atoms.held;
    this.#next = atoms.next;
    this.#since = atoms.since;
    this.#onTaken = onTaken;
  }

  /** @param onTaken called when the desktop is ours, before anybody uses it */
  static async open(session: X11Session, clock: Clock, onTaken: () => Promise<void>): Promise<DesktopClaim> {
    const named = (name: string) => atom(session, name);
    const [held, next, since, pid] = await Promise.all([
      named("_GUI_AGENT_DESKTOP"),
      named("_GUI_AGENT_DESKTOP_NEXT"),
      named(sinceName),
      named("_NET_WM_PID"),
    ]);
    const claim = new DesktopClaim(session, clock, { held, next, since }, onTaken);
    // For the others, to say who keeps them waiting.
    claim.#setNumber(pid, process.pid);
    return claim;
  }

  /** As `Desktop.claim` says; inside one process the callers take turns already. */
  async take(options: ClaimOptions): Promise<Disposable> {
    throwIfCancelled(options.signal);
    if (this.#count === 0) await this.#takeAnew(options);
    this.#count += 1;
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#count -= 1;
        if (this.#count === 0) this.#set(this.#held, none);
      },
    };
  }

  async #takeAnew(options: ClaimOptions): Promise<void> {
    await this.#wait(options);
    try {
      await this.#onTaken();
    } catch (error) {
      this.#set(this.#held, none);
      throw error;
    }
  }

  async #wait({ timeoutMs, signal, onWait }: ClaimOptions): Promise<void> {
    const end = this.#clock.now() + timeoutMs;
    let tell = onWait;
    let seen = await this.#tryToTake();
    try {
      while (seen !== undefined) {
        if (this.#clock.now() >= end) throw claimedByAnother(await this.#describe(seen));
        tell?.(await this.#describe(seen));
        tell = undefined;
        await this.#clock.sleep(lookEveryMs, signal);
        const now = await this.#look();
        if (now.holder !== seen.holder || now.next !== seen.next) seen = await this.#tryToTake();
      }
    } catch (error) {
      if (seen?.next === this.#window) this.#set(this.#next, none);
      throw error;
    }
  }

  /**
   * Takes the desktop, or else the place at the head of the line, where they are free. Nobody else's
   * requests come between looking and taking: of two who look at once, both would find it free.
   * @returns who is before us; undefined when the desktop is ours
   */
  async #tryToTake(): Promise<Line | undefined> {
    const { client } = this.#session;
    client.GrabServer();
    try {
      const { holder, next } = await this.#look();
      const isNext = next === this.#window;
      if (holder === none && (next === none || isNext)) {
        this.#setNumber(this.#since, Math.floor(this.#clock.date().getTime() / 1000));
        this.#set(this.#held, this.#window);
        if (isNext) this.#set(this.#next, none);
        return undefined;
      }
      if (next !== none) return { holder, next };
      this.#set(this.#next, this.#window);
      return { holder, next: this.#window };
    } finally {
      if (!this.#session.isLost) client.UngrabServer();
    }
  }

  async #look(): Promise<Line> {
    const [holder, next] = await Promise.all([
      selectionOwner(this.#session, this.#held),
      selectionOwner(this.#session, this.#next),
    ]);
    return { holder, next };
  }

  #set(selection: number, owner: number): void {
    if (!this.#session.isLost) this.#session.client.SetSelectionOwner(owner, selection, currentTime);
  }

  #setNumber(property: number, value: number): void {
    if (this.#session.isLost) return;
    this.#session.client.ChangeProperty(0, this.#window, property, cardinalType, 32, [value]);
  }

  /** Who is to be waited for. Who gets the desktop next has not used it since any time. */
  async #describe({ holder, next }: Line): Promise<ClaimHolder> {
    const numbers = async (window: number, name: string) =>
      window === none ? [] : ((await unlessGone(readNumbers(this.#session, window, name))) ?? []);
    const [[pid], [seconds]] = await Promise.all([
      numbers(holder === none ? next : holder, "_NET_WM_PID"),
      numbers(holder, sinceName),
    ]);
    return { pid, since: seconds === undefined ? undefined : new Date(seconds * 1000) };
  }
}
