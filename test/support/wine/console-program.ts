/**
 * Runs on Windows: starts programs in a console of its own, presses Ctrl+C there, and looks at keys and
 * windows, without any of gui-agent's logic.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { openLibrary, signature } from "../../../src/desktop/native/library.ts";
import {
  bytes,
  handle,
  int16,
  int32,
  signedHandle,
  text16,
  uint32,
} from "../../../src/desktop/native/types.ts";
import { consoleCommand, type ProgramState } from "./console-commands.ts";
import { serveCommands } from "./serve-commands.ts";

const kernel32 = openLibrary("kernel32.dll", {
  AllocConsole: signature(int32),
  FreeConsole: signature(int32),
  GenerateConsoleCtrlEvent: signature(int32, uint32, uint32),
  SetConsoleCtrlHandler: signature(int32, handle, int32),
});
const user32 = openLibrary("user32.dll", {
  GetAsyncKeyState: signature(int16, int32),
  FindWindowExW: signature(handle, handle, handle, text16, text16),
  SendMessageW: signature(signedHandle, handle, uint32, handle, bytes),
});

const messages = { getText: 0x0d, systemCommand: 0x112 } as const;
const minimize = 0xf020;

// What it was started from is no console that Ctrl+C could be pressed in.
kernel32.FreeConsole();
if (kernel32.AllocConsole() === 0) throw new Error("There is no console.");

interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly said: { stdout: string; stderr: string };
  code: number | null;
}
const programs: Started[] = [];

function start(file: string, args: readonly string[], environment: Readonly<Record<string, string>>): number {
  // Whoever ignores Ctrl+C passes that on to what it starts.
  kernel32.SetConsoleCtrlHandler(0, 0);
  const child = spawn(file, args, { env: { ...process.env, ...environment } });
  const started: Started = { child, said: { stdout: "", stderr: "" }, code: null };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      started.said[stream] += text;
    });
  }
  // When the output is complete too.
  child.on("close", (code) => {
    started.code = code ?? -1;
  });
  return programs.push(started) - 1;
}

function started(number: number): Started {
  const found = programs[number];
  if (found === undefined) throw new Error(`No program ${number} was started.`);
  return found;
}

function stateOf({ child, said, code }: Started): ProgramState {
  return { pid: child.pid ?? 0, ...said, code };
}

function interrupt(): void {
  // Not for ourselves.
  kernel32.SetConsoleCtrlHandler(0, 1);
  if (kernel32.GenerateConsoleCtrlEvent(0, 0) === 0) throw new Error("Ctrl+C could not be pressed.");
}

function find(parent: number | bigint, kind: string): number | bigint {
  const found = user32.FindWindowExW(parent, 0, kind, null);
  if (Number(found) === 0) throw new Error(`There is no ${kind}.`);
  return found;
}

function textOf(control: number | bigint): string {
  const memory = new Uint16Array(20_000);
  const length = user32.SendMessageW(control, messages.getText, memory.length, new Uint8Array(memory.buffer));
  return new TextDecoder("utf-16le").decode(memory.subarray(0, Number(length)));
}

serveCommands(async (raw) => {
  const command = consoleCommand.parse(raw);
  switch (command.do) {
    case "start":
      return { program: start(command.file, command.args, command.environment) };
    case "look":
      return { state: stateOf(started(command.program)) };
    case "kill":
      started(command.program).child.kill("SIGKILL");
      return {};
    case "write":
      started(command.program).child.stdin.write(command.text);
      return {};
    case "endInput":
      started(command.program).child.stdin.end();
      return {};
    case "interrupt":
      interrupt();
      return {};
    case "keys":
      return { down: command.keys.filter((key) => user32.GetAsyncKeyState(key) < 0) };
    case "text":
      return { text: textOf(find(find(0, command.window), command.control)) };
    case "minimize":
      user32.SendMessageW(find(0, command.window), messages.systemCommand, minimize, null);
      return {};
    default:
      return command satisfies never;
  }
});
