import type { z } from "zod";
import { GuiAgentError } from "../core/errors.ts";
import {
  type Config,
  environmentVariable,
  fileKey,
  flagName,
  type OptionDefinition,
  type OptionName,
  optionNames,
  options,
} from "./options.ts";

export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ConfigSources {
  /** Flags by option name, as text. */
  readonly flags: Readonly<Partial<Record<OptionName, string>>>;
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
  return {
    transport: read(options.transport, "transport", sources),
    port: read(options.port, "port", sources),
    host: read(options.host, "host", sources),
    authToken: read(options.authToken, "authToken", sources),
    allowedHosts: read(options.allowedHosts, "allowedHosts", sources),
    displayIndex: read(options.displayIndex, "displayIndex", sources),
    virtualDisplay: read(options.virtualDisplay, "virtualDisplay", sources),
    jpegQuality: read(options.jpegQuality, "jpegQuality", sources),
    callerModel: read(options.callerModel, "callerModel", sources),
    allowHotkeys: read(options.allowHotkeys, "allowHotkeys", sources),
    refuseHotkeys: read(options.refuseHotkeys, "refuseHotkeys", sources),
    auditSize: read(options.auditSize, "auditSize", sources),
    auditFile: read(options.auditFile, "auditFile", sources),
    lockTimeoutMs: read(options.lockTimeoutMs, "lockTimeoutMs", sources),
    maxSessions: read(options.maxSessions, "maxSessions", sources),
    sessionIdleMs: read(options.sessionIdleMs, "sessionIdleMs", sources),
    maxBodyBytes: read(options.maxBodyBytes, "maxBodyBytes", sources),
    logLevel: read(options.logLevel, "logLevel", sources),
    provider: read(options.provider, "provider", sources),
    model: read(options.model, "model", sources),
    apiKey: read(options.apiKey, "apiKey", sources),
    baseUrl: read(options.baseUrl, "baseUrl", sources),
    coordinateMode: read(options.coordinateMode, "coordinateMode", sources),
  };
}

function read<Schema extends z.ZodType>(
  definition: OptionDefinition<Schema>,
  name: OptionName,
  sources: ConfigSources,
): z.output<Schema> {
  const found = find(name, definition, sources);
  if (found === undefined) return definition.default;
  const parsed = definition.schema.safeParse(found.value);
  if (parsed.success) return parsed.data;
  const value = definition.secret === true ? "not acceptable" : JSON.stringify(found.value);
  throw new GuiAgentError("invalid_input", `${found.source} is ${value}. Allowed: ${definition.allowed}.`, {
    remedy: "Correct it and start again; --help lists every setting.",
  });
}

interface Found {
  /** The setting as its user wrote it: a flag, a variable, or a key of a file. */
  readonly source: string;
  readonly value: unknown;
}

function find(name: OptionName, definition: OptionDefinition, sources: ConfigSources): Found | undefined {
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
  if (definition.secret === true) {
    throw new GuiAgentError("invalid_input", `${key} is a secret and stands in ${sources.file.path}.`, {
      remedy: `Remove it there and set ${variable} in the environment.`,
    });
  }
  return { source: `${key} in ${sources.file.path}`, value: fromFile };
}

function refuseUnknownKeys(file: ConfigFile): void {
  const known = optionNames.map(fileKey);
  const unknown = Object.keys(file.values).filter((key) => !known.includes(key));
  if (unknown.length === 0) return;
  throw new GuiAgentError("invalid_input", `${file.path} has unknown settings: ${unknown.join(", ")}.`, {
    remedy: `Known are: ${known.join(", ")}.`,
  });
}
