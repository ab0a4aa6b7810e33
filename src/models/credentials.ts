import { GuiAgentError } from "../core/errors.ts";
import { type ProviderName, providers } from "./providers.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

interface KeySettings {
  readonly provider: ProviderName;
  /** What the user has set for this model, in a variable of ours. */
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
}

export interface FoundKey {
  readonly key: string;
  /** The variable that it came from, for messages. */
  readonly variable: string;
}

/** What a header can carry, and keys consist of. */
const headerValue = /^[\x21-\x7e]+$/;

/**
 * The key for a model, or undefined when there is none.
 * @throws `invalid_input` for a variable that holds something else
 */
export function findKey(
  settings: KeySettings,
  environment: Environment,
  ourVariable = "GUI_AGENT_API_KEY",
): FoundKey | undefined {
  if (settings.apiKey !== undefined) return { key: settings.apiKey, variable: ourVariable };
  // A custom endpoint must never be sent a key that was meant for the provider.
  if (settings.baseUrl !== undefined) return undefined;
  const variable = providers[settings.provider].keyVariable;
  const key = environment[variable]?.trim() ?? "";
  if (key === "") return undefined;
  if (headerValue.test(key)) return { key, variable };
  throw new GuiAgentError(
    "invalid_input",
    `${variable} is no key: it has spaces, line breaks or accents in it.`,
    {
      remedy: `Set ${variable} to the key alone, in the environment of gui-agent.`,
    },
  );
}
