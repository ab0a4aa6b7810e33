import { spawn } from "node:child_process";
import type { Readable } from "node:stream";

const stopDeadlineMs = 10_000;

export interface ChildOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Called with each line of its standard output. */
  readonly onLine?: (line: string) => void;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it had to be killed because it did not end when asked to. */
  readonly killed: boolean;
}

/** A program that a test started. Disposal ends it by its process id. */
export interface Child extends AsyncDisposable {
  readonly pid: number;
  readonly running: boolean;
  /** Everything that it has written to each stream so far. */
  stdout(): string;
  stderr(): string;
  /** Writes to its standard input. */
  write(text: string): void;
  /** Closes its standard input. */
  end(): void;
  /** Resolves when it has ended by itself or by a signal. */
  readonly exited: Promise<Exit>;
  /** Sends a signal (SIGTERM by default) and waits for the end; kills it when that takes too long. */
  stop(signal?: NodeJS.Signals): Promise<Exit>;
  /**
   * Throws with the program's own words as soon as it ends. To be raced against a wait for
   * something that only a living program can do.
   */
  untilItDies(): Promise<never>;
}

/** On Linux the kernel ends a program even when the test runner itself is killed; by setpriv, of util-linux. */
const endedWithUs = process.platform === "linux" ? ["setpriv", "--pdeathsig", "KILL", "--"] : [];

export function startChild(command: readonly string[], { env, cwd, onLine }: ChildOptions): Child {
  const [program = "", ...parameters] = [...endedWithUs, ...command];
  const child = spawn(program, parameters, { env, cwd, stdio: "pipe" });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} could not be started.`);
  const stdout = collect(child.stdout, onLine);
  const stderr = collect(child.stderr);
  // A program that is gone can no longer read; its exit tells the story.
  child.stdin.on("error", () => undefined);
  let killed = false;
  const exited = new Promise<Exit>((resolve) => {
    child.on("exit", (code, signal) => resolve({ code, signal, killed }));
  });

  const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<Exit> => {
    child.kill(signal);
    const timer = setTimeout(() => {
      killed = true;
      child.kill("SIGKILL");
    }, stopDeadlineMs);
    try {
      return await exited;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    pid,
    get running() {
      return child.exitCode === null && child.signalCode === null;
    },
    stdout,
    stderr,
    write: (text) => child.stdin.write(text),
    end: () => child.stdin.end(),
    exited,
    stop,
    async untilItDies() {
      const { code, signal } = await exited;
      throw new Error(
        `${command[0]} ended (code ${code}, signal ${signal}). It said: ${stderr()}${stdout()}`,
      );
    },
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

/** Collects a stream's text as it comes and hands on its complete lines. */
function collect(stream: Readable, onLine?: (line: string) => void): () => string {
  let text = "";
  let handedOn = 0;
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf("\n", handedOn); end >= 0; end = text.indexOf("\n", handedOn)) {
      const line = text.slice(handedOn, end);
      handedOn = end + 1;
      onLine?.(line);
    }
  });
  return () => text;
}

/** Runs a short program to its end and returns what it printed; throws when it fails. */
export async function runProgram(
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const child = Bun.spawn([...command], { env, stdio: ["ignore", "pipe", "pipe"] });
  const [output, problems, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code === 0) return output;
  throw new Error(`${command.join(" ")} failed (exit code ${code}): ${problems}`);
}
