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

/** The key for a model, or undefined when there is none. */
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
  return key === "" ? undefined : { key, variable };
}
