import type { Readable, Writable } from "node:stream";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { GuiAgentError } from "../core/errors.ts";

export interface StdioOptions {
  /** Resolves when the process is asked to stop. */
  readonly stopped: Promise<void>;
  readonly stdin?: Readable;
  readonly stdout?: Writable;
}

/** Unanswered input that is kept at most; a longer message ends the connection. */
const maxBufferedBytes = 10 * 1024 * 1024;

/** How long a client may take to read the last answers. */
const flushTimeoutMs = 1000;

/**
 * Serves one client over stdin and stdout, one JSON-RPC message a line, until the input ends, the
 * reader of the output goes away, or `stopped` resolves. Calls that still run are then cancelled.
 * Lines that are not JSON-RPC are reported to the server's `onerror` and skipped.
 * Throws `limit_exceeded` for a message that is too long.
 */
export async function serveStdio(server: McpServer, options: StdioOptions): Promise<void> {
  const { stopped, stdin = process.stdin, stdout = process.stdout } = options;
  const transport = new FlushableTransport(stdin, stdout, { maxBufferSize: maxBufferedBytes });
  const overflowed = new Promise<GuiAgentError>((resolve) => {
    // Before we close it, the transport closes itself for this reason alone.
    transport.onclose = () => resolve(tooLong());
  });
  const left = new Promise<void>((resolve) => {
    // The transport does not listen for the end of its input.
    for (const event of ["end", "close", "error"]) stdin.once(event, () => resolve());
    // Not once: without a listener, each further write to a closed pipe would end the process.
    stdout.on("error", () => resolve());
  });
  await server.connect(transport);
  const error = await Promise.race([overflowed, left, stopped]);
  // Calls that came in with the end of the input get their answers if these need no waiting.
  await setImmediate();
  await server.close();
  if (stdout.writable) await Promise.race([transport.flushed(), delay(flushTimeoutMs)]);
  if (error !== undefined) throw error;
}

class FlushableTransport extends StdioServerTransport {
  readonly #unwritten = new Set<Promise<void>>();

  override send(message: JSONRPCMessage): Promise<void> {
    const sent = super.send(message).finally(() => this.#unwritten.delete(sent));
    this.#unwritten.add(sent);
    return sent;
  }

  /** Resolves when the pipe has taken all messages. */
  async flushed(): Promise<void> {
    await Promise.all(this.#unwritten);
  }
}

function delay(ms: number): Promise<void> {
  return setTimeout(ms, undefined, { ref: false });
}

function tooLong(): GuiAgentError {
  return new GuiAgentError("limit_exceeded", `A message on stdin is longer than ${maxBufferedBytes} bytes.`, {
    remedy: "Send smaller messages, or use the HTTP transport for large ones.",
  });
}
