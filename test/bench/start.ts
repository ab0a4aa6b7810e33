import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { startChild } from "../support/child.ts";
import type { Installation } from "../support/installation.ts";
import { connectToolClient } from "../support/tool-client.ts";
import { type Absentee, type Comparison, type Contestant, timed } from "./comparison.ts";
import type { Floor } from "./floor.ts";
import { connectPeer, peerName } from "./peer.ts";

const overHttp = "gui-agent, HTTP";
const overStdio = "gui-agent, stdio";
const wantedMs = 200;

/** From the start of the process to its answer to the first tools/list. */
export function startComparison(
  installation: Installation,
  floor: Floor,
  peer: { readonly command: readonly string[]; readonly display: string } | Absentee,
): Comparison {
  return {
    title: "Start to the first tools/list",
    contestants: [
      { name: overHttp, sample: () => startOverHttp(installation) },
      { name: overStdio, sample: () => startOverStdio(installation) },
      { name: "floor: an empty compiled program", sample: () => runToItsEnd(floor) },
      "problem" in peer ? peer : peerContestant(peer.command, peer.display),
    ],
    goals: [
      { contestant: overHttp, below: wantedMs },
      { contestant: overStdio, below: wantedMs },
    ],
  };
}

async function startOverHttp({ program, env, workingDirectory }: Installation): Promise<number> {
  const start = performance.now();
  const listening = Promise.withResolvers<URL>();
  await using child = startChild([program, "--port", "0"], {
    env,
    cwd: workingDirectory,
    onLine: (line) => {
      const url = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(line)?.[0];
      if (url !== undefined) listening.resolve(new URL(url));
    },
  });
  const url = await Promise.race([listening.promise, child.untilItDies()]);
  await using connected = await connectToolClient(new StreamableHTTPClientTransport(url));
  await connected.client.listTools();
  return performance.now() - start;
}

async function startOverStdio({ program, env, workingDirectory }: Installation): Promise<number> {
  const start = performance.now();
  const transport = new StdioClientTransport({
    command: "setpriv",
    args: ["--pdeathsig", "KILL", "--", program, "--transport", "stdio"],
    env,
    cwd: workingDirectory,
    stderr: "ignore",
  });
  await using connected = await connectToolClient(transport);
  await connected.client.listTools();
  return performance.now() - start;
}

function runToItsEnd({ program, env }: Floor): Promise<number> {
  return timed(async () => {
    await using child = startChild([program], { env });
    await child.exited;
  });
}

function peerContestant(command: readonly string[], display: string): Contestant {
  return {
    name: peerName,
    sample: async () => {
      const start = performance.now();
      await using connected = await connectPeer(command, display);
      await connected.client.listTools();
      return performance.now() - start;
    },
  };
}
