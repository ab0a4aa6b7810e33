import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { type ToolClient, textOf } from "../../test/support/tool-client.ts";

/** A call as it was made, and what came back. */
export interface RecordedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The text of the result. */
  readonly text: string;
  /** A `data:` address of the result's image, if it has one. */
  readonly image?: string;
}

/** Calls tools through a client and keeps a record of it. */
export class Recorder {
  readonly #client: ToolClient;
  readonly calls: RecordedCall[] = [];

  constructor(client: ToolClient) {
    this.#client = client;
  }

  /** Throws when the tool says that it failed. */
  async call(name: string, input: Readonly<Record<string, unknown>>): Promise<void> {
    const result = await this.#client.callRaw(name, { ...input });
    if (result.isError) throw new Error(`${name} failed: ${textOf(result)}`);
    this.calls.push({ name, input, text: textOf(result), ...imageOf(result) });
  }
}

function imageOf({ content }: CallToolResult): { readonly image?: string } {
  const block = content.find(({ type }) => type === "image");
  return block?.type === "image" ? { image: `data:${block.mimeType};base64,${block.data}` } : {};
}
