import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SubscribeRequestSchema, UnsubscribeRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { GuiAgentError } from "../core/errors.ts";

/** One readable, subscribable JSON document. */
export interface Resource {
  readonly uri: `gui://${string}`;
  readonly title: string;
  readonly description: string;
  read(): Promise<Readonly<Record<string, unknown>>>;
  /** Equal texts mean that nothing worth a notification has changed. */
  revision(): Promise<string>;
}

/** The system has no event for most of what resources show, so subscribed ones are looked at this often. */
const watchIntervalMs = 1000;

/** Adds the resources to a session's server. Dispose what comes back when the session ends. */
export function addResources(server: McpServer, resources: readonly Resource[]): Disposable {
  for (const resource of resources) {
    server.registerResource(
      resource.uri.slice("gui://".length),
      resource.uri,
      { title: resource.title, description: resource.description, mimeType: "application/json" },
      async () => ({
        contents: [
          {
            uri: resource.uri,
            mimeType: "application/json",
            text: JSON.stringify(await resource.read(), null, 2),
          },
        ],
      }),
    );
  }
  const watches = new Map<string, Disposable>();
  server.server.registerCapabilities({ resources: { subscribe: true } });
  server.server.setRequestHandler(SubscribeRequestSchema, async ({ params: { uri } }) => {
    const resource = resources.find((candidate) => candidate.uri === uri);
    if (resource === undefined) throw unknownResource(uri, resources);
    if (!watches.has(uri)) watches.set(uri, await watch(server, resource));
    return {};
  });
  server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    watches.get(uri)?.[Symbol.dispose]();
    watches.delete(uri);
    return {};
  });
  return {
    [Symbol.dispose]: () => {
      for (const timer of watches.values()) timer[Symbol.dispose]();
    },
  };
}

async function watch(server: McpServer, resource: Resource): Promise<Disposable> {
  let seen = await resource.revision();
  let looking = false;
  const look = async () => {
    // A desktop that answers slowly must not make looks pile up.
    if (looking) return;
    looking = true;
    const now = await resource.revision();
    looking = false;
    if (now === seen) return;
    seen = now;
    await server.server.sendResourceUpdated({ uri: resource.uri });
  };
  const timer = setInterval(() => {
    look().catch(() => {
      // The client is gone; the session's end clears the timer.
      looking = false;
    });
  }, watchIntervalMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function unknownResource(uri: string, resources: readonly Resource[]): GuiAgentError {
  return new GuiAgentError("invalid_input", `There is no resource ${uri}.`, {
    remedy: `There are: ${resources.map((resource) => resource.uri).join(", ")}.`,
  });
}
