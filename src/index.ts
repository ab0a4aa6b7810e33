import { version } from "../package.json";
import type { RunTask } from "./agent/port.ts";
import { type CommandName, type Page, type ProgramArguments, readArguments } from "./config/arguments.ts";
import { usage } from "./config/usage.ts";
import { toGuiAgentError } from "./core/errors.ts";
import { exitCodeOf, exitCodes } from "./exit-codes.ts";
import { print } from "./print.ts";

const description = "Eyes and hands on the desktop for any text agent, over MCP.";

/** Loaded with the first task: what it imports takes a while, and most calls are none. */
const runTask: RunTask = async (...given) => (await import("./agent/loop.ts")).runTask(...given);

/** What the program can do; each tells its exit code. Loaded when run: `--version` needs none of it. */
const commands = {
  serve: async ({ flags }) => {
    await (await import("./serve.ts")).serve({ flags, version, runTask });
    return exitCodes.done;
  },
  run: async ({ flags, task }) => (await import("./run.ts")).run({ flags, version, task, runTask }),
  doctor: async ({ flags }) => exitCodeOf(await (await import("./doctor.ts")).doctor(flags)),
  "keep-clipboard": async () => {
    await (await import("./desktop/select.ts")).keepClipboard();
    return exitCodes.done;
  },
} as const satisfies Record<CommandName, (given: ProgramArguments) => Promise<number>>;

const pages = {
  help: async () => usage({ version, description }, process.stdout.columns),
  version: async () => `${version}\n`,
  licences: async () => (await import("./licences.ts")).licences(),
} as const satisfies Record<Page, () => Promise<string>>;

async function main(rawArguments: readonly string[]): Promise<number> {
  const given = readArguments(rawArguments);
  const { command, page } = given;
  if (page !== undefined) {
    await print(await pages[page]());
    return exitCodes.done;
  }
  return await commands[command](given);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  const error = toGuiAgentError(thrown);
  const remedy = error.remedy === undefined ? "" : `\n${error.remedy}`;
  process.stderr.write(`gui-agent: ${error.message}${remedy}\n`);
  process.exitCode = error.code === "invalid_input" ? exitCodes.usage : exitCodes.failed;
}
