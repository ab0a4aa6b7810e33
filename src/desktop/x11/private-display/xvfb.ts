import { existsSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { findProgram } from "#runtime";
import { GuiAgentError } from "../../../core/errors.ts";
import type { Size } from "../../../core/geometry.ts";
import { type HelperProcess, startHelper } from "./helper-process.ts";

/** A running X server. Disposing it ends it and leaves nothing of it behind. */
export interface Xvfb extends AsyncDisposable {
  /** The number of its display. */
  readonly number: number;
  readonly helper: HelperProcess;
}

export interface XvfbOptions {
  readonly size: Size;
  /** An Xauthority file; who has none of its cookies is not let in. */
  readonly authority: string;
}

/** Below it are the displays of people who log in. */
const firstNumber = 99;
const attempts = 50;

const startWithin = 10_000;

/** How to get the programs of a private display. */
export const install =
  "Install it: apt-get install xvfb openbox (Debian, Ubuntu), dnf install xorg-x11-server-Xvfb openbox (Fedora), pacman -S xorg-server-xvfb openbox (Arch).";

/**
 * Starts an X server under the first free number.
 * Throws `display_unavailable` with what to install when Xvfb is missing, or with what it said.
 */
export async function startXvfb(options: XvfbOptions): Promise<Xvfb> {
  for (let number = firstNumber; number < firstNumber + attempts; number += 1) {
    if (existsSync(lockFile(number)) || existsSync(socketFile(number))) continue;
    const server = await tryNumber(number, options);
    if (server !== undefined) return server;
  }
  throw notStarted(`all numbers from ${firstNumber} to ${firstNumber + attempts - 1} are taken`);
}

/** Starts an X server under a number that is free by all that is known. Throws what `startXvfb` throws. */
export async function startXvfbAs(number: number, options: XvfbOptions): Promise<Xvfb> {
  const server = await tryNumber(number, options);
  if (server === undefined) throw notStarted(`another X server has taken the number ${number}`);
  return server;
}

/** Undefined when the number is taken. */
async function tryNumber(number: number, options: XvfbOptions): Promise<Xvfb | undefined> {
  const program = findProgram("Xvfb");
  if (program === undefined) {
    throw new GuiAgentError("display_unavailable", "A private display needs Xvfb, which is not installed.", {
      remedy: install,
    });
  }
  const server = startHelper(program, parametersOf(number, options), {});
  if (await reportsReady(server)) {
    return {
      number,
      helper: server,
      [Symbol.asyncDispose]: async () => {
        await server[Symbol.asyncDispose]();
        await removeTraces(number);
      },
    };
  }
  const silence = server.hasEnded
    ? "Xvfb ended and did not say why"
    : `Xvfb did not report ready within ${startWithin / 1000} s`;
  await server[Symbol.asyncDispose]();
  if (/already active|listening sockets/.test(server.complaint)) return undefined;
  throw notStarted(server.complaint || silence);
}

function parametersOf(number: number, { size, authority }: XvfbOptions): readonly string[] {
  const screen = ["-screen", "0", `${size.width}x${size.height}x24`, "-noreset"];
  const access = ["-auth", authority, "-nolisten", "tcp"];
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
