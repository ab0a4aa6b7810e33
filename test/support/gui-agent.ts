import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Child, type Exit, startChild } from "./child.ts";
import { type InstallationOptions, installGuiAgent } from "./installation.ts";
import { isAlive } from "./processes.ts";
import { connectToolClient, type ToolClient } from "./tool-client.ts";
import { waitFor } from "./wait-for.ts";

export interface ClientOptions {
  /** What the client calls itself. */
  readonly clientName?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A client that can do more than call tools. */
  readonly client?: Client;
}

export interface GuiAgentOptions extends InstallationOptions, ClientOptions {
  readonly args?: readonly string[];
  /** The command line to start instead of the compiled file. */
  readonly command?: readonly string[];
}

/** The product with scripts instead of the agent loop; see scripted-task.ts. */
export const scriptedProgram = [process.execPath, join(import.meta.dir, "task-program.ts")];

/** The compiled program, serving over HTTP, with one connected client. */
export interface HttpGuiAgent extends ToolClient {
  readonly pid: number;
  /** The folder that it was started in. */
  readonly workingDirectory: string;
  /** The address of the MCP endpoint. */
  readonly url: string;
  /** What it has written so far. */
  stdout(): string;
  stderr(): string;
  /** Connects one more client with a session of its own. */
  connect(options?: ClientOptions): Promise<ToolClient>;
  /** Ends the program with a signal and tells how it ended. */
  stop(signal?: NodeJS.Signals): Promise<Exit>;
}

const listening = /http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+\/mcp/;

/** Starts the program over HTTP. Disposal checks that it exits cleanly. */
export async function startGuiAgent({
  args = [],
  command,
  ...options
}: GuiAgentOptions): Promise<HttpGuiAgent> {
  await using resources = new AsyncDisposableStack();
  const { program, env, workingDirectory } = resources.use(await installGuiAgent(options));
  const child = resources.adopt(
    startChild([...(command ?? [program]), "--port", "0", ...args], { env, cwd: workingDirectory }),
    stopCleanly,
  );
  const printedUrl = () => listening.exec(child.stderr() + child.stdout())?.[0];
  const url = await Promise.race([waitFor("the program to listen", printedUrl), child.untilItDies()]);

  const connect = async ({ clientName, headers = {}, client }: ClientOptions = options) => {
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    const connected = await connectToolClient(transport, clientName, client);
    return {
      ...connected,
      async [Symbol.asyncDispose]() {
        // A session whose program is gone has nothing left to end.
        if (child.running) await transport.terminateSession();
        await connected[Symbol.asyncDispose]();
      },
    };
  };
  const first = resources.use(await connect());
  const owned = resources.move();
  return {
    ...first,
    pid: child.pid,
    workingDirectory,
    url,
    stdout: child.stdout,
    stderr: child.stderr,
    connect,
    stop: child.stop,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Runs the program to its end and tells what it wrote; with `stdin` it gets that as its whole input. */
export async function runGuiAgent(
  args: readonly string[],
  {
    stdin,
    command,
    ...options
  }: InstallationOptions & { readonly stdin?: string; readonly command?: readonly string[] } = {},
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  await using installation = await installGuiAgent(options);
  const { program, env, workingDirectory } = installation;
  await using child = startChild([...(command ?? [program]), ...args], { env, cwd: workingDirectory });
  if (stdin !== undefined) {
    child.write(stdin);
    child.end();
  }
  const { code } = await child.exited;
  return { code, stdout: child.stdout(), stderr: child.stderr() };
}

/** Windows has no signals: there a process can only be put to death by others, without a chance to clean up. */
const canBeAskedToEnd = process.platform !== "win32";

async function stopCleanly(child: Child): Promise<void> {
  const wasRunning = child.running;
  const { code, signal, killed } = await child.stop();
  if (wasRunning && canBeAskedToEnd && (killed || code !== 0)) {
    throw new Error(`gui-agent did not end cleanly (code ${code}, signal ${signal}): ${child.stderr()}`);
  }
}

/** The compiled program over stdio, as a client would start it. */
export interface StdioGuiAgent extends ToolClient {
  readonly pid: number;
  /** The folder that it was started in. */
  readonly workingDirectory: string;
  stderr(): string;
}

/** Starts the program over stdio. Disposal closes its standard input and checks that this ends it. */
export async function startStdioGuiAgent({ args = [], ...options }: GuiAgentOptions): Promise<StdioGuiAgent> {
  await using resources = new AsyncDisposableStack();
  const { program, env, workingDirectory } = resources.use(await installGuiAgent(options));
  const transport = new StdioClientTransport({
    command: program,
    args: ["--transport", "stdio", ...args],
    env,
    cwd: workingDirectory,
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const connected = resources.use(await connectToolClient(transport));
  const { pid } = transport;
  if (pid === null) throw new Error(`gui-agent did not start: ${stderr}`);
  const owned = resources.move();
  return {
    ...connected,
    pid,
    workingDirectory,
    stderr: () => stderr,
    async [Symbol.asyncDispose]() {
      await owned.disposeAsync();
      if (isAlive(pid)) throw new Error(`gui-agent (${pid}) outlived its client.`);
    },
  };
}
