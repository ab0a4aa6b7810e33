import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import type { Log } from "../core/log.ts";
import { assertProtected, createGuard, type Guard, urlHost } from "./guard.ts";
import { assertCanListen, listen } from "./listen.ts";
import { refuse, rpcErrors } from "./refusal.ts";
import { readJsonBody } from "./request-body.ts";
import type { OpenSession } from "./session.ts";
import { Sessions } from "./sessions.ts";

export interface HttpServerOptions {
  /** The only address that is bound. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Bearer token that every request must carry; needed for any host but loopback. */
  readonly authToken?: string | undefined;
  /** Further `Host` values to accept, as `host:port`. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly maxBodyBytes: number;
  /** Sessions at a time; the longest idle one makes room. */
  readonly maxSessions: number;
  /** A session ends when it had no call and no open stream for this long. */
  readonly sessionIdleMs: number;
  /** The calls of a client that vanished are cancelled unless it is back within this time. */
  readonly disconnectGraceMs: number;
  readonly openSession: OpenSession;
  readonly log: Log;
}

export interface HttpServer extends AsyncDisposable {
  /** Where MCP clients connect. */
  readonly url: string;
  readonly port: number;
  /** How many sessions are open. */
  readonly sessions: number;
}

const path = "/mcp";
const methods = ["GET", "POST", "DELETE"];

/**
 * Makes sure that a server could be started, for those who have more to start before it. Throws what
 * `startHttpServer` throws.
 */
export async function assertStartable(
  options: Pick<HttpServerOptions, "host" | "port" | "authToken" | "allowedHosts">,
): Promise<void> {
  const { host, port, authToken, allowedHosts = [] } = options;
  assertProtected({ host, authToken, allowedHosts });
  await assertCanListen({ host, port });
}

/**
 * Serves MCP over Streamable HTTP, one session and one McpServer a client. Disposing it cancels
 * what runs and frees the port. Throws `port_unavailable`, and `invalid_input` for an unprotected
 * address.
 */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { host, authToken, allowedHosts = [], log } = options;
  assertProtected({ host, authToken, allowedHosts });
  const sessions = new Sessions(options);
  let closing = false;
  // Which names are ours depends on the port, which is known once it is bound.
  let guard: Guard = () => refuse(503, "The server is starting.");

  const server = await listen({
    host,
    port: options.port,
    fetch: async (request) => {
      if (closing) return refuse(503, "The server is closing.");
      return guard(request) ?? (await route(request, sessions, options));
    },
    onError: (error) => log.error(`A request failed: ${error.message}`),
  });
  const port = server.port ?? options.port;
  guard = createGuard({ host, port, allowedHosts, authToken, log });

  return {
    url: `http://${urlHost(host)}:${port}${path}`,
    port,
    get sessions() {
      return sessions.count;
    },
    async [Symbol.asyncDispose]() {
      closing = true;
      // Frees the port at once; streams stay open until their sessions have ended them.
      const stopped = server.stop();
      await sessions[Symbol.asyncDispose]();
      await Promise.all([stopped, server.stop(true)]);
    },
  };
}

async function route(request: Request, sessions: Sessions, options: HttpServerOptions): Promise<Response> {
  if (new URL(request.url).pathname !== path) {
    return refuse(404, `There is nothing here. MCP clients connect to ${path}.`);
  }
  if (!methods.includes(request.method)) {
    const headers = { allow: methods.join(", ") };
    return refuse(405, `${request.method} is not supported.`, { headers });
  }
  let body: unknown;
  if (request.method === "POST") {
    const read = await readJsonBody(request, options.maxBodyBytes);
    if ("refusal" in read) return read.refusal;
    body = read.value;
  }
  const id = request.headers.get("mcp-session-id");
  if (id === null) return await initialize(request, body, sessions);
  const session = sessions.find(id);
  if (session !== undefined) return await session.handle(request, body);
  return refuse(404, "There is no such session: it has ended, or never was. Initialize a new one.", {
    code: rpcErrors.sessionNotFound,
  });
}

async function initialize(request: Request, body: unknown, sessions: Sessions): Promise<Response> {
  if (!isInitializeRequest(body)) {
    return refuse(400, "A request without an Mcp-Session-Id header must be one initialize request.");
  }
  const session = await sessions.open();
  if (session === undefined) {
    return refuse(503, "All sessions are busy. Close a client, or raise the number with --max-sessions.");
  }
  const response = await session.handle(request, body);
  // Refused, for example for its Accept header: the client does not know the session's id.
  if (!response.ok) await session.end();
  return response;
}
