import { z } from "zod";
import type { Clock } from "../core/clock.ts";
import { GuiAgentError } from "../core/errors.ts";
import type { ModelEndpoint } from "./endpoint.ts";
import { Exchange } from "./exchange.ts";
import { explainFailure } from "./failures.ts";
import type { Protocol } from "./providers.ts";

const longestMs = 5000;

/** Where servers tell which models they have, below their base URL. */
const paths = {
  anthropic: "/v1/models",
  openai: "/models",
  "openai-responses": "/models",
  gemini: "/models",
} as const satisfies Record<Protocol, string>;

const list = z.union([
  z.object({ data: z.array(z.object({ id: z.string() })) }).transform(({ data }) => data.map(({ id }) => id)),
  z
    .object({ models: z.array(z.object({ name: z.string() })) })
    .transform(({ models }) => models.map(({ name }) => name.replace(/^models\//, ""))),
]);

/**
 * Asks the server of a model which models it has. Nothing else is sent than the model's key.
 * @throws `model_unavailable` when it does not say so within some seconds
 */
export async function listModels(endpoint: ModelEndpoint, clock: Clock): Promise<readonly string[]> {
  const exchange = new Exchange(endpoint, clock);
  const address = `${endpoint.baseUrl}${paths[endpoint.protocol]}`;
  const headers = { accept: "application/json", "anthropic-version": "2023-06-01" };
  const late = AbortSignal.timeout(longestMs);
  try {
    const response = await exchange.send(fetch, address, { headers, signal: late });
    const body = await response.text();
    const names = response.ok ? list.safeParse(parsed(body)).data : undefined;
    if (names !== undefined) return names;
    if (!response.ok || exchange.contentType.startsWith("text/html"))
      throw explainFailure(endpoint, exchange, body).error;
  } catch (thrown) {
    if (thrown instanceof GuiAgentError) throw thrown;
    if (!late.aborted) throw explainFailure(endpoint, exchange, String(thrown)).error;
  }
  const { baseUrl = "" } = endpoint.variables;
  throw new GuiAgentError("model_unavailable", `${address} does not tell which models there are.`, {
    remedy: `Check ${baseUrl}, unless the server has no such list.`,
  });
}

/** Whether a list has a model; servers add a tag to names that have none. */
export function hasModel(names: readonly string[], model: string): boolean {
  const known = names.map((name) => name.toLowerCase());
  return known.includes(model.toLowerCase()) || known.includes(`${model.toLowerCase()}:latest`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
