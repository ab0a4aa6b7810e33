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
  // Not written in place: the compiler finds the package's types for browsers, which have no `fancy`.
  const options = {
    level: levels[level],
    // Where there is no terminal, colours and signs are of no use; on Windows they would be written to files too.
    fancy: process.stderr.isTTY === true,
    stdout: process.stderr,
    stderr: process.stderr,
    formatOptions: { date: true, compact: true },
    defaults: everyLine,
  };
  return createConsola(options);
}
