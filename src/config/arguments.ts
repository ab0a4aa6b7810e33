import { type ArgsDef, parseArgs } from "citty";
import { GuiAgentError } from "../core/errors.ts";
import { flagName, type OptionDefinition, type OptionName, optionNames, options } from "./options.ts";

/** The option table as citty takes it. Secrets have no flag. */
export const argumentDefinitions: ArgsDef = Object.fromEntries(
  optionNames.filter((name) => !isSecret(name)).map((name) => [flagName(name), { type: "string" }]),
);

/** Reads flags into option texts. Throws `invalid_input` for anything that is not a known flag with a value. */
export function readArguments(rawArguments: readonly string[]): Partial<Record<OptionName, string>> {
  const parsed = parseArgs(completeBareFlags(rawArguments), argumentDefinitions);
  const known = new Set(
    optionNames.filter((name) => !isSecret(name)).flatMap((name) => [flagName(name), name]),
  );
  const unknown = Object.keys(parsed).find((name) => name !== "_" && !known.has(name));
  if (unknown !== undefined)
    throw usageError(`There is no flag ${unknown.length === 1 ? "-" : "--"}${unknown}.`);
  const flags: Partial<Record<OptionName, string>> = {};
  for (const name of optionNames) {
    const value: unknown = parsed[flagName(name)];
    if (value === undefined) continue;
    if (typeof value !== "string" || value === "" || value.startsWith("--")) {
      throw usageError(`--${flagName(name)} needs a value: ${options[name].allowed}.`);
    }
    flags[name] = value;
  }
  const [stray] = parsed._;
  if (stray !== undefined) throw usageError(`"${stray}" is not a command or a flag.`);
  return flags;
}

/** Flags that may stand alone get their value here: the parser would take the next flag for it. */
function completeBareFlags(rawArguments: readonly string[]): string[] {
  return rawArguments.map((argument, index) => {
    const name = optionNames.find((option) => `--${flagName(option)}` === argument);
    const bare = name === undefined ? undefined : definition(name).bareFlag;
    const next = rawArguments[index + 1];
    return bare !== undefined && (next === undefined || next.startsWith("-"))
      ? `${argument}=${bare}`
      : argument;
  });
}

function isSecret(name: OptionName): boolean {
  return definition(name).secret === true;
}

function definition(name: OptionName): OptionDefinition {
  return options[name];
}

function usageError(message: string): GuiAgentError {
  return new GuiAgentError("invalid_input", message, { remedy: "gui-agent --help lists every flag." });
}
