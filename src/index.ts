import { type CommandDef, defineCommand, renderUsage, runCommand } from "citty";
import { version } from "../package.json";
import { argumentDefinitions, readArguments } from "./config/arguments.ts";
import { toGuiAgentError } from "./core/errors.ts";

/** Exit codes: 0 done, 1 it failed, 2 it was called wrongly. */
const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

const description = "Eyes and hands on the desktop for any text agent, over MCP.";

// Each command is loaded when it is run: what `--version` does not need must not slow it down.
const serve = defineCommand({
  meta: { name: "gui-agent", version, description },
  args: argumentDefinitions,
  run: async ({ rawArgs }) => (await import("./serve.ts")).serve(readArguments(rawArgs), version),
});

const doctor = defineCommand({
  meta: { name: "doctor", description: "Say what works on this machine, what does not, and how to mend it." },
  args: argumentDefinitions,
  run: async ({ rawArgs }) => (await import("./doctor.ts")).doctor(readArguments(rawArgs)),
});

const commands: Readonly<Record<string, CommandDef>> = { doctor };

async function main(rawArguments: readonly string[]): Promise<number> {
  const [first = ""] = rawArguments;
  const command = Object.hasOwn(commands, first) ? commands[first] : undefined;
  const rest = command === undefined ? rawArguments : rawArguments.slice(1);
  if (rest.includes("--help") || rest.includes("-h")) {
    const shown = command ?? { ...serve, subCommands: commands };
    process.stdout.write(`${await renderUsage(shown, command === undefined ? undefined : serve)}\n`);
    return exitCodes.done;
  }
  if (rest.includes("--version") || rest.includes("-v")) {
    process.stdout.write(`${version}\n`);
    return exitCodes.done;
  }
  const { result } = await runCommand(command ?? serve, { rawArgs: [...rest] });
  return result === true ? exitCodes.done : exitCodes.failed;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  const error = toGuiAgentError(thrown);
  const remedy = error.remedy === undefined ? "" : `\n${error.remedy}`;
  process.stderr.write(`gui-agent: ${error.message}${remedy}\n`);
  process.exitCode = error.code === "invalid_input" ? exitCodes.usage : exitCodes.failed;
}
