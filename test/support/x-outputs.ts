import { existsSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./child.ts";
import { programEnvironment } from "./program-environment.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { removeTraces, startPrograms, takeDisplayNumber, waitForWindowManager } from "./x-server.ts";

/** The outputs of the server, none of which is wired to anything. */
export type OutputName = `DUMMY${0 | 1 | 2}`;

/** An output in use; root pixels. The size must be one that monitors have. */
export interface Output {
  readonly name: OutputName;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly primary?: boolean;
}

/**
 * An X server whose outputs are plugged and unplugged as on a computer: the screen grows and shrinks with
 * them, and the server keeps the pointer where they show it.
 */
export interface OutputServer extends AsyncDisposable {
  readonly display: string;
  /** Switches outputs on, or gives them another place or size. */
  plug(...outputs: readonly Output[]): Promise<void>;
  unplug(name: OutputName): Promise<void>;
  run(command: readonly string[]): Promise<string>;
}

/** Without a card, a console and devices, so that it neither needs nor touches those of the machine. */
const configuration = `
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoEnableDevices" "false"
  Option "DontVTSwitch" "true"
  Option "PciForceNone" "true"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 1.0 - 300.0
  VertRefresh 1.0 - 200.0
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "1920x1080"
    Virtual 5760 2160
  EndSubSection
EndSection
`;

/** Some distributions put a program before it that only lets the machine's own user start a server. */
const serverPrograms = ["/usr/lib/xorg/Xorg", "/usr/libexec/Xorg", "/usr/lib/Xorg"];

export async function startOutputServer(...outputs: readonly Output[]): Promise<OutputServer> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const number = takeDisplayNumber();
  const display = `:${number}`;
  resources.defer(() => removeTraces(number));
  const file = join(folder.path, "xorg.conf");
  await Bun.write(file, configuration);
  const program = serverPrograms.find((path) => existsSync(path)) ?? "Xorg";
  const log = join(folder.path, "xorg.log");
  const console = ["-novtswitch", "-sharevts"];
  const command = [program, "-config", file, "-logfile", log, ...console];
  resources.use(await startPrograms(number, folder, command));
  const run = (line: readonly string[]) => runProgram(line, programEnvironment(folder.path, display));
  await waitForWindowManager(run);

  const plug = async (...plugged: readonly Output[]): Promise<void> => {
    for (const { name, width, height } of plugged) {
      await run(["xrandr", "--addmode", name, `${width}x${height}`]);
    }
    await run([
      "xrandr",
      ...plugged.flatMap(({ name, x, y, width, height, primary = false }) => [
        ...["--output", name, "--mode", `${width}x${height}`, "--pos", `${x}x${y}`],
        ...(primary ? ["--primary"] : []),
      ]),
    ]);
  };
  await plug(...outputs);
  const owned = resources.move();
  return {
    display,
    plug,
    async unplug(name) {
      await run(["xrandr", "--output", name, "--off"]);
    },
    run,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
