import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { childEnvironment, findProgram } from "#runtime";
import { GuiAgentError } from "../../../core/errors.ts";

/** After this, a program that was asked to end is made to. */
const endWithin = 3_000;

/**
 * After this, what a program that has ended said is taken to be all. Programs that it has started may
 * go on with its error output for ever.
 */
const readWithin = 500;

/** How much of what a program says is kept, for an error message. */
const keptCharacters = 2_000;

/** A program that must not outlive us. Disposing it ends it and waits until it has ended. */
export interface HelperProcess extends AsyncDisposable {
  /** Resolves when it has ended and `complaint` is complete, or when it could not be started. */
  readonly ended: Promise<void>;
  readonly hasEnded: boolean;
  /** The last that it wrote to its error output. */
  readonly complaint: string;
  /** What it writes to its fourth file (descriptor 3). */
  readonly report: Readable;
}

/**
 * Starts a program in a session of its own, so that a Ctrl+C in the terminal does not reach it before
 * we have closed what depends on it. The kernel ends it when we are gone, where `setpriv` can ask for that.
 */
export function startHelper(
  program: string,
  parameters: readonly string[],
  changes: Readonly<Record<string, string>>,
): HelperProcess {
  const guard = findProgram("setpriv");
  const [command, ...rest] =
    guard === undefined
      ? [program, ...parameters]
      : [guard, "--pdeathsig", "TERM", "--", program, ...parameters];
  const child = spawn(command ?? program, rest, {
    detached: true,
    env: childEnvironment(changes),
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  return new Helper(child);
}

class Helper implements HelperProcess {
  readonly ended: Promise<void>;
  readonly report: Readable;
  readonly #child: ChildProcess;
  readonly #endWithUs = (): void => {
    this.#child.kill("SIGTERM");
  };
  #hasEnded: boolean = false;
  #complaint = "";

  constructor(child: ChildProcess) {
    this.#child = child;
    const [, , errors, report] = child.stdio;
    if (!isReadable(errors) || !isReadable(report)) throw noPipe();
    this.report = report;
    errors.setEncoding("utf8").on("data", (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-keptCharacters);
    });
    const said = new Promise<void>((done) => {
      errors.once("close", done);
    });
    process.once("exit", this.#endWithUs);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    const end = (): void => {
      this.#hasEnded = true;
      process.off("exit", this.#endWithUs);
    };
    child.once("exit", () => {
      end();
      // Its last words may still be on their way.
      const timer = setTimeout(resolve, readWithin);
      void said.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    child.once("error", (error) => {
      this.#complaint ||= error.message;
      end();
      resolve();
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get complaint(): string {
    return this.#complaint.trim();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#hasEnded) return;
    this.#child.kill("SIGTERM");
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), endWithin);
    await this.ended;
    clearTimeout(timer);
  }
}

function isReadable(stream: ChildProcess["stdio"][number]): stream is Readable {
  return stream !== null && stream !== undefined && "read" in stream;
}

function noPipe(): GuiAgentError {
  return new GuiAgentError("internal", "A program was started without the pipes that were asked for.", {
    remedy: "Check how many files this process may have open (ulimit -n), then start gui-agent again.",
  });
}
