import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type CallToolResult, CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

const errorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), remedy: z.string().optional() }),
});
export type ToolError = z.infer<typeof errorBody>["error"];

/** A real MCP client, with the calls that tests make most. */
export interface ToolClient extends AsyncDisposable {
  readonly client: Client;
  /** Calls a tool and returns the result as it came, also when it is an error. */
  callRaw(name: string, input?: Record<string, unknown>): Promise<CallToolResult>;
  /** Calls a tool that must succeed; returns its structured result, or the JSON text beside an image. */
  call(name: string, input?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Calls a tool that must fail. */
  callFailing(name: string, input?: Record<string, unknown>): Promise<ToolError>;
  /** Reads a resource that is one JSON document. */
  readResource(uri: string): Promise<unknown>;
}

/** @param name what the client calls itself */
export async function connectToolClient(
  transport: Transport,
  name = "gui-agent-tests",
  client = new Client({ name, version: "1.0.0" }),
): Promise<ToolClient> {
  await client.connect(transport);
  const callRaw: ToolClient["callRaw"] = async (name, input = {}) =>
    CallToolResultSchema.parse(await client.callTool({ name, arguments: input }));
  return {
    client,
    callRaw,
    async call(name, input) {
      const result = await callRaw(name, input);
      if (result.isError) throw new Error(`${name} failed: ${textOf(result)}`);
      return result.structuredContent ?? z.record(z.string(), z.unknown()).parse(JSON.parse(textOf(result)));
    },
    async callFailing(name, input) {
      const result = await callRaw(name, input);
      if (!result.isError) throw new Error(`${name} succeeded, though it should fail: ${textOf(result)}`);
      return errorBody.parse(JSON.parse(textOf(result))).error;
    },
    async readResource(uri) {
      const { contents } = await client.readResource({ uri });
      const [first] = contents;
      if (first === undefined || !("text" in first)) throw new Error(`${uri} has no text.`);
      return JSON.parse(first.text);
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The text block of a result. */
export function textOf(result: CallToolResult): string {
  const block = result.content.find((candidate) => candidate.type === "text");
  if (block?.type !== "text") throw new Error("The result has no text.");
  return block.text;
}
