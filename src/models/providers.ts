/** The wire formats in which models can be asked, by the names that settings use. */
export const protocolNames = ["anthropic", "openai", "openai-responses", "gemini"] as const;
export type Protocol = (typeof protocolNames)[number];

export const providerNames = ["anthropic", "openai", "gemini", "qwen"] as const;
export type ProviderName = (typeof providerNames)[number];

/** The vision model unless settings name another. */
export const defaults = { provider: "anthropic", model: "claude-sonnet-4-20250514" } as const satisfies {
  readonly provider: ProviderName;
  readonly model: string;
};

/** What is known of the default model's end. Source: Anthropic's page of deprecations. */
export const defaultModelEnd = "15 June 2026";

interface Provider {
  readonly baseUrl: string;
  readonly protocol: Protocol;
  /** What servers at other addresses speak that are set up under this provider's name. */
  readonly protocolElsewhere: Protocol;
  /** The variable that holds the provider's own key, by custom. */
  readonly keyVariable: string;
}

/** Who runs models, and how they are reached unless the settings say otherwise. */
export const providers = {
  anthropic: {
    baseUrl: "https://api.anthropic.com",
    protocol: "anthropic",
    protocolElsewhere: "anthropic",
    keyVariable: "ANTHROPIC_API_KEY",
  },
  openai: {
    baseUrl: "https://api.openai.com/v1",
    protocol: "openai-responses",
    // Servers that call themselves compatible mean the older protocol: vLLM, Ollama, LM Studio, OpenRouter.
    protocolElsewhere: "openai",
    keyVariable: "OPENAI_API_KEY",
  },
  gemini: {
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    protocol: "gemini",
    protocolElsewhere: "gemini",
    keyVariable: "GEMINI_API_KEY",
  },
  qwen: {
    baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1",
    protocol: "openai",
    protocolElsewhere: "openai",
    keyVariable: "DASHSCOPE_API_KEY",
  },
} as const satisfies Record<ProviderName, Provider>;
