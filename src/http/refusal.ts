/** JSON-RPC error codes that this server uses outside a method's own answer. */
export const rpcErrors = {
  parse: -32_700,
  invalidRequest: -32_600,
  internal: -32_603,
  /** Refused by the transport before any method was looked at. */
  refused: -32_000,
  sessionNotFound: -32_001,
} as const;

/** An HTTP answer that says why a request was refused, in the one shape that MCP clients read. */
export function refuse(
  status: number,
  message: string,
  options: { readonly code?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  const error = { code: options.code ?? rpcErrors.refused, message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status, headers: options.headers ?? {} });
}
