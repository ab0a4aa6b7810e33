import { providers } from "../models/providers.ts";
import { definitionOf, environmentVariable, flagName, type OptionName, optionNames } from "./options.ts";

const flagColumn = 27;
const textWidth = 72;
const keyVariables = Object.values(providers)
  .map(({ keyVariable }) => keyVariable)
  .join(", ");

/** The page that `--help` prints. */
export function usage(program: { readonly version: string; readonly description: string }): string {
  const flags = optionNames.filter((name) => definitionOf(name).secret !== true).map(flagLines);
  const secrets = optionNames.filter((name) => definitionOf(name).secret === true).map(secretLines);
  return `gui-agent ${program.version}: ${program.description}

Usage:
  gui-agent [serve] [flags]   serve MCP clients
  gui-agent run "TASK" [flags]
                              carry out one task; the result is a line of JSON on stdout,
                              progress goes to stderr
  gui-agent doctor [flags]    say what works on this machine, what does not, and how to fix it

Flags:
${flags.join("\n")}
${entry("--help, --version", "This page; the version.")}
${entry("--licences", "The licences of what this file contains.")}

Environment:
${entry("GUI_AGENT_…", "Every flag as a variable: --jpeg-quality is GUI_AGENT_JPEG_QUALITY. Flags win.")}
${secrets.join("\n")}
${entry("ANTHROPIC_API_KEY, …", `${keyVariables}: the key for that provider where GUI_AGENT_API_KEY is not set; never sent to a base URL.`)}

Exit codes: 0 it went well (run: the task is done), 1 it failed, 2 it was called wrongly.
`;
}

function flagLines(name: OptionName): string {
  const { description, default: value, allowed } = definitionOf(name);
  const shown =
    value === undefined || (Array.isArray(value) && value.length === 0) ? "" : ` Default: ${value}.`;
  return entry(`--${flagName(name)}`, `${description} Allowed: ${allowed}.${shown}`);
}

function secretLines(name: OptionName): string {
  return entry(environmentVariable(name), definitionOf(name).description);
}

function entry(term: string, text: string): string {
  const [first = "", ...rest] = wrap(text);
  return [
    `  ${term.padEnd(flagColumn)} ${first}`,
    ...rest.map((line) => " ".repeat(flagColumn + 3) + line),
  ].join("\n");
}

function wrap(text: string): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > textWidth) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
