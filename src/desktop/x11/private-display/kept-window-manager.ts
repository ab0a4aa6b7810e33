import { type Clock, within } from "../../../core/clock.ts";
import { toGuiAgentError } from "../../../core/errors.ts";
import type { Log } from "../../../core/log.ts";
import type { HelperProcess } from "./helper-process.ts";
import { mostEnds, Restarts } from "./restarts.ts";
import { startWindowManager } from "./window-manager.ts";

/** A window manager ends with its server too, and may be seen to be gone first. */
const serverGoneWithinMs = 1_000;

/** What starts the window manager; undefined where there is none to start. */
type Start = () => Promise<HelperProcess | undefined>;

/**
 * Starts a window manager on a display and keeps it running until it is disposed or the server ends:
 * openbox's own menu offers to end it, and without it windows can no longer be brought to the front.
 * Throws `display_unavailable` when the server cannot be reached.
 */
export async function keepWindowManager(
  server: HelperProcess,
  options: { readonly display: string; readonly authority: string },
  log: Log,
  clock: Clock,
): Promise<AsyncDisposable> {
  const start: Start = () => startWindowManager(options, log);
  return new KeptWindowManager(await start(), start, server, log, clock);
}

class KeptWindowManager implements AsyncDisposable {
  readonly #start: Start;
  readonly #server: HelperProcess;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #restarts: Restarts;
  readonly #closed = Promise.withResolvers<void>();
  readonly #keeping: Promise<void>;
  #isClosed: boolean = false;

  constructor(first: HelperProcess | undefined, start: Start, server: HelperProcess, log: Log, clock: Clock) {
    this.#start = start;
    this.#server = server;
    this.#log = log;
    this.#clock = clock;
    this.#restarts = new Restarts(clock);
    this.#keeping = this.#keep(first);
  }

  async #keep(first: HelperProcess | undefined): Promise<void> {
    let current = first;
    while (current !== undefined) {
      await Promise.race([current.ended, this.#closed.promise]);
      const isOver = this.#isClosed || (await this.#serverEnds());
      await current[Symbol.asyncDispose]();
      if (isOver) return;
      current = await this.#startAgain(current.complaint);
    }
  }

  /** Undefined when it is given up. */
  async #startAgain(complaint: string): Promise<HelperProcess | undefined> {
    const what = `The window manager of the private display has ended${complaint === "" ? "" : ` (${complaint})`}`;
    if (!this.#restarts.allowed()) {
      this.#log.error(
        `${what}, ${mostEnds} times within a minute, so it is not started again: windows have no frames and cannot be brought to the front.`,
      );
      return undefined;
    }
    this.#log.warn(`${what}. It is being started again.`);
    try {
      return await this.#start();
    } catch (thrown) {
      // A server that has ended meanwhile is reported by who watches it.
      if (!this.#isClosed && !this.#server.hasEnded) this.#log.warn(toGuiAgentError(thrown).message);
      return undefined;
    }
  }

  /** Whether the server has ended, or is about to, or nobody needs it any more. */
  async #serverEnds(): Promise<boolean> {
    await within(this.#clock, serverGoneWithinMs, Promise.race([this.#server.ended, this.#closed.promise]));
    return this.#isClosed || this.#server.hasEnded;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#closed.resolve();
    await this.#keeping;
  }
}
