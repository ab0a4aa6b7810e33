import type { CoordinateMode } from "../coordinates/model-profiles.ts";
import { GuiAgentError } from "../core/errors.ts";
import { type Environment, findKey } from "./credentials.ts";
import { completeBaseUrl } from "./protocols.ts";
import { defaults, type Protocol, type ProviderName, providers } from "./providers.ts";

/** The settings that choose the models of a task. */
export interface ModelSettings {
  readonly provider: ProviderName;
  readonly model: string;
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly apiProtocol: Protocol | undefined;
  readonly coordinateMode: CoordinateMode | undefined;
  readonly memoryModel: string | undefined;
  readonly memoryProvider: ProviderName | undefined;
  readonly groundingModel: string | undefined;
  readonly groundingProvider: ProviderName | undefined;
  readonly groundingBaseUrl: string | undefined;
  readonly groundingApiKey: string | undefined;
}

/** A model, where it is reached, and with which key. */
export interface ModelEndpoint {
  readonly provider: ProviderName;
  readonly protocol: Protocol;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly model: string;
  /** Absent for a server that asks for none. */
  readonly key: string | undefined;
  /** Overrides what is known of the model's name. */
  readonly coordinateMode: CoordinateMode | undefined;
  /** The variables that set all this, for messages. */
  readonly variables: Variables;
}

interface Variables {
  readonly provider: string;
  readonly model: string;
  readonly key: string;
  /** Absent for a model that is only ever asked at its provider's own address. */
  readonly baseUrl?: string;
}

type OneModel = Pick<
  ModelSettings,
  "provider" | "model" | "apiKey" | "baseUrl" | "apiProtocol" | "coordinateMode"
>;

const visionVariables = {
  provider: "GUI_AGENT_PROVIDER",
  model: "GUI_AGENT_MODEL",
  key: "GUI_AGENT_API_KEY",
  baseUrl: "GUI_AGENT_BASE_URL",
} as const satisfies Variables;

const groundingVariables = {
  provider: "GUI_AGENT_GROUNDING_PROVIDER",
  model: "GUI_AGENT_GROUNDING_MODEL",
  key: "GUI_AGENT_GROUNDING_API_KEY",
  baseUrl: "GUI_AGENT_GROUNDING_BASE_URL",
} as const satisfies Variables;

/** A model of another provider's, of which settings say no more than the name. */
const elsewhere = {
  apiKey: undefined,
  baseUrl: undefined,
  apiProtocol: undefined,
  coordinateMode: undefined,
};

/**
 * The model that looks at the screen and decides.
 * @throws `model_unavailable` when it needs a key and there is none, with the variables to set
 */
export function visionEndpoint(settings: ModelSettings, environment: Environment): ModelEndpoint {
  return resolve(settings, visionVariables, environment);
}

/** The model that sums up the past of a task: the vision model unless settings name another. Throws alike. */
export function memoryEndpoint(settings: ModelSettings, environment: Environment): ModelEndpoint {
  const { provider, memoryProvider = provider, memoryModel } = settings;
  const names = { provider: "GUI_AGENT_MEMORY_PROVIDER", model: "GUI_AGENT_MEMORY_MODEL" };
  if (memoryProvider === provider) {
    const beside = { ...settings, model: memoryModel ?? settings.model };
    return resolve(beside, { ...visionVariables, ...names }, environment);
  }
  if (memoryModel === undefined) {
    throw new GuiAgentError("invalid_input", `No model of ${memoryProvider} is named for summaries.`, {
      remedy: "Set GUI_AGENT_MEMORY_MODEL, or leave GUI_AGENT_MEMORY_PROVIDER out.",
    });
  }
  const key = providers[memoryProvider].keyVariable;
  const place = { ...elsewhere, provider: memoryProvider, model: memoryModel };
  return resolve(place, { ...names, key }, environment);
}

/**
 * The model that finds on the screen what the vision model names in words; undefined when settings name
 * none. Of the vision model's provider, it is reached where that is. Throws alike.
 */
export function groundingEndpoint(
  settings: ModelSettings,
  environment: Environment,
): ModelEndpoint | undefined {
  const {
    provider,
    groundingModel,
    groundingProvider = provider,
    groundingBaseUrl,
    groundingApiKey,
  } = settings;
  if (groundingModel === undefined) {
    const isWanted = [settings.groundingProvider, groundingBaseUrl, groundingApiKey].some(
      (set) => set !== undefined,
    );
    if (!isWanted) return undefined;
    throw new GuiAgentError("invalid_input", "No model is named that finds things on the screen.", {
      remedy: "Set GUI_AGENT_GROUNDING_MODEL, or leave the other GUI_AGENT_GROUNDING_ variables out.",
    });
  }
  const isBeside = groundingProvider === provider && groundingBaseUrl === undefined;
  const place: OneModel = isBeside
    ? {
        ...settings,
        model: groundingModel,
        apiKey: groundingApiKey ?? settings.apiKey,
        coordinateMode: undefined,
      }
    : {
        ...elsewhere,
        provider: groundingProvider,
        model: groundingModel,
        apiKey: groundingApiKey,
        baseUrl: groundingBaseUrl,
      };
  const { provider: providerVariable, model, key } = groundingVariables;
  // Those that the user has set, for messages.
  const variables = isBeside
    ? {
        ...visionVariables,
        provider: providerVariable,
        model,
        ...(groundingApiKey === undefined ? {} : { key }),
      }
    : groundingVariables;
  return resolve(place, variables, environment);
}

function resolve(settings: OneModel, variables: Variables, environment: Environment): ModelEndpoint {
  const { provider, model, coordinateMode } = settings;
  const { baseUrl, protocol, protocolElsewhere, keyVariable } = providers[provider];
  if (model === defaults.model && provider !== defaults.provider && settings.baseUrl === undefined) {
    throw new GuiAgentError(
      "invalid_input",
      `${variables.provider} is ${provider}, which does not have ${model}, a model of ${defaults.provider}.`,
      { remedy: `Set ${variables.model} to a model of ${provider}.` },
    );
  }
  const found = findKey(settings, environment, variables.key);
  if (found === undefined && settings.baseUrl === undefined) {
    const keys = [...new Set([keyVariable, variables.key])].join(" or ");
    const other =
      variables.baseUrl === undefined ? "" : `, or ${variables.baseUrl} for a server that needs no key`;
    throw new GuiAgentError("model_unavailable", `There is no key for ${provider}, to ask ${model}.`, {
      remedy: `Set ${keys} in the environment of gui-agent${other}.`,
    });
  }
  const spoken = settings.apiProtocol ?? (settings.baseUrl === undefined ? protocol : protocolElsewhere);
  return {
    provider,
    protocol: spoken,
    baseUrl: completeBaseUrl(spoken, settings.baseUrl ?? baseUrl),
    model,
    key: found?.key,
    coordinateMode,
    variables: { ...variables, key: found?.variable ?? variables.key },
  };
}
