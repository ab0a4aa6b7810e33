import type { Clock } from "../../src/core/clock.ts";
import { systemClock } from "../../src/core/clock.ts";
import type { ModelEndpoint } from "../../src/models/endpoint.ts";
import type { VisionModel } from "../../src/models/port.ts";
import type { providers } from "../../src/models/providers.ts";
import { openVisionModel } from "../../src/models/vision-model.ts";
import type { WireFormatName } from "./model-servers/model-server.ts";
import { silentLog } from "./silent-log.ts";

export const testKey = "key-for-tests-0123456789";

/** The provider whose name goes with a protocol. */
const providerOf = {
  anthropic: "anthropic",
  openai: "qwen",
  "openai-responses": "openai",
  gemini: "gemini",
} as const satisfies Record<WireFormatName, keyof typeof providers>;

export function endpointAt(
  protocol: WireFormatName,
  baseUrl: string,
  changes: Partial<ModelEndpoint> = {},
): ModelEndpoint {
  return {
    provider: providerOf[protocol],
    protocol,
    baseUrl,
    model: "some-model",
    key: testKey,
    coordinateMode: undefined,
    variables: {
      provider: "GUI_AGENT_PROVIDER",
      model: "GUI_AGENT_MODEL",
      key: "GUI_AGENT_API_KEY",
      baseUrl: "GUI_AGENT_BASE_URL",
    },
    ...changes,
  };
}

interface Changes extends Partial<ModelEndpoint> {
  readonly clock?: Clock;
  /** Called with each warning that is logged. */
  readonly warn?: (message: string) => void;
}

/** The model behind a server, as the product talks to it. */
export function openModelAt(
  protocol: WireFormatName,
  baseUrl: string,
  { clock = systemClock, warn = () => undefined, ...changes }: Changes = {},
): Promise<VisionModel> {
  return openVisionModel(endpointAt(protocol, baseUrl, changes), { clock, log: { ...silentLog, warn } });
}
