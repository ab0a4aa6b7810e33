/**
 * A program that asks the models of its settings for a word, as the product does, and prints what they
 * say, or why they say nothing.
 */
import { environment } from "#runtime";
import { readConfig } from "../../src/config/read.ts";
import { systemClock } from "../../src/core/clock.ts";
import { toGuiAgentError } from "../../src/core/errors.ts";
import { groundingEndpoint, memoryEndpoint, visionEndpoint } from "../../src/models/endpoint.ts";
import { openVisionModel } from "../../src/models/vision-model.ts";
import { silentLog } from "./silent-log.ts";

const config = await readConfig({});
const { signal } = new AbortController();

for (const endpointFor of [visionEndpoint, memoryEndpoint, groundingEndpoint]) {
  try {
    const endpoint = endpointFor(config, environment);
    if (endpoint === undefined) continue;
    const model = await openVisionModel(endpoint, { clock: systemClock, log: silentLog });
    const messages = [{ role: "user" as const, content: "A word, please.", timestamp: 0 }];
    console.log(await model.complete({ system: "You answer.", messages, signal }));
  } catch (thrown) {
    const { code, message, remedy } = toGuiAgentError(thrown);
    console.log(`${code}: ${message} ${remedy}`);
  }
}
