import { existsSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { findProgram } from "#runtime";
import { GuiAgentError } from "../../../core/errors.ts";
import type { Size } from "../../../core/geometry.ts";
import type { Log } from "../../../core/log.ts";
import { type AuthorityFile, createAuthorityFile } from "./authority-file.ts";
import { type HelperProcess, startHelper } from "./helper-process.ts";
import { startWindowManager } from "./window-manager.ts";

/*
 * A display where there is none:
 *
 *   virtual-display.ts     Xvfb under a free number, and what ends with it
 *   ├ authority-file.ts    the cookie that keeps other users out
 *   ├ window-manager.ts    openbox, so that windows have frames and come to the front
 *   └ helper-process.ts    a program that ends with us, however we end
 */

/** A display of our own, with its X server and window manager. Disposing it ends both. */
export interface VirtualDisplay extends AsyncDisposable {
  /** Its name, such as `:99`. */
  readonly display: string;
  /** An Xauthority file with its cookie; it exists as long as this process. */
  readonly authority: string;
}

/** Below it are the displays of people who log in. */
const firstNumber = 99;
const attempts = 50;

const startWithin = 10_000;

const install =
  "Install it: apt-get install xvfb openbox (Debian, Ubuntu), dnf install xorg-x11-server-Xvfb openbox (Fedora), pacman -S xorg-server-xvfb openbox (Arch).";

/**
 * Starts an X server that only this user can reach, and a window manager on it if there is one.
 * Throws `display_unavailable` with what to install when Xvfb is missing, or with what it said.
 */
export async function startVirtualDisplay(size: Size, log: Log): Promise<VirtualDisplay> {
  await using started = new AsyncDisposableStack();
  const authority = started.use(createAuthorityFile());
  const { server, number } = await startServer(size, authority);
  const display = `:${number}`;
  started.defer(() => removeTraces(number));
  started.use(server);
  const windowManager = await startWindowManager({ display, authority: authority.path }, log);
  if (windowManager !== undefined) started.use(windowManager);
  const running = started.move();
  return {
    display,
    authority: authority.path,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function startServer(
  size: Size,
  authority: AuthorityFile,
): Promise<{ readonly server: HelperProcess; readonly number: number }> {
  const program = findProgram("Xvfb");
  if (program === undefined) {
    throw new GuiAgentError("display_unavailable", "A private display needs Xvfb, which is not installed.", {
      remedy: install,
    });
  }
  for (let number = firstNumber; number < firstNumber + attempts; number += 1) {
    if (existsSync(lockFile(number)) || existsSync(socketFile(number))) continue;
    const server = startHelper(program, serverParameters(number, size, authority), {});
    if (await reportsReady(server)) return { server, number };
    await server[Symbol.asyncDispose]();
    // Another server may have taken the number in the meantime: then the next may be free.
    if (!/already active|listening sockets/.test(server.complaint)) throw notStarted(server.complaint);
  }
  throw notStarted(`all numbers from ${firstNumber} to ${firstNumber + attempts - 1} are taken`);
}

function serverParameters(
  number: number,
  { width, height }: Size,
  authority: AuthorityFile,
): readonly string[] {
  const screen = ["-screen", "0", `${width}x${height}x24`, "-noreset"];
  const access = ["-auth", authority.path, "-nolisten", "tcp"];
  return [`:${number}`, "-displayfd", "3", ...screen, ...access];
}

/** The server writes its number once it accepts connections. */
async function reportsReady(server: HelperProcess): Promise<boolean> {
  const ready = Promise.withResolvers<boolean>();
  server.report.once("data", () => ready.resolve(true));
  const timer = setTimeout(() => ready.resolve(false), startWithin);
  try {
    return await Promise.race([ready.promise, server.ended.then(() => false)]);
  } finally {
    clearTimeout(timer);
  }
}

/** A server that had to be killed leaves its socket and its lock, which would block the number for good. */
async function removeTraces(number: number): Promise<void> {
  const socket = socketFile(number);
  // Another server may have taken the number already: then the files are its own.
  if (!existsSync(socket) || (await accepts(socket))) return;
  rmSync(socket, { force: true });
  rmSync(lockFile(number), { force: true });
}

function accepts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    const settle = (accepted: boolean): void => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}

function lockFile(number: number): string {
  return `/tmp/.X${number}-lock`;
}

function socketFile(number: number): string {
  return `/tmp/.X11-unix/X${number}`;
}

function notStarted(reason: string): GuiAgentError {
  return new GuiAgentError("display_unavailable", `The private display could not be started: ${reason}.`, {
    remedy: `Check that Xvfb works on this machine. ${install}`,
  });
}
