import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError, toGuiAgentError } from "../../../core/errors.ts";
import type { Size } from "../../../core/geometry.ts";
import type { Log } from "../../../core/log.ts";
import type { PrivateServer } from "../connect.ts";
import { createAuthorityFile } from "./authority-file.ts";
import type { HelperProcess } from "./helper-process.ts";
import { keepWindowManager } from "./kept-window-manager.ts";
import { mostEnds, Restarts } from "./restarts.ts";
import { startXvfb, startXvfbAs, type Xvfb, type XvfbOptions } from "./xvfb.ts";

/*
 * A display where there is none:
 *
 *   virtual-display.ts         the display, started again when it ends by itself
 *   ├ authority-file.ts        the cookie that keeps other users out
 *   ├ xvfb.ts                  the X server under a free number
 *   ├ kept-window-manager.ts   the window manager, started again when it ends by itself
 *   │ └ window-manager.ts      openbox, so that windows have frames and come to the front
 *   ├ restarts.ts              when starting again has no point
 *   └ helper-process.ts        a program that ends with us, however we end
 */

/** A display of our own, with its X server and window manager. Disposing it ends both. */
export interface VirtualDisplay extends PrivateServer {
  /** Its name, such as `:99`. */
  readonly display: string;
  /** An Xauthority file with its cookie; it goes with the display. */
  readonly authority: string;
}

/** The connection to a server that is ending may break before the server is gone. */
const goneWithinMs = 1_000;

/**
 * Starts an X server that only this user can reach, and a window manager on it if there is one.
 * Throws `display_unavailable` with what to install when Xvfb is missing, or with what it said;
 * `io_failed` when the cookie cannot be stored.
 */
export async function startVirtualDisplay(size: Size, log: Log, clock: Clock): Promise<VirtualDisplay> {
  await using started = new AsyncDisposableStack();
  const authority = started.use(createAuthorityFile());
  const options = { size, authority: authority.path };
  const programs = await startPrograms(await startXvfb(options), options, log, clock);
  const display = started.use(new RestartingDisplay(programs, options, log, clock));
  const running = started.move();
  return {
    display: display.name,
    authority: authority.path,
    ready: () => display.ready(),
    restarted: () => display.restarted(),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

interface Programs extends AsyncDisposable {
  readonly server: HelperProcess;
  readonly number: number;
}

async function startPrograms(
  server: Xvfb,
  { authority }: XvfbOptions,
  log: Log,
  clock: Clock,
): Promise<Programs> {
  await using started = new AsyncDisposableStack();
  started.use(server);
  const options = { display: `:${server.number}`, authority };
  started.use(await keepWindowManager(server.helper, options, log, clock));
  const running = started.move();
  return {
    server: server.helper,
    number: server.number,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Keeps the server running under its number, as long as that has a point. */
class RestartingDisplay implements PrivateServer {
  readonly #number: number;
  readonly #options: XvfbOptions;
  readonly #log: Log;
  readonly #clock: Clock;
  #programs: Programs;
  #ready: Promise<void> = Promise.resolve();
  #isClosed: boolean = false;
  readonly #restarts: Restarts;

  constructor(programs: Programs, options: XvfbOptions, log: Log, clock: Clock) {
    this.#number = programs.number;
    this.#options = options;
    this.#log = log;
    this.#clock = clock;
    this.#restarts = new Restarts(clock);
    this.#programs = programs;
    this.#watch();
  }

  get name(): string {
    return `:${this.#number}`;
  }

  ready(): Promise<void> {
    return this.#ready;
  }

  async restarted(): Promise<void> {
    const { promise: tooLong, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, goneWithinMs);
    await Promise.race([this.#programs.server.ended, tooLong]);
    clearTimeout(timer);
    await this.#ready;
  }

  #watch(): void {
    const { server } = this.#programs;
    void server.ended.then(() => {
      if (this.#isClosed) return;
      this.#ready = this.#startAgain(server.complaint);
      // Whoever calls next is told; until then nobody listens.
      this.#ready.catch(() => undefined);
    });
  }

  async #startAgain(complaint: string): Promise<void> {
    await this.#programs[Symbol.asyncDispose]();
    let reason = complaint;
    while (!this.#isClosed) {
      this.#noteEnd(reason);
      try {
        const server = await startXvfbAs(this.#number, this.#options);
        this.#programs = await startPrograms(server, this.#options, this.#log, this.#clock);
      } catch (thrown) {
        reason = toGuiAgentError(thrown).message;
        continue;
      }
      this.#watch();
      this.#log.info(`The private display ${this.name} is running again.`);
      return;
    }
  }

  /** Throws `display_unavailable` when it was one end too many. */
  #noteEnd(reason: string): void {
    const what = `The private display ${this.name} has ended${reason === "" ? "" : ` (${reason})`}`;
    if (this.#restarts.allowed()) {
      this.#log.warn(`${what}, and every program on it. It is being started again, empty.`);
      return;
    }
    const error = new GuiAgentError(
      "display_unavailable",
      `${what}, ${mostEnds} times within a minute, so it is not started again.`,
      {
        remedy:
          "Check that Xvfb works on this machine and that nothing ends it (such as a lack of memory), then start gui-agent again.",
      },
    );
    this.#log.error(error.message);
    throw error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#ready.catch(() => undefined);
    await this.#programs[Symbol.asyncDispose]();
  }
}
