import { defineCommand, runCommand } from "citty";
import { version } from "../package.json";
import { argumentDefinitions, readArguments } from "./config/arguments.ts";
import { usage } from "./config/usage.ts";
import { toGuiAgentError } from "./core/errors.ts";

/** Exit codes: 0 done, 1 it failed, 2 it was called wrongly. */
const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

const description = "Eyes and hands on the desktop for any text agent, over MCP.";

// Each command is loaded when it is run: what `--version` does not need must not slow it down.
const serve = defineCommand({
  args: argumentDefinitions,
  run: async ({ rawArgs }) => (await import("./serve.ts")).serve(readArguments(rawArgs), version),
});

const doctor = defineCommand({
  args: argumentDefinitions,
  run: async ({ rawArgs }) => (await import("./doctor.ts")).doctor(readArguments(rawArgs)),
});

async function main(rawArguments: readonly string[]): Promise<number> {
  const [command, rest] =
    rawArguments[0] === "doctor" ? [doctor, rawArguments.slice(1)] : [serve, rawArguments];
  if (rest.includes("--help") || rest.includes("-h")) {
    process.stdout.write(usage({ version, description }));
    return exitCodes.done;
  }
  if (rest.includes("--version") || rest.includes("-v")) {
    process.stdout.write(`${version}\n`);
    return exitCodes.done;
  }
  const { result } = await runCommand(command, { rawArgs: [...rest] });
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
