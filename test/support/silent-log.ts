import type { Log } from "../../src/core/log.ts";

/** For tests that do not look at what is logged. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
