import { z } from "zod";
import { coordinateModes, isKnownModel, modelProfiles } from "../coordinates/model-profiles.ts";
import { parseChord } from "../core/keys.ts";
import { defaults, protocolNames, providerNames, providers } from "../models/providers.ts";

/** One setting: where it may come from, what is allowed, and what it means. */
export interface OptionDefinition<Value = unknown> {
  /** Accepts the text of a flag or variable as well as the typed value of the configuration file. */
  readonly schema: z.ZodType<Value>;
  readonly default: NoInfer<Value>;
  /** What `schema` accepts, for messages and documentation. */
  readonly allowed: string;
  readonly description: string;
  /** Secrets come from the environment alone: flags show in process lists, files get copied. */
  readonly secret?: true;
  /** The flag may stand alone and then means this text. */
  readonly bareFlag?: string;
}

function option<Value>(definition: OptionDefinition<Value>): OptionDefinition<Value> {
  return definition;
}

const integer = (minimum: number, maximum: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d+$/)
        .transform(Number),
    ])
    .pipe(z.int().min(minimum).max(maximum));

/** What a header can carry; files and shells like to add a line break. */
const headerValue = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/);

/** Passwords and keys in it would be shown wherever the address is; and what follows it is a path. */
const address = z.url({ protocol: /^https?$/ }).refine((text) => {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { username, password } = new URL(text);
  return username + password === "";
});

const list = z.union([
  z.array(z.string()),
  z.string().transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  ),
]);

const chords = list.refine((written) => {
  try {
    return parseChord(written).length >= 0;
  } catch {
    return false;
  }
});

const size = z
  .string()
  .regex(/^\d{2,5}x\d{2,5}$/)
  .transform((text) => {
    const [width = 0, height = 0] = text.split("x").map(Number);
    return { width, height };
  })
  .pipe(z.object({ width: z.int().min(320).max(16_384), height: z.int().min(200).max(16_384) }));

/**
 * Every setting of the program. Flags (`--jpeg-quality`), variables (`GUI_AGENT_JPEG_QUALITY`),
 * keys of config.toml (`jpeg_quality`), `--help`, the documentation and validation come from here.
 */
