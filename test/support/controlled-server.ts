import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type HttpServer, type HttpServerOptions, startHttpServer } from "../../src/http/app.ts";
import { ControlledTools } from "./controlled-tools.ts";
import { silentLog } from "./silent-log.ts";

export interface ControlledServer extends HttpServer {
  readonly tools: ControlledTools;
  /** The signals of all sessions so far, in the order in which they were opened. */
  readonly sessionSignals: readonly AbortSignal[];
}

/** The product's HTTP layer with tools that a test controls, on a free port of 127.0.0.1. */
export async function startControlledServer(
  overrides: Partial<HttpServerOptions> = {},
): Promise<ControlledServer> {
  const tools = new ControlledTools();
  const sessionSignals: AbortSignal[] = [];
  const server = await startHttpServer({
    host: "127.0.0.1",
    port: 0,
    maxBodyBytes: 4 * 1024 * 1024,
    maxSessions: 10,
    sessionIdleMs: 60_000,
    disconnectGraceMs: 60_000,
    log: silentLog,
    openSession: ({ signal }) => {
      sessionSignals.push(signal);
      return { server: tools.createServer(), close: () => undefined };
    },
    ...overrides,
  });
  return {
    tools,
    sessionSignals,
    url: server.url,
    port: server.port,
    get sessions() {
      return server.sessions;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export interface SdkClient extends AsyncDisposable {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  /** What the transport has complained about so far. */
  readonly problems: readonly string[];
  /** The statuses of its attempts to resume a stream so far. */
  readonly resumptions: readonly number[];
}

/** A real MCP client with a session of its own. */
export async function connectSdkClient(url: string): Promise<SdkClient> {
  const problems: string[] = [];
  const resumptions: number[] = [];
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: async (target, init) => {
      const response = await fetch(target, init);
      if (new Headers(init?.headers).has("last-event-id")) resumptions.push(response.status);
      return response;
    },
  });
  const client = new Client({ name: "gui-agent-tests", version: "1.0.0" });
  client.onerror = (error) => problems.push(error.message);
  await client.connect(transport);
  return { client, transport, problems, resumptions, [Symbol.asyncDispose]: () => client.close() };
}
