/**
 * MCP clients behind which there is always the same family of models, by the name that they give
 * when they connect. Their models see a picture above their limits shrunk, so that every position
 * read off it would be wrong.
 */
const modelsOfClients: ReadonlyMap<string, string> = new Map([
  ["claude-ai", "claude"],
  ["claude-code", "claude"],
]);

/**
 * The model that reads a caller's screenshots, or undefined when nothing tells which one it is.
 * @param callerModel a model's name, or `auto` to go by the client
 * @param client the name that the client gave, if it gave one
 */
export function modelBehind(callerModel: string, client: string | undefined): string | undefined {
  if (callerModel !== "auto") return callerModel;
  return client === undefined ? undefined : modelsOfClients.get(client.toLowerCase());
}
