import { beginningOf } from "../core/cut.ts";
import { type ErrorCode, GuiAgentError } from "../core/errors.ts";
import { oneLine } from "../core/one-line.ts";
import type { ModelEndpoint } from "./endpoint.ts";
import type { Exchange } from "./exchange.ts";
import { refusalIn } from "./protocols.ts";
import { providers } from "./providers.ts";
import { saysTooLong, saysUnpaid } from "./refusal-words.ts";

/** Why a request brought no reply. */
export interface ModelFailure {
  readonly error: GuiAgentError;
  /** Whether the same request may succeed later. */
  readonly isPassing: boolean;
}

/** Server errors aside: timeouts, conflicts and rate limits pass. */
const passingStatuses = [408, 409, 429];

/** In characters. Servers answer with whole pages. */
const longestDetail = 300;

/**
 * Why a request failed.
 * @param said the library's own words, which may contain those of the server
 */
export function explainFailure(endpoint: ModelEndpoint, exchange: Exchange, said: string): ModelFailure {
  const { baseUrl, key, variables } = endpoint;
  const model = `${endpoint.model} at ${baseUrl}`;
  const { status, ending, endingWord = "", isSent, redirection } = exchange;
  // The libraries pass on only what they know of a refusal.
  const words = exchange.refusal ?? said;
  const detail = sentence(printable(exchange.problem ?? words, key));
  if (!isSent) return lasting("internal", `The request to ${model} could not be made: ${detail}`);
  if (status === undefined)
    return passing(`${model} could not be reached: ${detail}`, remedyForSilence(detail, variables.baseUrl));
  const another = `set ${variables.model} to another model.`;
  if (status >= 200 && status < 300) {
    // A login page, a router, or a server that does not stream: its next answer would be the same.
    if (!exchange.hasEvents && /^(?:text\/html|application\/json)/.test(exchange.contentType)) {
      const kind = exchange.contentType.startsWith("text/html") ? "a web page" : "JSON";
      const message = `${model} answered with ${kind} instead of a stream of events.`;
      return lasting("model_unavailable", message, remedyForPlace(endpoint, exchange.address));
    }
    const reason = sentence(printable(endingWord, key));
    switch (ending) {
      case "declined": {
        const message = `The reply of ${model} was withheld: ${reason}`;
        return lasting("model_declined", message, `Word the request in another way, or ${another}`);
      }
      case "unknown": {
        const message = `The reply of ${model} ended for a reason that gui-agent does not know: ${reason}`;
        return lasting("model_unavailable", message, `Try again, or ${another}`);
      }
      case "failed":
      case "complete":
      case "cut": {
        const isWord = ending === "failed" && exchange.problem === undefined && endingWord !== "";
        const why = isWord ? reason : detail;
        return passing(`The reply of ${model} broke off: ${why}`, `Try again, or ${another}`);
      }
      default:
        return ending satisfies never;
    }
  }
  if (redirection !== undefined) {
    const message = `${model} answered with status ${status}: it redirects to ${printable(redirection, key)}`;
    return lasting("model_unavailable", message, remedyForRedirection(endpoint, exchange.address));
  }
  const message = `${model} answered with status ${status}: ${detail}`;
  if (saysUnpaid(words, status, endpoint))
    return lasting("model_unavailable", message, remedyForUnpaid(endpoint));
  if (passingStatuses.includes(status) || status >= 500)
    return passing(message, `Try again later, or ${another}`);
  const remedy = saysTooLong(words)
    ? `Set ${variables.model} to a model with a longer context, or start its server with one.`
    : remedyFor(status, endpoint, exchange.address, detail);
  return lasting("model_unavailable", message, remedy);
}

/**
 * The failure of a model that says nothing, or comes to no end.
 * @param ms since something came from it
 */
export function hangingFailure({ model, baseUrl, variables }: ModelEndpoint, ms: number): ModelFailure {
  return passing(
    `${model} at ${baseUrl} has not finished its reply; the last sign of it came ${Math.round(ms / 1000)} s ago.`,
    `Try again, or set ${variables.model} to another model.`,
  );
}

