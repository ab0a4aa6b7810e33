import type { Log } from "./core/log.ts";
import { interruptedBy, type StopSignal, stopSignals } from "./exit-codes.ts";

/** Resolves with the signal when the process is asked to stop. Asked twice, it goes at once. */
export function stopRequested(log: Log): Promise<StopSignal> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = (signal: StopSignal) => {
      if (asked) process.exit(interruptedBy[signal]);
      asked = true;
      log.info(`${signal}: stopping`);
      resolve(signal);
    };
    for (const signal of stopSignals) process.on(signal, () => stop(signal));
  });
}