export const options = {
  transport: option({
    schema: z.enum(["http", "stdio"]),
    default: "http",
    allowed: "http or stdio",
    description: "How MCP clients connect: a local HTTP server for many, or stdin and stdout for one.",
  }),
  port: option({
    schema: integer(0, 65_535),
    default: 60_008,
    allowed: "a whole number from 0 to 65535; 0 picks a free port",
    description: "Port of the HTTP server.",
  }),
  host: option({
    schema: z.string().min(1),
    default: "127.0.0.1",
    allowed: "an address or name of this machine",
    description: "Address that the HTTP server binds. Any other than loopback needs GUI_AGENT_AUTH_TOKEN.",
  }),
  authToken: option({
    schema: headerValue.min(16).optional(),
    default: undefined,
    allowed: "at least 16 printable ASCII characters, without spaces",
    description: "Bearer token that HTTP clients must send.",
    secret: true,
  }),
  allowedHosts: option({
    schema: list,
    default: [],
    allowed: "host:port values, separated by commas",
    description: "Further Host headers to accept, for a server behind another name.",
  }),
  displayIndex: option({
    schema: integer(0, 63),
    default: 0,
    allowed: "a whole number from 0 to 63",
    description: "The display that tools use when a call names none.",
  }),
  virtualDisplay: option({
    schema: z.union([z.literal("").transform(() => undefined), size]).optional(),
    default: undefined,
    allowed: "WIDTHxHEIGHT from 320x200 to 16384x16384, such as 1280x800",
    description:
      "Linux: when there is no display, start a private one of this size. Without a size: 1920x1080.",
    bareFlag: "1920x1080",
  }),
  jpegQuality: option({
    schema: integer(1, 100),
    default: 75,
    allowed: "a whole number from 1 to 100",
    description: "Quality of JPEG and WebP screenshots.",
  }),
  callerModel: option({
    // A misspelt name would be taken for a model without limits, and no screenshot would fit it.
    schema: z.string().refine((name) => name === "auto" || isKnownModel(name)),
    default: "auto",
    allowed: `auto, or the name of a model of one of the families ${modelProfiles.flatMap(({ names }) => names).join(", ")}`,
    description:
      "The vision model behind the MCP client; screenshots stay under its image limits. auto knows some clients by name.",
  }),
  allowHotkeys: option({
    schema: chords,
    default: [],
    allowed: "chords such as alt+f4, separated by commas",
    description: "Refused hotkeys to allow.",
  }),
  refuseHotkeys: option({
    schema: chords,
    default: [],
    allowed: "chords such as ctrl+w, separated by commas",
    description: "Further hotkeys to refuse.",
  }),
  auditSize: option({
    schema: integer(1, 100_000),
    default: 1000,
    allowed: "a whole number from 1 to 100000",
    description: "Operations that gui://audit-log remembers.",
  }),
  auditFile: option({
    schema: z.string().min(1).optional(),
    default: undefined,
    allowed: "a path",
    description: "File to which every operation is appended as a line of JSON.",
  }),
  lockTimeoutMs: option({
    schema: integer(0, 600_000),
    default: 30_000,
    allowed: "milliseconds, from 0 to 600000",
    description:
      "How long an input tool waits while another session, or another gui-agent, uses the desktop.",
  }),
  maxSessions: option({
    schema: integer(1, 1000),
    default: 32,
    allowed: "a whole number from 1 to 1000",
    description: "HTTP sessions at a time; the oldest idle one makes room.",
  }),
  sessionIdleMs: option({
    schema: integer(1000, 86_400_000),
    default: 1_800_000,
    allowed: "milliseconds, from 1000 to 86400000",
    description: "An HTTP session without calls ends after this long.",
  }),
  maxBodyBytes: option({
    schema: integer(1024, 67_108_864),
    default: 4_194_304,
    allowed: "bytes, from 1024 to 67108864",
    description: "Largest HTTP request body.",
  }),
  logLevel: option({
    schema: z.enum(["silent", "error", "warn", "info", "debug"]),
    default: "info",
    allowed: "silent, error, warn, info or debug",
    description: "How much is logged on stderr.",
  }),
  provider: option({
    schema: z.enum(providerNames),
    default: defaults.provider,
    allowed: providerNames.join(", "),
    description:
      "Provider of the vision model. openai, with a base URL, is also any server that is compatible with it: Ollama, vLLM, LM Studio, OpenRouter.",
  }),
  model: option({
    schema: z.string().min(1),
    default: defaults.model,
    allowed: "a model's name",
    description: "The vision model that tools call; must be named for another provider.",
  }),
  apiKey: option({
    schema: headerValue.optional(),
    default: undefined,
    allowed: "the provider's key: printable ASCII characters, without spaces",
    description: "Key for the vision model, at its provider or at the base URL.",
    secret: true,
  }),
  baseUrl: option({
    schema: address.optional(),
    default: undefined,
    allowed: "an http or https URL, without a password, ? or #",
    description:
      "Address of another server than the provider's own, such as http://127.0.0.1:11434/v1. It is sent no key but GUI_AGENT_API_KEY.",
  }),
  apiProtocol: option({
    schema: z.enum(protocolNames).optional(),
    default: undefined,
    allowed: protocolNames.join(", "),
    description:
      "Protocol of the vision model; openai means chat completions. Without it the provider's own, or with a base URL for openai: chat completions.",
  }),
  coordinateMode: option({
    schema: z.enum(coordinateModes).optional(),
    default: undefined,
    allowed: coordinateModes.join(", "),
    description: "Coordinate format of the vision model, instead of the one known for its name.",
  }),
  maxSteps: option({
    schema: integer(1, 1000),
    default: 50,
    allowed: "a whole number from 1 to 1000",
    description: "Most steps of one task.",
  }),
  maxSeconds: option({
    schema: integer(1, 3600),
    default: 3600,
    allowed: "a whole number from 1 to 3600",
    description: "Most time of one task, counted from when it has the desktop.",
  }),
  stepDelayMs: option({
    schema: integer(0, 60_000),
    default: 1500,
    allowed: "milliseconds, from 0 to 60000",
    description: "Wait after a step of a task.",
  }),
  stuckThreshold: option({
    schema: integer(1, 100),
    default: 3,
    allowed: "a whole number from 1 to 100",
    description: "Steps without a change that end a task.",
  }),
  memoryModel: option({
    schema: z.string().min(1).optional(),
    default: undefined,
    allowed: "a model's name",
    description: "Model that sums up the past of a task; without it the vision model.",
  }),
  memoryProvider: option({
    schema: z.enum(providerNames).optional(),
    default: undefined,
    allowed: providerNames.join(", "),
    description: "Provider of the model for summaries; without it the vision model's.",
  }),
  groundingModel: option({
    schema: z.string().min(1).optional(),
    default: undefined,
    allowed: "a model's name",
    description: "Model that finds on the screen what the vision model names in words.",
  }),
  groundingProvider: option({
    schema: z.enum(providerNames).optional(),
    default: undefined,
    allowed: providerNames.join(", "),
    description: "Provider of the grounding model; without it the vision model's.",
  }),
  groundingBaseUrl: option({
    schema: address.optional(),
    default: undefined,
    allowed: "an http or https URL, without a password, ? or #",
    description: "Address of the grounding model's server, if it is not the provider's own.",
  }),
  groundingApiKey: option({
    schema: headerValue.optional(),
    default: undefined,
    allowed: "the provider's key: printable ASCII characters, without spaces",
    description: "Key for the grounding model.",
    secret: true,
  }),
} as const;

export type OptionName = keyof typeof options;

/** The settings in force. */
export type Config = { readonly [Name in OptionName]: (typeof options)[Name]["default"] };

/** Flags by option name, as text. */
export type OptionTexts = Readonly<Partial<Record<OptionName, string>>>;

const definitions: { readonly [Name in OptionName]: OptionDefinition<Config[Name]> } = options;

/** The definition of an option, whatever its type. */
export function definitionOf<Name extends OptionName>(name: Name): OptionDefinition<Config[Name]> {
  return definitions[name];
}

export const optionNames = Object.keys(options).filter((name): name is OptionName => name in options);

export function flagName(option: OptionName): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function fileKey(option: OptionName): string {
  return option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const variablePrefix = "GUI_AGENT_";

/** What is wrong with variables that look like settings and are none, such as a misspelt one. */
export function warningsAbout(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = new Set(optionNames.map(environmentVariable));
  return Object.keys(environment)
    .filter((name) => name.startsWith(variablePrefix) && !known.has(name))
    .map((name) => `${name} is not a setting and has no effect.`);
}

/** The variables that hold the keys and the token, ours and the providers' own. */
export function secretVariables(): readonly string[] {
  const secrets = optionNames.filter((name) => definitionOf(name).secret === true);
  return [...secrets.map(environmentVariable), ...Object.values(providers).map((each) => each.keyVariable)];
}

export function environmentVariable(option: OptionName): string {
  return `${variablePrefix}${fileKey(option).toUpperCase()}`;
}
