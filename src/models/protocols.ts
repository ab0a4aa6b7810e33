import { z } from "zod";
import type { Protocol } from "./providers.ts";

/** What tells one wire format from another, as far as our guards look at it. */
interface WireFormat {
  /** The path under which servers have their current version, for addresses that are given without one. */
  readonly versionPath: string;
  /** The headers that carry a key. */
  keyHeaders(key: string): Readonly<Record<string, string>>;
  /** The word with which an event of a stream says why the reply ends; undefined in any other event. */
  endingIn(event: unknown): string | undefined;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

const messageDelta = z
  .object({ type: z.literal("message_delta"), delta: z.object({ stop_reason: z.string() }) })
  .transform(({ delta }) => delta.stop_reason);

const chunk = z
  .object({ choices: z.tuple([z.object({ finish_reason: z.string() })], z.unknown()) })
  .transform(({ choices: [{ finish_reason }] }) => finish_reason);

const responseEnd = z
  .object({
    type: z.enum(["response.completed", "response.incomplete"]),
    response: z.object({ incomplete_details: z.object({ reason: z.string() }).nullish() }),
  })
  .transform(({ type, response }) =>
    type === "response.completed" ? "completed" : (response.incomplete_details?.reason ?? "incomplete"),
  );

const candidate = z.union([
  z
    .object({ candidates: z.tuple([z.object({ finishReason: z.string() })], z.unknown()) })
    .transform(({ candidates: [{ finishReason }] }) => finishReason),
  z
    .object({ promptFeedback: z.object({ blockReason: z.string() }) })
    .transform(({ promptFeedback }) => promptFeedback.blockReason),
]);

const errorBody = z
  .object({ error: z.object({ message: z.string() }) })
  .transform(({ error }) => error.message);

/** What an error of any protocol says, be it the body of a response or an event of a stream; undefined for anything else. */
export function errorIn(data: unknown): string | undefined {
  return errorBody.safeParse(data).data;
}

const looseBody = z
  .object({ detail: z.string() })
  .transform(({ detail }) => detail)
  .or(z.object({ error: z.string() }).transform(({ error }) => error))
  .or(z.object({ message: z.string() }).transform(({ message }) => message));

/** The same for the body of a refusal, in which servers and proxies use words of their own. */
export function refusalIn(data: unknown): string | undefined {
  return errorIn(data) ?? looseBody.safeParse(data).data;
}

export const protocols = {
  anthropic: {
    versionPath: "",
    keyHeaders: (key) => ({ "x-api-key": key }),
    endingIn: (event) => messageDelta.safeParse(event).data,
  },
  openai: {
    versionPath: "/v1",
    keyHeaders: bearer,
    endingIn: (event) => chunk.safeParse(event).data,
  },
  "openai-responses": {
    versionPath: "/v1",
    keyHeaders: bearer,
    endingIn: (event) => responseEnd.safeParse(event).data,
  },
  gemini: {
    versionPath: "/v1beta",
    keyHeaders: (key) => ({ "x-goog-api-key": key }),
    endingIn: (event) => candidate.safeParse(event).data,
  },
} as const satisfies Record<Protocol, WireFormat>;

/** How a reply ended: as it should, at a limit of length, by a fault that may pass, declined, or for a reason that we do not know. */
export type Ending = "complete" | "cut" | "failed" | "declined" | "unknown";

/** What the words of all protocols mean; none means two things. */
const endings: ReadonlyMap<string, Ending> = new Map<string, Ending>([
  // Anthropic
  ["end_turn", "complete"],
  ["tool_use", "complete"],
  ["stop_sequence", "complete"],
  ["pause_turn", "complete"],
  ["max_tokens", "cut"],
  ["model_context_window_exceeded", "cut"],
  ["refusal", "declined"],
  // OpenAI's chat completions, and servers that are compatible with it
  ["stop", "complete"],
  ["end", "complete"],
  ["tool_calls", "complete"],
  ["function_call", "complete"],
  ["length", "cut"],
  ["content_filter", "declined"],
  ["sensitive", "declined"],
  ["network_error", "failed"],
  ["insufficient_system_resource", "failed"],
  ["abort", "failed"],
  ["error", "failed"],
  // OpenAI's responses
  ["completed", "complete"],
  ["incomplete", "cut"],
  ["max_output_tokens", "cut"],
  // Gemini; those that failed are about calls that it could not put into JSON
  ["STOP", "complete"],
  ["MAX_TOKENS", "cut"],
  ["MALFORMED_FUNCTION_CALL", "failed"],
  ["UNEXPECTED_TOOL_CALL", "failed"],
  ...[
    "SAFETY",
    "RECITATION",
    "LANGUAGE",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "SPII",
    "IMAGE_SAFETY",
    "IMAGE_PROHIBITED_CONTENT",
    "IMAGE_RECITATION",
    "IMAGE_OTHER",
    "JAILBREAK",
    "MODEL_ARMOR",
    "OTHER",
  ].map((word) => [word, "declined"] as const),
]);

/** What a provider's word for the end of a reply means. */
export function endingOf(word: string): Ending {
  return endings.get(word) ?? "unknown";
}

/** An address as requests are built on: without a slash at the end, with a version where servers have one. */
export function completeBaseUrl(protocol: Protocol, address: string): string {
  const url = new URL(address).href.replace(/\/+$/, "");
  if (new URL(url).pathname !== "/") {
    // This protocol's requests bring their version along.
    return protocol === "anthropic" ? url.replace(/\/v1$/, "") : url;
  }
  return `${url}${protocols[protocol].versionPath}`;
}
