/** `failed` is also a task that was not done; `usage`: it was called wrongly. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** SIGHUP is a terminal or, on Windows, a console that was closed; SIGBREAK is Ctrl+Break, of Windows alone. */
export const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const;
export type StopSignal = (typeof stopSignals)[number];

/** 128 and the number of the signal, as shells have it for what a signal has ended. */
export const interruptedBy = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
  SIGBREAK: 149,
} as const satisfies Record<StopSignal, number>;

export function exitCodeOf(wentWell: boolean): number {
  return wentWell ? exitCodes.done : exitCodes.failed;
}
