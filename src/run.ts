import { environment } from "#runtime";
import type { RunTask } from "./agent/port.ts";
import { createApp } from "./compose.ts";
import { type OptionTexts, warningsAbout } from "./config/options.ts";
import { readConfig } from "./config/read.ts";
import { systemClock } from "./core/clock.ts";
import { openDesktop } from "./desktop/select.ts";
import { exitCodeOf, interruptedBy, type StopSignal } from "./exit-codes.ts";
import { createLog } from "./log.ts";
import { print } from "./print.ts";
import { stopRequested } from "./stop-request.ts";
import { toToolResult } from "./tools/result.ts";

export interface RunOptions {
  readonly flags: OptionTexts;
  readonly version: string;
  /** In words. */
  readonly task: string;
  readonly runTask: RunTask;
}

/**
 * Carries out one task without a client: progress goes to stderr, the result as a line of JSON to stdout.
 * Asked to stop, it cancels the task and prints what had been done by then.
 * @returns the exit code
 * @throws `invalid_input` for bad settings
 */
export async function run({ flags, version, task, runTask }: RunOptions): Promise<number> {
  const config = await readConfig(flags);
  const log = createLog(config.logLevel);
  for (const warning of warningsAbout(environment)) log.warn(warning);
  const cancel = new AbortController();
  let stoppedBy: StopSignal | undefined;
  // Resolves, or the process ends before it does.
  stopRequested(log).then(
    (signal) => {
      stoppedBy = signal;
      cancel.abort();
    },
    () => undefined,
  );
  await using desktop = await openDesktop({ virtualDisplay: config.virtualDisplay, log, clock: systemClock });
  await using app = createApp({ config, desktop, log, version, runTask });
  const report = (message: string) => {
    process.stderr.write(`${message}\n`);
  };
  const { signal } = cancel;
  const result = toToolResult(await app.runTask(task, { signal, report, sampler: undefined }));
  for (const block of result.content) if (block.type === "text") await print(`${block.text}\n`);
  const isDone = result.isError !== true;
  return isDone || stoppedBy === undefined ? exitCodeOf(isDone) : interruptedBy[stoppedBy];
}
