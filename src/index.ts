import { version } from "../package.json";
import { notUnderstood, type Page, readArguments } from "./config/arguments.ts";
import type { OptionTexts } from "./config/options.ts";
import { usage } from "./config/usage.ts";
import { toGuiAgentError } from "./core/errors.ts";

/** Exit codes: 0 done, 1 it failed, 2 it was called wrongly. */
const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

const description = "Eyes and hands on the desktop for any text agent, over MCP.";

/** What the program can do; each tells whether it went well. Loaded when run: `--version` needs none of it. */
const commands = new Map<string, (flags: OptionTexts) => Promise<boolean>>([
  ["serve", async (flags) => (await import("./serve.ts")).serve(flags, version)],
  ["doctor", async (flags) => (await import("./doctor.ts")).doctor(flags)],
]);

const pages = {
  help: async () => usage({ version, description }),
  version: async () => `${version}\n`,
  licences: async () => (await import("./licences.ts")).licences(),
} as const satisfies Record<Page, () => Promise<string>>;

async function main(rawArguments: readonly string[]): Promise<number> {
  const { command = "serve", page, flags } = readArguments(rawArguments);
  const run = commands.get(command);
  if (run === undefined) throw notUnderstood(command);
  if (page !== undefined) {
    process.stdout.write(await pages[page]());
    return exitCodes.done;
  }
  return (await run(flags)) ? exitCodes.done : exitCodes.failed;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  const error = toGuiAgentError(thrown);
  const remedy = error.remedy === undefined ? "" : `\n${error.remedy}`;
  process.stderr.write(`gui-agent: ${error.message}${remedy}\n`);
  process.exitCode = error.code === "invalid_input" ? exitCodes.usage : exitCodes.failed;
}
