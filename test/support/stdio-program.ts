/** A program that serves a few tools over stdio through the product's own layer, for its tests. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { serveStdio } from "../../src/mcp/stdio.ts";

const server = new McpServer({ name: "stdio-program", version: "1.0.0" });
const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

server.registerTool("greet", { description: "Greets" }, () => text("hello"));
server.registerTool("picture", { description: "A lot of text" }, () => text("x".repeat(1_000_000)));
server.registerTool("hold", { description: "Runs until it is cancelled" }, async ({ signal }) => {
  process.stderr.write("hold has begun\n");
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  process.stderr.write("hold was cancelled\n");
  return text("");
});

await serveStdio(server, { stopped: new Promise((resolve) => process.once("SIGTERM", () => resolve())) });
process.exit(0);
