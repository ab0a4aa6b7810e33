import { wrap } from "../core/wrap.ts";
import { providers } from "../models/providers.ts";
import { definitionOf, environmentVariable, flagName, type OptionName, optionNames } from "./options.ts";

const termColumn = 27;
const keyVariables = Object.values(providers)
  .map(({ keyVariable }) => keyVariable)
  .join(", ");

interface Program {
  readonly version: string;
  readonly description: string;
}

/**
 * The page that `--help` prints.
 * @param columns of the terminal
 */
export function usage(program: Program, columns = 80): string {
  const entry = entries(columns);
  const flags = optionNames
    .filter((name) => definitionOf(name).secret !== true)
    .map((name) => flagLines(name, entry));
  const secrets = optionNames
    .filter((name) => definitionOf(name).secret === true)
    .map((name) => secretLines(name, entry));
  return `gui-agent ${program.version}: ${program.description}

Usage:
${entry("gui-agent [serve] [flags]", "Serve MCP clients.")}
${entry('gui-agent run "TASK"', "Carry out one task: the result is a line of JSON on stdout, progress goes to stderr. Takes the same flags.")}
${entry("gui-agent doctor [flags]", "Say what works on this machine, what does not, and how to fix it.")}

Flags:
${flags.join("\n")}
${entry("--help, --version", "This page; the version.")}
${entry("--licences", "The licences of the packages in this file, and what its runtime is made of.")}

Environment:
${entry("GUI_AGENT_…", "Every flag as a variable: --jpeg-quality is GUI_AGENT_JPEG_QUALITY. Flags win.")}
${secrets.join("\n")}
${entry("ANTHROPIC_API_KEY, …", `${keyVariables}: the key for that provider where GUI_AGENT_API_KEY is not set; never sent to a base URL.`)}

Exit codes:
${entry("0", "It went well. run: the task is done. serve: also when a signal stopped it.")}
${entry("1", "It failed.")}
${entry("2", "It was called wrongly.")}
${entry("130, 143", "run was stopped by Ctrl+C, or by SIGTERM.")}
`;
}

function flagLines(name: OptionName, entry: Entry): string {
  const { description, default: value, allowed } = definitionOf(name);
  const shown =
    value === undefined || (Array.isArray(value) && value.length === 0) ? "" : ` Default: ${value}.`;
  return entry(`--${flagName(name)}`, `${description} Allowed: ${allowed}.${shown}`);
}

function secretLines(name: OptionName, entry: Entry): string {
  return entry(environmentVariable(name), definitionOf(name).description);
}

/** A term and what it means, in two columns. */
type Entry = (term: string, text: string) => string;

function entries(columns: number): Entry {
  const width = Math.min(Math.max(columns, 60), 100) - termColumn - 3;
  const indent = " ".repeat(termColumn + 3);
  return (term, text) => `  ${term.padEnd(termColumn)} ${wrap(text, width, indent)}`;
}
