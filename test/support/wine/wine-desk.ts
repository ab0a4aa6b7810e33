import { appendFile, cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Child, runProgram, startChild } from "../child.ts";
import { programEnvironment } from "../program-environment.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type Monitor, startXServer, type XServer } from "../x-server.ts";
import { forwarderLibrary } from "./forwarder-library.ts";

export interface WineOptions {
  /** Pixels of the desktop, which is one window that fills the screen. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Dots per inch: 96 is a scale of 1. */
  readonly dpi?: number;
  /** Parts of the screen that are monitors of their own; windows are then the X server's. */
  readonly monitors?: readonly Monitor[];
  /** Whether the screen's own picture has the pointer; see `XServerOptions`. */
  readonly cursor?: boolean;
  /** How the parts of windows are painted, by their names in the registry: `#rrggbb`. */
  readonly colors?: Readonly<Record<string, string>>;
}

/** A Windows of its own, of Wine, on a screen of its own. */
export interface WineDesk extends AsyncDisposable {
  readonly server: XServer;
  /** A folder of this machine for whatever a test needs. */
  readonly folder: string;
  /** The environment of the programs. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts a program of Windows by its whole path, so that the child is itself; it ends with the desk. */
  start(command: readonly string[], onLine?: (line: string) => void): Child;
}

/** A path of this machine as Windows has it. */
export function windowsPath(path: string): string {
  return `Z:${path.replaceAll("/", "\\")}`;
}

/** A Windows as it is first set up, which takes about 10 s; the others are copies of it. */
const template = resolve("dist/wine");

export async function startWineDesk({
  size = { width: 1_280, height: 800 },
  dpi = 96,
  monitors = [],
  cursor = true,
  colors = {},
}: WineOptions = {}): Promise<WineDesk> {
  await using resources = new AsyncDisposableStack();
  const server = resources.use(await startXServer({ size, monitors, cursor, windowManager: false }));
  const folder = resources.use(await temporaryFolder());
  const prefix = join(folder.path, "prefix");
  const env = wineEnvironment(folder.path, prefix, server.display);
  await makeTemplate(server.display);
  await cp(template, prefix, { recursive: true, verbatimSymlinks: true });
  await appendFile(
    join(prefix, "user.reg"),
    settings(size, dpi, monitors.length > 0) + colorSettings(colors),
  );
  resources.defer(() => endWindows(env));
  const owned = resources.move();
  return {
    server,
    folder: folder.path,
    env,
    start: (command, onLine) =>
      owned.use(startChild(["wine", ...command], { env, ...(onLine && { onLine }) })),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function wineEnvironment(home: string, prefix: string, display: string): Record<string, string> {
  return {
    ...programEnvironment(home, display),
    WINEPREFIX: prefix,
    WINEARCH: "win64",
    WINEDEBUG: "-all",
    // What is not installed would ask whether to install it; the last one makes menus for the desktop around.
    WINEDLLOVERRIDES: "mscoree,mshtml,winemenubuilder.exe=d",
    LC_ALL: "C.UTF-8",
  };
}

async function makeTemplate(display: string): Promise<void> {
  if (await Bun.file(join(template, "user.reg")).exists()) return;
  await mkdir(resolve("dist"), { recursive: true });
  const unfinished = await mkdtemp(resolve("dist/wine-"));
  try {
    const prefix = join(unfinished, "prefix");
    const env = wineEnvironment(unfinished, prefix, display);
    await runProgram(["wineboot", "--init"], env);
    await endWindows(env);
    // Bun needs it, and Wine 8 has none.
    const library = forwarderLibrary("bcryptprimitives.dll", "ProcessPrng", "ADVAPI32.SystemFunction036");
    await Bun.write(join(prefix, "drive_c/windows/system32/bcryptprimitives.dll"), library);
    await rename(prefix, template).catch(async (thrown) => {
      // Another test file was faster.
      if (!(await Bun.file(join(template, "user.reg")).exists())) throw thrown;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Asks all programs to end, and resolves when the registry is written. */
async function endWindows(env: Readonly<Record<string, string>>): Promise<void> {
  await Bun.spawn(["wineserver", "-k"], { env }).exited;
  await Bun.spawn(["wineserver", "-w"], { env }).exited;
}

/** Sections of the file that Wine keeps the user's registry in. */
function settings(
  { width, height }: { readonly width: number; readonly height: number },
  dpi: number,
  hasMonitors: boolean,
): string {
  const hex = dpi.toString(16).padStart(8, "0");
  return String.raw`

[Software\\Wine]
"Version"="win10"

${hasMonitors ? monitorSettings : desktopSettings(width, height)}

[Software\\Wine\\WineDbg]
"ShowCrashDialog"=dword:00000000

[Control Panel\\Desktop]
"LogPixels"=dword:${hex}
"DpiScalingVer"=dword:00001000
`;
}

function colorSettings(colors: Readonly<Record<string, string>>): string {
  const lines = Object.entries(colors).map(
    ([part, color]) => `"${part}"="${[...Uint8Array.fromHex(color.slice(1))].join(" ")}"`,
  );
  return ["", String.raw`[Control Panel\\Colors]`, ...lines, ""].join("\n");
}

/** One window for the whole desktop, which has one monitor then. */
function desktopSettings(width: number, height: number): string {
  return String.raw`[Software\\Wine\\Explorer]
"Desktop"="Default"

[Software\\Wine\\Explorer\\Desktops]
"Default"="${width}x${height}"`;
}

/** Otherwise Wine asks for the outputs, of which Xvfb has one, and not for the monitors. */
const monitorSettings = String.raw`[Software\\Wine\\X11 Driver]
"UseXRandR"="N"`;
