import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { z } from "zod";
import { runProgram } from "../support/child.ts";
import { programEnvironment } from "../support/program-environment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { connectToolClient, type ToolClient, textOf } from "../support/tool-client.ts";

const peer = { name: "computer-use-mcp", version: "1.8.0" } as const;

/** Over stdio: its HTTP server fails at the second request of a client. */
export const peerName = `${peer.name} ${peer.version}, stdio`;

/** Milliseconds that it sleeps on purpose, as its sources say: before a screenshot, and around a click. */
export const peerWaits = { screenshot: 1000, click: 100 } as const;

const cache = join(
  import.meta.dir,
  "..",
  "..",
  "node_modules",
  ".cache",
  "bench",
  `${peer.name}-${peer.version}`,
);

/** The command that starts the peer. It is fetched from the registry when it is not in the cache yet. */
export async function installPeer(): Promise<readonly string[]> {
  const program = join(cache, "node_modules", peer.name, "dist", "main.js");
  if (!(await Bun.file(program).exists())) {
    await mkdir(cache, { recursive: true });
    await Bun.write(
      join(cache, "package.json"),
      JSON.stringify({ private: true, dependencies: { [peer.name]: peer.version } }),
    );
    // The registry and the proxy are the developer's own settings.
    await runProgram([process.execPath, "install", "--cwd", cache, "--ignore-scripts"], environment());
  }
  return [Bun.which("node") ?? process.execPath, program];
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

export interface Peer extends ToolClient {
  /** Does one of its actions; throws when it says that it failed. */
  act(action: string, details?: Record<string, unknown>): Promise<void>;
  /** A point of the screen in pixels of its own pictures, which is what it takes. */
  point(x: number, y: number): readonly [number, number];
}

export async function startPeer(
  command: readonly string[],
  display: string,
  screenWidth: number,
): Promise<Peer> {
  await using resources = new AsyncDisposableStack();
  const client = resources.use(await connectPeer(command, display));
  const look = await client.callRaw("computer", { action: "get_screenshot" });
  const { image_width } = z.object({ image_width: z.number() }).parse(JSON.parse(textOf(look)));
  const scale = image_width / screenWidth;
  const owned = resources.move();
  return {
    ...client,
    async act(action, details = {}) {
      const result = await client.callRaw("computer", { action, ...details });
      if (result.isError) throw new Error(textOf(result));
    },
    point: (x, y) => [x * scale, y * scale],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Starts it and connects to it. */
export async function connectPeer(command: readonly string[], display: string): Promise<ToolClient> {
  await using resources = new AsyncDisposableStack();
  const home = resources.use(await temporaryFolder());
  const transport = new StdioClientTransport({
    command: "setpriv",
    args: ["--pdeathsig", "KILL", "--", ...command],
    env: programEnvironment(home.path, display),
    stderr: "ignore",
  });
  const client = resources.use(await connectToolClient(transport));
  const owned = resources.move();
  return { ...client, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
