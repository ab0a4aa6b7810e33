import type { Log } from "./core/log.ts";

/** SIGHUP is a terminal or, on Windows, a console that was closed; SIGBREAK is Ctrl+Break, of Windows alone. */
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const;

/** Resolves when the process is asked to stop. Asked twice, it goes at once. */
export function stopRequested(log: Log): Promise<void> {
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
