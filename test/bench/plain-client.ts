/** An MCP session spoken by hand, to tell what the server takes from what a client library adds. */
export interface PlainClient extends AsyncDisposable {
  /** Calls a tool and reads the whole answer, unparsed. */
  call(name: string, input?: Record<string, unknown>): Promise<string>;
}

const protocolVersion = "2025-11-25";

export async function connectPlainClient(url: string): Promise<PlainClient> {
  let headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const post = async (message: Record<string, unknown>) => {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The server answered ${response.status}: ${text}`);
    return { response, text };
  };
  const clientInfo = { name: "gui-agent-bench", version: "1.0.0" };
  const { response } = await post({
    id: 0,
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo },
  });
  headers = {
    ...headers,
    "mcp-session-id": response.headers.get("mcp-session-id") ?? "",
    "mcp-protocol-version": protocolVersion,
  };
  await post({ method: "notifications/initialized" });

  let lastId = 0;
  return {
    async call(name, input = {}) {
      lastId += 1;
      const { text } = await post({ id: lastId, method: "tools/call", params: { name, arguments: input } });
      if (text.includes('"isError":true')) throw new Error(`${name} failed: ${text}`);
      return text;
    },
    async [Symbol.asyncDispose]() {
      await fetch(url, { method: "DELETE", headers });
    },
  };
}
