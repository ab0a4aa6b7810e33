import { systemClock } from "../../src/core/clock.ts";
import type { Size } from "../../src/core/geometry.ts";
import type { Desktop } from "../../src/desktop/port.ts";
import { openDesktop } from "../../src/desktop/select.ts";
import { type Chromium, openChromium } from "../support/chromium.ts";
import { startGuiAgent, startStdioGuiAgent } from "../support/gui-agent.ts";
import { silentLog } from "../support/silent-log.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import type { ToolClient } from "../support/tool-client.ts";
import { startXServer, type XServer } from "../support/x-server.ts";
import { type Absentee, firstLine } from "./comparison.ts";
import { page } from "./page.ts";
import { type Peer, peerName, startPeer } from "./peer.ts";
import { connectPlainClient, type PlainClient } from "./plain-client.ts";

/** A desktop with a program on it, and everybody who takes part connected to it. */
export interface Stage extends AsyncDisposable {
  readonly server: XServer;
  readonly chromium: Chromium;
  readonly http: ToolClient;
  readonly plain: PlainClient;
  readonly stdio: ToolClient;
  readonly peer: Peer | Absentee;
  /** Our own desktop layer in this process, without MCP around it. */
  readonly desktop: Desktop;
  /** For what others write to files. */
  readonly folder: TemporaryFolder;
}

export async function openStage(size: Size, peerCommand: readonly string[] | Absentee): Promise<Stage> {
  await using resources = new AsyncDisposableStack();
  const server = resources.use(await startXServer({ size }));
  const chromium = resources.use(await openChromium(server, page));
  const agent = resources.use(await startGuiAgent({ display: server.display }));
  const stage = {
    server,
    chromium,
    http: agent,
    plain: resources.use(await connectPlainClient(agent.url)),
    stdio: resources.use(await startStdioGuiAgent({ display: server.display })),
    peer:
      "problem" in peerCommand ? peerCommand : await openPeer(peerCommand, server.display, size, resources),
    desktop: resources.use(await openInProcess(server.display)),
    folder: resources.use(await temporaryFolder()),
  };
  const owned = resources.move();
  return { ...stage, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function openInProcess(display: string): Promise<Desktop> {
  // Where every X program finds its server, this process included.
  process.env.DISPLAY = display;
  return await openDesktop({ virtualDisplay: undefined, log: silentLog, clock: systemClock });
}

async function openPeer(
  command: readonly string[],
  display: string,
  { width }: Size,
  resources: AsyncDisposableStack,
): Promise<Peer | Absentee> {
  try {
    return resources.use(await startPeer(command, display, width));
  } catch (thrown) {
    return { name: peerName, problem: firstLine(thrown) };
  }
}