/** What to do about a request that was refused for good. */
function remedyFor(
  status: number,
  endpoint: ModelEndpoint,
  address: string | undefined,
  detail: string,
): string {
  const { key, variables } = endpoint;
  // Gemini's status for a wrong key is the one for any bad request.
  if (status === 401 || status === 403 || /api[ _-]?key/i.test(detail)) {
    return key === undefined
      ? `The server wants a key: set ${variables.key}.`
      : `The key is from ${variables.key}: set it to one that is valid there.`;
  }
  const { model, baseUrl } = variables;
  if (status < 400 || status === 404 || status === 405) return remedyForPlace(endpoint, address);
  const settings = baseUrl === undefined ? model : `${model} and ${baseUrl}`;
  return `Check ${settings}, and that the model takes pictures and tools.`;
}

/** What to do when the server sends whoever asks to another place. */
function remedyForRedirection(endpoint: ModelEndpoint, address: string | undefined): string {
  const { baseUrl } = endpoint.variables;
  return baseUrl === undefined
    ? remedyForPlace(endpoint, address)
    : `Set ${baseUrl} to the address to which this one redirects.`;
}

/** What to do when the account has nothing left to spend. */
function remedyForUnpaid({ key, variables }: ModelEndpoint): string {
  if (key === undefined) return `Pay for the model there, or set ${variables.model} to another.`;
  return `Top up the account of the key from ${variables.key}, or raise its limit; or set it to the key of another account.`;
}

/** What to do when nothing came back. */
function remedyForSilence(detail: string, baseUrl: string | undefined): string {
  const setting = baseUrl === undefined ? "" : `, and ${baseUrl} if it is set`;
  if (detail.startsWith("ECONNREFUSED"))
    return `No server listens there. Start it${baseUrl === undefined ? "" : `, or correct ${baseUrl}`}.`;
  if (detail.startsWith("ENOTFOUND")) return `No host of that name is known. Check the network${setting}.`;
  return `Check the network${setting}.`;
}

/** What to do when the server has no such model, or takes no requests where they were sent. */
function remedyForPlace(
  { protocol, provider, baseUrl, variables }: ModelEndpoint,
  address = baseUrl,
): string {
  const { model, baseUrl: place } = variables;
  const isElsewhere = baseUrl !== providers[provider].baseUrl;
  if (place === undefined || !isElsewhere)
    return `Set ${model} to a model that the provider has; old ones are taken out of service.`;
  const other =
    protocol === "anthropic"
      ? ` It was asked by Anthropic's protocol: if it is compatible with OpenAI, set ${variables.provider} to openai.`
      : "";
  return `Check that the server has the model that ${model} names, and takes requests at ${address} (from ${place}).${other}`;
}

function passing(message: string, remedy: string): ModelFailure {
  return { error: new GuiAgentError("model_unavailable", message, { remedy }), isPassing: true };
}

function lasting(code: ErrorCode, message: string, remedy?: string): ModelFailure {
  const options = remedy === undefined ? {} : { remedy };
  return { error: new GuiAgentError(code, message, options), isPassing: false };
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** A server's words on one line, without the key, which some repeat. */
function printable(said: string, key: string | undefined): string {
  // The libraries put the status before it, and the runtime advice for programmers behind it.
  const words = wordsIn(said).replace(/^\d{3} | For more information, pass .*/g, "");
  const line = oneLine(words).replaceAll(/\s+/g, " ");
  const clean = key === undefined ? line : line.replaceAll(key, "[key]");
  return clean.length > longestDetail ? `${beginningOf(clean, longestDetail)}…` : clean;
}

/** The message in a text that ends in an error as JSON, or the text. */
function wordsIn(said: string): string {
  try {
    return refusalIn(JSON.parse(said.slice(said.indexOf("{")))) ?? said;
  } catch {
    return said;
  }
}
