import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { connectToolClient, type ToolClient } from "../tool-client.ts";
import { waitFor } from "../wait-for.ts";
import { openCommandProgram } from "./command-program.ts";
import { type ConsoleCommand, consoleAnswer, type ProgramState } from "./console-commands.ts";
import type { WineDesk } from "./wine-desk.ts";

/** A console of Windows, from which programs are started; they end with it. */
export interface Console extends AsyncDisposable {
  /**
   * Starts a program.
   * @param environment is added to that of Windows
   */
  start(
    file: string,
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<ConsoleProgram>;
  /** Presses Ctrl+C, which all programs of the console hear. */
  interrupt(): Promise<void>;
  /** Which of these virtual keys are down, mouse buttons included. */
  keysDown(...keys: readonly number[]): Promise<readonly number[]>;
  /** What the first control of a kind in the first window of a kind holds. */
  textOf(window: string, control: string): Promise<string>;
  /** Minimises the first window of a kind. */
  minimize(window: string): Promise<void>;
}

/** A program in a console. */
export interface ConsoleProgram extends AsyncDisposable {
  look(): Promise<ProgramState>;
  /** Resolves when it has ended by itself. */
  ended(): Promise<ProgramState>;
  write(text: string): Promise<void>;
  endInput(): Promise<void>;
  /** Ends it at once. */
  kill(): Promise<void>;
  /** Connects to it, a gui-agent that prints its address. */
  connect(): Promise<ToolClient>;
}

const address = /http:\/\/127\.0\.0\.1:\d+\/mcp/;

export async function openConsole(desk: WineDesk): Promise<Console> {
  const opened = await openCommandProgram<ConsoleCommand>(desk, ["console-program"]);
  const tell = async (command: ConsoleCommand) => consoleAnswer.parse(await opened.command(command));
  return {
    async start(file, args, environment = {}) {
      const { program } = await tell({ do: "start", file, args: [...args], environment });
      return programOf(program, tell);
    },
    interrupt: async () => void (await tell({ do: "interrupt" })),
    keysDown: async (...keys) => (await tell({ do: "keys", keys: [...keys] })).down,
    textOf: async (window, control) => (await tell({ do: "text", window, control })).text,
    minimize: async (window) => void (await tell({ do: "minimize", window })),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

type Tell = (command: ConsoleCommand) => Promise<{ readonly state?: ProgramState | undefined }>;

function programOf(program: number, tell: Tell): ConsoleProgram {
  const look = async (): Promise<ProgramState> => {
    const { state } = await tell({ do: "look", program });
    if (state === undefined) throw new Error("The console does not know the program.");
    return state;
  };
  const ended = () =>
    waitFor("the program to end", async () => {
      const state = await look();
      return state.code === null ? undefined : state;
    });
  const kill = async () => void (await tell({ do: "kill", program }));
  return {
    look,
    ended,
    kill,
    write: async (text) => void (await tell({ do: "write", program, text })),
    endInput: async () => void (await tell({ do: "endInput", program })),
    async connect() {
      const url = await waitFor("gui-agent to listen", async () => {
        const { stdout, stderr, code } = await look();
        if (code !== null) throw new Error(`gui-agent ended with ${code}: ${stderr}`);
        return address.exec(stdout)?.[0];
      });
      return await connectToolClient(new StreamableHTTPClientTransport(new URL(url)));
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await ended();
    },
  };
}
