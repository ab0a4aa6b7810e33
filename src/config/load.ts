import { GuiAgentError } from "../core/errors.ts";
import {
  type Config,
  definitionOf,
  environmentVariable,
  fileKey,
  flagName,
  type OptionName,
  type OptionTexts,
  optionNames,
} from "./options.ts";

export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ConfigSources {
  readonly flags: OptionTexts;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The parsed configuration file, if there is one. */
  readonly file?: ConfigFile | undefined;
}

/**
 * Merges the sources (flags > environment > file > defaults) into the settings in force.
 * Throws `invalid_input` with the name, the value and what is allowed.
 */
export function loadConfig(sources: ConfigSources): Config {
  if (sources.file !== undefined) refuseUnknownKeys(sources.file);
  const config: Draft = {};
  for (const name of optionNames) settle(config, name, sources);
  if (!isComplete(config)) throw new GuiAgentError("internal", "A setting was left out.");
  return config;
}

/** Settings while they are read. */
type Draft = { -readonly [Name in OptionName]?: Config[Name] };

/** One name for both sides, so that no setting can be read into another's place. */
function settle<Name extends OptionName>(draft: Draft, name: Name, sources: ConfigSources): void {
  draft[name] = read(name, sources);
}

function isComplete(draft: Draft): draft is Config {
  return optionNames.every((name) => name in draft);
}

/** An address that is refused for what it carries, such as a password, carries a secret. */
function mayBeTold({ secret }: { readonly secret?: true }, value: unknown): boolean {
  return secret !== true && !/@|:\/\/.*[?#]/.test(String(value));
}

function read<Name extends OptionName>(name: Name, sources: ConfigSources): Config[Name] {
  const definition = definitionOf(name);
  const found = find(name, sources);
  if (found === undefined) return definition.default;
  const parsed = definition.schema.safeParse(found.value);
  if (parsed.success) return parsed.data;
  const value = mayBeTold(definition, found.value) ? JSON.stringify(found.value) : "not acceptable";
  throw new GuiAgentError("invalid_input", `${found.source} is ${value}. Allowed: ${definition.allowed}.`, {
    remedy: "Correct it and start again; --help lists every setting.",
  });
}

interface Found {
  /** The setting as its user wrote it: a flag, a variable, or a key of a file. */
  readonly source: string;
  readonly value: unknown;
}

function find(name: OptionName, sources: ConfigSources): Found | undefined {
  const flag = sources.flags[name];
  if (flag !== undefined) return { source: `--${flagName(name)}`, value: flag };
  const variable = environmentVariable(name);
  const fromEnvironment = sources.environment[variable];
  // An empty variable is how shells and client configurations leave a setting out.
  if (fromEnvironment !== undefined && fromEnvironment !== "") {
    return { source: variable, value: fromEnvironment };
  }
  const key = fileKey(name);
  const fromFile = sources.file?.values[key];
  if (sources.file === undefined || fromFile === undefined) return undefined;
  if (definitionOf(name).secret === true) {
    throw new GuiAgentError("invalid_input", `${key} is a secret and stands in ${sources.file.path}.`, {
      remedy: `Remove it there and set ${variable} in the environment.`,
    });
  }
  return { source: `${key} in ${sources.file.path}`, value: fromFile };
}

function refuseUnknownKeys(file: ConfigFile): void {
  const known = optionNames.filter((name) => definitionOf(name).secret !== true).map(fileKey);
  const every = optionNames.map(fileKey);
  const unknown = Object.keys(file.values).filter((key) => !every.includes(key));
  if (unknown.length === 0) return;
  throw new GuiAgentError("invalid_input", `${file.path} has unknown settings: ${unknown.join(", ")}.`, {
    remedy: `Known are: ${known.join(", ")}.`,
  });
}
