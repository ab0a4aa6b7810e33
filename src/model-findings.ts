import { environment } from "#runtime";
import { profileFor } from "./coordinates/model-profiles.ts";
import { systemClock } from "./core/clock.ts";
import { toGuiAgentError } from "./core/errors.ts";
import type { Permission } from "./desktop/port.ts";
import {
  groundingEndpoint,
  type ModelEndpoint,
  type ModelSettings,
  memoryEndpoint,
  visionEndpoint,
} from "./models/endpoint.ts";
import { hasModel, listModels } from "./models/model-list.ts";
import { defaultModelEnd, defaults, providers } from "./models/providers.ts";

/** Of a list of models, in a line. */
const mostNames = 8;

/** What the models of the settings are, and whether a server of the user's own has them. No fault of the machine's. */
export async function modelFindings(settings: ModelSettings): Promise<readonly Permission[]> {
  const hasMemory = settings.memoryModel !== undefined || settings.memoryProvider !== undefined;
  const findings = await Promise.all([
    finding("Vision model", () => visionEndpoint(settings, environment)),
    finding("Grounding model", () => groundingEndpoint(settings, environment)),
    finding("Summaries", () => (hasMemory ? memoryEndpoint(settings, environment) : undefined)),
  ]);
  return findings.filter((found) => found !== undefined);
}

async function finding(
  name: string,
  resolve: () => ModelEndpoint | undefined,
): Promise<Permission | undefined> {
  try {
    const endpoint = resolve();
    return endpoint && { name, ...(await placeFinding(endpoint)) };
  } catch (thrown) {
    const { message: detail, remedy = "" } = toGuiAgentError(thrown);
    return { name, state: "unknown", detail, remedy: `Only tools that ask a model need it. ${remedy}` };
  }
}

async function placeFinding(endpoint: ModelEndpoint): Promise<Omit<Permission, "name">> {
  const { provider, protocol, baseUrl, model, key, coordinateMode, variables } = endpoint;
  const { mode, order, dialect } = profileFor(model, coordinateMode);
  const answers = dialect === undefined ? "calls tools" : `writes actions as text (${dialect})`;
  const keySource = key === undefined ? "no key" : `key from ${variables.key}`;
  const detail = `${provider} ${model}, ${answers}, coordinates ${mode} ${order}, by ${protocol} at ${baseUrl}, ${keySource}.`;
  // The providers' own are not asked: nothing leaves the machine before a tool needs it.
  if (baseUrl === providers[provider].baseUrl) {
    if (model !== defaults.model) return { state: "granted", detail, remedy: "" };
    return {
      state: "unknown",
      detail: `${detail} Its provider announced to end it on ${defaultModelEnd}.`,
      remedy: `Set ${variables.model} to a model that the provider has.`,
    };
  }
  try {
    const names = await listModels(endpoint, systemClock);
    if (hasModel(names, model)) return { state: "granted", detail: `${detail} It is there.`, remedy: "" };
    const others = names.slice(0, mostNames).join(", ");
    const listed = `The server lists no model of that name. It has: ${others || "none"}${names.length > mostNames ? ", …" : ""}.`;
    return {
      state: "unknown",
      detail: `${detail} ${listed}`,
      remedy: `Set ${variables.model} to one of them.`,
    };
  } catch (thrown) {
    const { message, remedy = "" } = toGuiAgentError(thrown);
    return { state: "unknown", detail: `${detail} ${message}`, remedy };
  }
}
