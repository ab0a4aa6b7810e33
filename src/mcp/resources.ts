import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  ErrorCode,
  McpError,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Subscription, Watch } from "./watch.ts";

/** One readable, subscribable JSON document. */
export interface Resource {
  readonly uri: `gui://${string}`;
  readonly title: string;
  readonly description: string;
  /** Shared by all sessions. */
  readonly watch: Watch;
  read(): Promise<Readonly<Record<string, unknown>>>;
}

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
  const subscriptions = new Map<string, Subscription>();
  const unsubscribe = (uri: string) => {
    subscriptions.get(uri)?.[Symbol.dispose]();
    subscriptions.delete(uri);
  };
  server.server.registerCapabilities({ resources: { subscribe: true } });
  server.server.setRequestHandler(SubscribeRequestSchema, async ({ params: { uri } }) => {
    const resource = resources.find((candidate) => candidate.uri === uri);
    if (resource === undefined) throw unknownResource(uri, resources);
    // Entered at once: the session may end before it is ready.
    const subscription = subscriptions.get(uri) ?? resource.watch.subscribe(() => tell(server, uri));
    subscriptions.set(uri, subscription);
    try {
      await subscription.ready;
    } catch (error) {
      unsubscribe(uri);
      throw error;
    }
    return {};
  });
  server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    unsubscribe(uri);
    return {};
  });
  return {
    [Symbol.dispose]: () => {
      for (const uri of [...subscriptions.keys()]) unsubscribe(uri);
    },
  };
}

function tell(server: McpServer, uri: string): void {
  // The client is gone; the session's end ends the subscription.
  server.server.sendResourceUpdated({ uri }).catch(() => undefined);
}

/** Resources have no results for failures, so this one is the protocol's own, with the remedy in its message. */
function unknownResource(uri: string, resources: readonly Resource[]): McpError {
  const known = resources.map((resource) => resource.uri).join(", ");
  return new McpError(ErrorCode.InvalidParams, `There is no resource ${uri}. There are: ${known}.`);
}
