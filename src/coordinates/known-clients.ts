import type { ImageLimits } from "../core/image-limits.ts";
import { profileFor } from "./model-profiles.ts";

/**
 * MCP clients behind which there is always the same family of models, by the name that they give
 * when they connect. Their models see a picture above their limits shrunk, so that every position
 * read off it would be wrong.
 */
const modelsOfClients: Readonly<Record<string, string>> = {
  "claude-ai": "claude",
  "claude-code": "claude",
};

/**
 * The image limits of the model that reads a caller's screenshots.
 * @param callerModel a model's name, or `auto` to go by the client
 * @param client the name that the client gave, if it gave one
 */
export function callerLimits(callerModel: string, client: string | undefined): ImageLimits {
  if (callerModel !== "auto") return profileFor(callerModel).limits;
  const model = client === undefined ? undefined : modelsOfClients[client.toLowerCase()];
  return model === undefined ? {} : profileFor(model).limits;
}
