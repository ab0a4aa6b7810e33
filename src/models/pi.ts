import { removeEnvironmentVariables } from "#runtime";
import type { ModelEndpoint } from "./endpoint.ts";
import type { LoopModel, ModelContext, Reply, StreamFn } from "./port.ts";
import type { Protocol, ProviderName } from "./providers.ts";

type Pi = typeof import("@mariozechner/pi-ai");
export type ReplyStream = Awaited<ReturnType<StreamFn>>;

/** The library of model calls, set up for one model. */
export interface ModelLibrary {
  readonly loopModel: LoopModel;
  /** Sends one request and never a second. Does not throw. */
  ask(
    context: ModelContext,
    options: { readonly signal: AbortSignal; readonly maxTokens: number | undefined },
  ): ReplyStream;
  /** A stream that has only the end of a reply. */
  finished(reply: Reply): ReplyStream;
}

/** pi's names of the protocols. */
const apis = {
  anthropic: "anthropic-messages",
  openai: "openai-completions",
  "openai-responses": "openai-responses",
  gemini: "google-generative-ai",
} as const satisfies Record<Protocol, string>;

/** Under which names pi has the models of our providers. */
const piNames = {
  anthropic: "anthropic",
  openai: "openai",
  gemini: "google",
  qwen: "openrouter",
} as const satisfies Record<ProviderName, string>;

/**
 * Variables with which the libraries below pi would print to stdout, which may belong to MCP, or would
 * talk to another service than the one they are told.
 */
const steeringVariables = [
  "ANTHROPIC_LOG",
  "OPENAI_LOG",
  "GOOGLE_GENAI_USE_ENTERPRISE",
  "GOOGLE_GENAI_USE_VERTEXAI",
];

/**
 * What pi is given for a key, so that it neither looks for one itself nor knows the real one, which
 * `Exchange` puts in: with keys of a certain form it would pose as another program.
 */
const keyForLibrary = "set-when-sent";

/** Tokens of a reply: an action takes 200, a reasoned one 1000. */
const longestReply = 8192;
/** For models that pi's table does not have: what the smallest vision models take. */
const cautious = { contextWindow: 32_768, maxTokens: 4096 };

/** OpenAI's models that think before they answer, also those to come. */
const thinkingModel = /(?:^|\/)(?:gpt-[5-9](?!.*chat)|o\d)/;

/** Loads pi, which takes a while, and sets it up for a model. */
export async function loadLibrary(endpoint: ModelEndpoint): Promise<ModelLibrary> {
  removeEnvironmentVariables(steeringVariables);
  const pi = await import("@mariozechner/pi-ai");
  const loopModel = describeModel(pi, endpoint);
  const thinking = thinkingOptions(loopModel);
  return {
    loopModel,
    ask: (context, { signal, maxTokens = loopModel.maxTokens }) =>
      pi.streamSimple(loopModel, context, {
        signal,
        maxTokens,
        apiKey: keyForLibrary,
        maxRetries: 0,
        cacheRetention: "short",
        ...thinking,
      }),
    finished: (reply) => finishedStream(pi, reply),
  };
}

/** Loads what makes a stream that has only the end of a reply, for models that the library does not ask. */
export async function loadStreams(): Promise<(reply: Reply) => ReplyStream> {
  const pi = await import("@mariozechner/pi-ai");
  return (reply) => finishedStream(pi, reply);
}

function finishedStream(pi: Pi, reply: Reply): ReplyStream {
  const stream = pi.createAssistantMessageEventStream();
  const { stopReason: reason } = reply;
  if (reason === "error" || reason === "aborted") stream.push({ type: "error", reason, error: reply });
  else stream.push({ type: "done", reason, message: reply });
  return stream;
}

/**
 * A model that thinks must be given its thoughts back with its calls, and pi asks for them only when it
 * is told how long to think. It asks for a summary as well, which OpenAI refuses to some accounts.
 */
function thinkingOptions({ reasoning: isThinking, id }: LoopModel): Parameters<Pi["streamSimple"]>[2] {
  if (!isThinking) return {};
  // Clicking needs no long thought, but some models know no other.
  const effort = /-pro\b/.test(id) ? "high" : "low";
  const withoutSummary = (payload: unknown) =>
    typeof payload === "object" ? { ...payload, reasoning: { effort } } : undefined;
  return { reasoning: effort, onPayload: withoutSummary };
}

function describeModel(pi: Pi, { provider, model, protocol, baseUrl }: ModelEndpoint): LoopModel {
  const api = apis[protocol];
  // Others offer the same models with other limits.
  const tables = [piNames[provider], ...pi.getProviders()].flatMap((name) => pi.getModels(name));
  const { contextWindow, maxTokens } = tables.find(({ id }) => id === model) ?? cautious;
  return {
    id: model,
    name: model,
    api,
    // Under a name that pi knows, it would take keys and habits from there.
    provider: "custom",
    baseUrl,
    // Without pictures here, pi silently replaces them by a remark.
    input: ["text", "image"],
    // Elsewhere pi would then turn thinking off, in words that some models refuse.
    reasoning: protocol === "openai-responses" && thinkingModel.test(model),
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow,
    maxTokens: Math.min(maxTokens, longestReply),
    ...compatibility(protocol, model),
  };
}

/** What servers that call themselves compatible do not understand, or what makes arguments arrive unfinished. */
function compatibility(protocol: Protocol, model: string): Pick<LoopModel, "compat"> {
  switch (protocol) {
    case "anthropic":
      return { compat: { supportsEagerToolInputStreaming: false } };
    case "openai":
      return {
        compat: {
          supportsStore: false,
          supportsDeveloperRole: false,
          supportsStrictMode: false,
          // OpenAI's thinking models refuse the name that everybody else understands.
          maxTokensField: thinkingModel.test(model) ? "max_completion_tokens" : "max_tokens",
        },
      };
    case "openai-responses":
      return { compat: { sendSessionIdHeader: false } };
    case "gemini":
      return {};
    default:
      return protocol satisfies never;
  }
}
