import { environment } from "#runtime";
import { type App, createApp } from "./compose.ts";
import { type Config, type OptionTexts, unknownVariables } from "./config/options.ts";
import { readConfig } from "./config/read.ts";
import { systemClock } from "./core/clock.ts";
import type { Log } from "./core/log.ts";
import { openDesktop } from "./desktop/select.ts";
import { assertStartable, startHttpServer } from "./http/app.ts";
import { createLog } from "./log.ts";
import { serveStdio } from "./mcp/stdio.ts";
import { welcome } from "./welcome.ts";

/** How long the calls of a client that vanished go on, in case it comes back. */
const disconnectGraceMs = 10_000;

/**
 * Serves MCP until the process is told to stop (SIGINT, SIGTERM, SIGHUP; with stdio also the end of input).
 * @throws `invalid_input` for bad settings, `port_unavailable` when the port is taken
 */
export async function serve(flags: OptionTexts, version: string): Promise<true> {
  const config = await readConfig(flags);
  const log = createLog(config.logLevel);
  for (const name of unknownVariables(environment)) log.warn(`${name} is not a setting and has no effect.`);
  const stopped = stopRequested(log);
  // First: a private display would be announced, and programs started on it, for a server that never comes.
  if (config.transport === "http") await assertStartable(config);
  await using desktop = await openDesktop({ virtualDisplay: config.virtualDisplay, log, clock: systemClock });
  await using app = createApp({ config, desktop, log, version });
  if (config.transport === "stdio") await overStdio(app, stopped);
  else await overHttp(app, config, version, log, stopped);
  return true;
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

/** SIGHUP is a terminal that was closed. */
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves when the process is asked to stop. Asked twice, it goes at once. */
function stopRequested(log: Log): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = (signal: NodeJS.Signals) => {
      if (asked) process.exit(1);
      asked = true;
      log.info(`${signal}: stopping`);
      resolve();
    };
    for (const signal of stopSignals) process.on(signal, stop);
  });
}
