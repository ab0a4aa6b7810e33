import { createConsola } from "consola";
import type { Config } from "./config/options.ts";
import type { Log } from "./core/log.ts";

const levels = { silent: -999, error: 0, warn: 1, info: 3, debug: 4 } as const satisfies Record<
  Config["logLevel"],
  number
>;

/** With badges, warnings and errors would have empty lines around them, also in files. */
const everyLine = { tag: "gui-agent", badge: false } as const;

/** The program's log. All of it goes to stderr: with the stdio transport, stdout is the protocol's. */
export function createLog(level: Config["logLevel"]): Log {
  return createConsola({
    level: levels[level],
    stdout: process.stderr,
    stderr: process.stderr,
    formatOptions: { date: true, compact: true },
    defaults: everyLine,
  });
}
