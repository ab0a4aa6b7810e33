/** What a person sees when the HTTP server is up: where it is, and what to paste into an MCP client. */
export function welcome(server: {
  readonly version: string;
  readonly url: string;
  readonly authenticated: boolean;
}): string {
  const headers = server.authenticated ? { headers: { Authorization: "Bearer YOUR_TOKEN" } } : {};
  const configuration = { mcpServers: { "gui-agent": { type: "http", url: server.url, ...headers } } };
  const header = server.authenticated ? ' --header "Authorization: Bearer YOUR_TOKEN"' : "";
  return `gui-agent ${server.version} is listening on ${server.url}

Claude Code:
  claude mcp add --transport http gui-agent ${server.url}${header}

Cursor and other clients that use mcpServers:
${indent(JSON.stringify(configuration, null, 2))}

A client that starts gui-agent itself needs its path and the arguments --transport stdio.

Ctrl+C stops it.
`;
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}
