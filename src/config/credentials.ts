import type { Config } from "./options.ts";

/** The variable that holds a provider's own key, by custom; GUI_AGENT_API_KEY comes before it. */
const ownVariable = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  gemini: "GEMINI_API_KEY",
  qwen: "DASHSCOPE_API_KEY",
} as const satisfies Record<Config["provider"], string>;

/** The name of the variable that the key of the configured provider comes from; undefined when there is none. */
export function keyVariable(
  config: Pick<Config, "provider" | "apiKey" | "baseUrl">,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (config.apiKey !== undefined) return "GUI_AGENT_API_KEY";
  // A custom endpoint must never be sent a key that was meant for the provider.
  if (config.baseUrl !== undefined) return undefined;
  const variable = ownVariable[config.provider];
  return (environment[variable] ?? "") === "" ? undefined : variable;
}
