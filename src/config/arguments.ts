import { type ArgsDef, parseArgs } from "citty";
import { GuiAgentError } from "../core/errors.ts";
import { definitionOf, flagName, type OptionName, type OptionTexts, optionNames } from "./options.ts";

/** The last one is for gui-agent alone, which starts it when it ends, so `--help` does not tell of it. */
export const commandNames = ["serve", "run", "doctor", "keep-clipboard"] as const;
export type CommandName = (typeof commandNames)[number];

/** Flags that print something and do nothing else. */
const pages = ["help", "version", "licences"] as const;
export type Page = (typeof pages)[number];

export interface ProgramArguments {
  readonly command: CommandName;
  /** What to print instead of running the command. */
  readonly page: Page | undefined;
  readonly flags: OptionTexts;
  /** What `run` is to do, in words; empty for other commands. */
  readonly task: string;
}

/** Secrets have no flag. */
const flagOptions = optionNames.filter((name) => definitionOf(name).secret !== true);

const pageArguments = {
  help: { type: "boolean", alias: "h" },
  version: { type: "boolean", alias: "v" },
  licences: { type: "boolean", alias: "licenses" },
} as const satisfies Record<Page, ArgsDef[string]>;

/** The option table as citty takes it. */
const definitions: ArgsDef = {
  ...pageArguments,
  ...Object.fromEntries(flagOptions.map((name) => [flagName(name), { type: "string" }])),
};

const knownNames = new Set([
  ...pages.flatMap((page) => [page, pageArguments[page].alias]),
  ...flagOptions.flatMap((name) => [flagName(name), name]),
]);

/** Reads the command line. Throws `invalid_input` for anything that is not a known flag with a value. */
export function readArguments(rawArguments: readonly string[]): ProgramArguments {
  const parsed = parseArgs(completeBareFlags(rawArguments), definitions);
  const { _: words, ...values }: Record<string, unknown> & { readonly _: readonly string[] } = parsed;
  const [word = "serve", ...strays] = words;
  const command = commandNames.find((name) => name === word);
  if (word === "help") return { command: "serve", page: "help", flags: {}, task: "" };
  const page = pages.find((name) => values[name] === true);
  if (page !== undefined && command !== undefined) return { command, page, flags: {}, task: "" };
  const unknown = Object.entries(values).find(([name, value]) => !knownNames.has(name) || value === false);
  if (unknown !== undefined) throw usageError(`There is no flag ${written(unknown[0], rawArguments)}.`);
  const flags: Partial<Record<OptionName, string>> = {};
  for (const name of flagOptions) {
    const value = values[flagName(name)];
    if (value === undefined) continue;
    if (typeof value !== "string" || value === "" || value.startsWith("--")) {
      throw usageError(`--${flagName(name)} needs a value: ${definitionOf(name).allowed}.`);
    }
    flags[name] = value;
  }
  if (command === undefined) throw notUnderstood(word);
  const [task = "", ...more] = command === "run" ? strays : ["", ...strays];
  if (command === "run" && task.trim() === "")
    throw usageError('run needs a task: gui-agent run "the task".');
  if (more[0] !== undefined)
    throw notUnderstood(more[0], command === "run" ? " Put the task in quotes." : "");
  return { command, page, flags, task };
}

/** The error for a word that is neither a flag nor a command. */
function notUnderstood(word: string, advice = ""): GuiAgentError {
  return usageError(`"${word}" is not a command or a flag.${advice}`);
}

/**
 * Flags that may stand alone get their value here: the parser would take the next word for it, whatever
 * that is. Their values are single words with a digit in them, which neither a command nor most tasks are.
 */
function completeBareFlags(rawArguments: readonly string[]): string[] {
  return rawArguments.map((argument, index) => {
    const name = flagOptions.find((option) => `--${flagName(option)}` === argument);
    if (name === undefined) return argument;
    const { bareFlag } = definitionOf(name);
    const next = rawArguments[index + 1];
    const standsAlone = next === undefined || next.startsWith("-") || !/^\S*\d\S*$/.test(next);
    return bareFlag !== undefined && standsAlone ? `${argument}=${bareFlag}` : argument;
  });
}

/** An unknown flag as it was written: the parser drops the dashes and the `no-` of a negation. */
function written(name: string, rawArguments: readonly string[]): string {
  const flags = rawArguments.map((argument) => argument.split("=", 1).join());
  const spellings = [`--no-${name}`, `--${name}`].map((spelling) => spelling.split("=", 1).join());
  return spellings.find((spelling) => flags.includes(spelling)) ?? `-${name}`;
}

function usageError(message: string): GuiAgentError {
  return new GuiAgentError("invalid_input", message, { remedy: "gui-agent --help lists every flag." });
}
