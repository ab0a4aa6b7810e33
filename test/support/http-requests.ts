import { connect } from "node:net";
import { z } from "zod";

/** What an MCP client of the newest protocol sends with every POST. */
export const postHeaders = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
} as const;

export const initializeRequest = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1.0.0" },
  },
} as const;

/** A client that speaks plain HTTP, for what the SDK's would never do. */
export interface RawSession {
  readonly id: string;
  post(message: unknown, init?: RequestInit): Promise<Response>;
  callTool(id: number | string, name: string, input?: object, init?: RequestInit): Promise<Response>;
  /** Opens the stream that follows an event, or the session's own. */
  get(lastEventId?: string, init?: RequestInit): Promise<Response>;
}

export async function openRawSession(url: string): Promise<RawSession> {
  const response = await post(url, initializeRequest);
  const id = response.headers.get("mcp-session-id");
  await response.text();
  if (id === null) throw new Error(`No session was opened: ${response.status}.`);
  return rawSession(url, id);
}

export function rawSession(url: string, id: string): RawSession {
  const headers = { ...postHeaders, "mcp-session-id": id };
  const postMessage: RawSession["post"] = (message, init) => post(url, message, { headers, ...init });
  return {
    id,
    post: postMessage,
    callTool: (callId, name, input = {}, init = {}) => {
      const params = { name, arguments: input };
      return postMessage({ jsonrpc: "2.0", id: callId, method: "tools/call", params }, init);
    },
    get: (lastEventId, init = {}) => {
      const resume = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
      return fetch(url, { headers: { ...headers, accept: "text/event-stream", ...resume }, ...init });
    },
  };
}

export async function post(url: string, message: unknown, init: RequestInit = {}): Promise<Response> {
  return await fetch(url, { method: "POST", headers: postHeaders, body: JSON.stringify(message), ...init });
}

const refusalSchema = z.object({
  jsonrpc: z.literal("2.0"),
  error: z.object({ code: z.int(), message: z.string().min(1) }),
  id: z.null(),
});

/** The JSON-RPC error of a response that must be one, with its HTTP status. */
export async function refusalOf(
  response: Response,
): Promise<{ status: number; code: number; message: string }> {
  const { error } = refusalSchema.parse(await response.json());
  return { status: response.status, ...error };
}

/** Sends bytes as they are on a connection of its own and returns all that comes back. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.end(text));
    let answer = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      answer += String(chunk);
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}
