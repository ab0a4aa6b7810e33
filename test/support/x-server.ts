import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Child, runProgram, startChild } from "./child.ts";
import type { Picture } from "./picture.ts";
import { programEnvironment } from "./program-environment.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.ts";
import { waitFor } from "./wait-for.ts";
import { readFramebuffer } from "./x-framebuffer.ts";

export interface XServerOptions {
  /** Pixels of the whole screen. */
  readonly size: { readonly width: number; readonly height: number };
  readonly monitors?: readonly Monitor[];
  /** Whether the server draws the pointer, which `pixels()` then contains. Default true. */
  readonly cursor?: boolean;
  /** An extension that the server shall not have. */
  readonly withoutExtension?: "MIT-SHM" | "RANDR" | "XFIXES" | "XTEST";
  /** Whether a window manager runs. Default true. */
  readonly windowManager?: boolean;
}

/** A part of the screen that programs take for a monitor of its own; root pixels. */
export interface Monitor {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly primary?: boolean;
}

/** An X server, with a window manager unless told otherwise, for one test file alone. */
export interface XServer extends AsyncDisposable {
  /** As in DISPLAY, such as `:512`. */
  readonly display: string;
  /** What the screen shows now, read without any X client. */
  pixels(): Promise<Picture>;
  /** Plugs one more monitor. */
  addMonitor(monitor: Monitor): Promise<void>;
  /** Unplugs a monitor; not the primary one of those that the server was started with. */
  removeMonitor(name: string): Promise<void>;
  /** Sets the keyboard layout, such as `de` or `us,ru`. */
  setLayout(layout: string): Promise<void>;
  /** Runs a short X program to its end and returns what it printed. */
  run(command: readonly string[]): Promise<string>;
  /** Stops the server from answering, with its connections open, until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends the server at once, as a crash would. */
  crash(): Promise<void>;
  /** Starts it again under the same number after a crash. */
  restart(): Promise<void>;
}

// High, and different for test runs at the same time, so that nobody takes our number while the
// server is down in the middle of a test.
let nextNumber = 1_000 + (process.pid % 600) * 50;

export function takeDisplayNumber(): number {
  const number = nextNumber;
  nextNumber += 1;
  return number;
}

export async function startXServer(options: XServerOptions): Promise<XServer> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const number = takeDisplayNumber();
  const display = `:${number}`;
  resources.defer(() => removeTraces(number));
  const env = programEnvironment(folder.path, display);
  const start = () => startPrograms(number, folder, serverCommand(folder, options), options.windowManager);
  let programs = resources.use(await start());

  const run = (command: readonly string[]) => runProgram(command, env);

  /** @param output the server's only output, for the monitor that takes it over, or none */
  const addMonitor = async (monitor: Monitor, output: "screen" | "none" = "none"): Promise<void> => {
    const { name, x, y, width, height, primary = false } = monitor;
    // Sizes in millimetres as a monitor of 96 dots per inch would report them.
    const horizontal = `${width}/${Math.round((width * 25.4) / 96)}`;
    const vertical = `${height}/${Math.round((height * 25.4) / 96)}`;
    const area = `${horizontal}x${vertical}+${x}+${y}`;
    await run(["xrandr", "--setmonitor", primary ? `*${name}` : name, area, output]);
  };

  const setUp = async () => {
    const { monitors = [] } = options;
    // As long as no monitor has it, the output is a monitor of its own, over the whole screen.
    const owner = monitors.find(({ primary }) => primary) ?? monitors[0];
    for (const monitor of monitors) await addMonitor(monitor, monitor === owner ? "screen" : "none");
    if (options.windowManager !== false) await waitForWindowManager(run);
  };
  await setUp();

  const owned = resources.move();
  return {
    display,
    pixels: () => readFramebuffer(join(folder.path, "Xvfb_screen0")),
    addMonitor: (monitor) => addMonitor(monitor),
    async removeMonitor(name) {
      await run(["xrandr", "--delmonitor", name]);
    },
    async setLayout(layout) {
      await run(["setxkbmap", "-layout", layout]);
    },
    run,
    pause: () => void process.kill(programs.server.pid, "SIGSTOP"),
    resume: () => void process.kill(programs.server.pid, "SIGCONT"),
    async crash() {
      await programs.server.stop("SIGKILL");
      await programs[Symbol.asyncDispose]();
    },
    async restart() {
      programs = owned.use(await start());
      await setUp();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

export interface Programs extends AsyncDisposable {
  readonly server: Child;
}

function serverCommand(
  folder: TemporaryFolder,
  { size, cursor = true, withoutExtension }: XServerOptions,
): readonly string[] {
  return [
    "Xvfb",
    ...["-screen", "0", `${size.width}x${size.height}x24`],
    ...["-fbdir", folder.path],
    ...(cursor ? [] : ["-nocursor"]),
    ...(withoutExtension === undefined ? [] : ["-extension", withoutExtension]),
  ];
}

/**
 * Starts an X server, and a window manager in it.
 * @param command the server, without its number
 */
export async function startPrograms(
  number: number,
  folder: TemporaryFolder,
  command: readonly string[],
  windowManager = true,
): Promise<Programs> {
  await using resources = new AsyncDisposableStack();
  const [program = "", ...args] = command;
  const server = resources.use(
    startChild([program, `:${number}`, ...args, "-displayfd", "1", "-noreset", "-nolisten", "tcp"], {
      env: programEnvironment(folder.path),
    }),
  );
  const ready = waitFor("the X server", () => server.stdout().includes(`${number}\n`));
  await Promise.race([ready, server.untilItDies()]);
  if (windowManager) {
    resources.use(startChild(["openbox"], { env: programEnvironment(folder.path, `:${number}`) }));
  }
  const owned = resources.move();
  return { server, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

export async function waitForWindowManager(run: XServer["run"]): Promise<void> {
  await waitFor("the window manager", async () =>
    (await run(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"])).includes("window id"),
  );
}

/** A server that crashed leaves its lock and its socket behind. */
export async function removeTraces(number: number): Promise<void> {
  for (const file of [`/tmp/.X${number}-lock`, `/tmp/.X11-unix/X${number}`]) await rm(file, { force: true });
}
