import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

type Fate = "cancelled" | "answered";

/** A tool, `hold`, whose calls a test starts, answers and sees cancelled, each by a name that it chooses. */
export class ControlledTools {
  readonly #calls = new Map<string, ControlledCall>();

  /** A call of `hold`, which may still have to arrive. */
  call(name: string): ControlledCall {
    const call = this.#calls.get(name) ?? new ControlledCall();
    this.#calls.set(name, call);
    return call;
  }

  createServer(): McpServer {
    const server = new McpServer({ name: "controlled", version: "1.0.0" });
    const input = { name: z.string() };
    server.registerTool("hold", { description: "Waits", inputSchema: input }, async ({ name }, extra) => {
      const text = await this.call(name).run(extra.signal);
      return { content: [{ type: "text", text }] };
    });
    return server;
  }
}

/** As long as 700 KB are in base64. */
export const pictureText = "0123456789abcdef".repeat((700 * 1024 * 4) / 3 / 16);

export class ControlledCall {
  readonly #started = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<Fate>();
  readonly #answer = Promise.withResolvers<string>();
  fate: Fate | "running" = "running";

  /** Resolves when the tool's handler has begun. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  /** Resolves when the handler has ended. */
  get ended(): Promise<Fate> {
    return this.#ended.promise;
  }

  answer(text: string): void {
    this.#answer.resolve(text);
  }

  async run(signal: AbortSignal): Promise<string> {
    this.#started.resolve();
    const cancelled = new Promise<"">((resolve) => {
      signal.addEventListener("abort", () => {
        this.#end("cancelled");
        resolve("");
      });
    });
    const text = await Promise.race([this.#answer.promise, cancelled]);
    this.#end("answered");
    return text;
  }

  #end(fate: Fate): void {
    if (this.fate !== "running") return;
    this.fate = fate;
    this.#ended.resolve(fate);
  }
}
