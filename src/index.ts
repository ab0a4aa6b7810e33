import { version } from "../package.json";
import { type CommandName, type Page, readArguments } from "./config/arguments.ts";
import type { OptionTexts } from "./config/options.ts";
import { usage } from "./config/usage.ts";
import { toGuiAgentError } from "./core/errors.ts";
import { print } from "./print.ts";

/** Exit codes: 0 done, 1 it failed, 2 it was called wrongly. */
const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

const description = "Eyes and hands on the desktop for any text agent, over MCP.";

/** What the program can do; each tells whether it went well. Loaded when run: `--version` needs none of it. */
const commands = {
  serve: async (flags) => (await import("./serve.ts")).serve(flags, version),
  doctor: async (flags) => (await import("./doctor.ts")).doctor(flags),
  "keep-clipboard": async () => {
    await (await import("./desktop/select.ts")).keepClipboard();
    return true;
  },
} as const satisfies Record<CommandName, (flags: OptionTexts) => Promise<boolean>>;

const pages = {
  help: async () => usage({ version, description }),
  version: async () => `${version}\n`,
  licences: async () => (await import("./licences.ts")).licences(),
} as const satisfies Record<Page, () => Promise<string>>;

async function main(rawArguments: readonly string[]): Promise<number> {
  const { command, page, flags } = readArguments(rawArguments);
  if (page !== undefined) {
    await print(await pages[page]());
    return exitCodes.done;
  }
  return (await commands[command](flags)) ? exitCodes.done : exitCodes.failed;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  const error = toGuiAgentError(thrown);
  const remedy = error.remedy === undefined ? "" : `\n${error.remedy}`;
  process.stderr.write(`gui-agent: ${error.message}${remedy}\n`);
  process.exitCode = error.code === "invalid_input" ? exitCodes.usage : exitCodes.failed;
}
