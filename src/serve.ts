import { environment } from "#runtime";
import type { RunTask } from "./agent/port.ts";
import { type App, createApp } from "./compose.ts";
import { type Config, type OptionTexts, warningsAbout } from "./config/options.ts";
import { readConfig } from "./config/read.ts";
import { systemClock } from "./core/clock.ts";
import { toGuiAgentError } from "./core/errors.ts";
import type { Log } from "./core/log.ts";
import type { Desktop } from "./desktop/port.ts";
import { openDesktop } from "./desktop/select.ts";
import { assertStartable, startHttpServer } from "./http/app.ts";
import { createLog } from "./log.ts";
import { serveStdio } from "./mcp/stdio.ts";
import { stopRequested } from "./stop-request.ts";
import { welcome } from "./welcome.ts";

/** How long the calls of a client that vanished go on, in case it comes back. */
const disconnectGraceMs = 10_000;

export interface ServeOptions {
  readonly flags: OptionTexts;
  readonly version: string;
  readonly runTask: RunTask;
}

/**
 * Serves MCP until the process is told to stop (`stop-request.ts`; with stdio also the end of input).
 * @throws `invalid_input` for bad settings, `port_unavailable` when the port is taken
 */
export async function serve({ flags, version, runTask }: ServeOptions): Promise<void> {
  const config = await readConfig(flags);
  const log = createLog(config.logLevel);
  for (const warning of warningsAbout(environment)) log.warn(warning);
  const stopped = stopRequested(log).then(() => undefined);
  // First: a private display would be announced, and programs started on it, for a server that never comes.
  if (config.transport === "http") await assertStartable(config);
  await using desktop = await openDesktop({ virtualDisplay: config.virtualDisplay, log, clock: systemClock });
  await using app = createApp({ config, desktop, log, version, runTask });
  void warnOfMissing(desktop, log);
  if (config.transport === "stdio") await overStdio(app, stopped);
  else await overHttp(app, config, version, log, stopped);
}

/** Says what will keep tools from working while there is somebody who can mend it. Nothing waits for that. */
async function warnOfMissing(desktop: Desktop, log: Log): Promise<void> {
  try {
    const missing = (await desktop.permissions()).filter(({ state }) => state === "missing");
    for (const { name, detail, remedy } of missing) log.warn(`${name}: ${detail} ${remedy}`);
  } catch (thrown) {
    log.warn(toGuiAgentError(thrown).message);
  }
}

async function overHttp(
  app: App,
  config: Config,
  version: string,
  log: Log,
  stopped: Promise<void>,
): Promise<void> {
  await using server = await startHttpServer({
    ...config,
    disconnectGraceMs,
    openSession: app.openSession,
    log,
  });
  process.stdout.write(welcome({ version, url: server.url, authenticated: config.authToken !== undefined }));
  await stopped;
}

async function overStdio(app: App, stopped: Promise<void>): Promise<void> {
  const { server, close } = app.openSession({ id: "stdio" });
  try {
    await serveStdio(server, { stopped });
  } finally {
    await close();
  }
}
