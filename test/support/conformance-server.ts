import { completable } from "@modelcontextprotocol/sdk/server/completable.js";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  type ElicitRequestFormParams,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { type HttpServer, startHttpServer } from "../../src/http/app.ts";
import { silentLog } from "./silent-log.ts";

/** One red pixel. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** A RIFF header and no samples: 8 kHz, mono, 8 bits. */
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

/**
 * A server with the tools, resources and prompts that the conformance scenarios ask for by name,
 * behind the product's own HTTP layer.
 */
export function startConformanceServer(): Promise<HttpServer> {
  return startHttpServer({
    host: "127.0.0.1",
    port: 0,
    maxBodyBytes: 1024 * 1024,
    maxSessions: 100,
    sessionIdleMs: 60_000,
    disconnectGraceMs: 10_000,
    log: silentLog,
    openSession: () => ({ server: createFixture(), close: () => undefined }),
  });
}

function createFixture(): McpServer {
  const server = new McpServer(
    { name: "conformance-fixture", version: "1.0.0" },
    { capabilities: { logging: {}, resources: { subscribe: true } } },
  );
  addContentTools(server);
  addProgressTools(server);
  addClientTools(server);
  addResources(server);
  addPrompts(server);
  return server;
}

const text = (value: string) => ({ type: "text" as const, text: value });
const image = { type: "image" as const, data: png, mimeType: "image/png" };
const resource = (uri: string, mimeType: string, value: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: value },
});

function addContentTools(server: McpServer): void {
  server.registerTool("test_simple_text", { description: "Text" }, () => ({
    content: [text("This is a simple text response for testing.")],
  }));
  server.registerTool("test_image_content", { description: "An image" }, () => ({ content: [image] }));
  server.registerTool("test_audio_content", { description: "A sound" }, () => ({
    content: [{ type: "audio", data: wav, mimeType: "audio/wav" }],
  }));
  server.registerTool("test_embedded_resource", { description: "A resource" }, () => ({
    content: [resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  }));
  server.registerTool("test_multiple_content_types", { description: "Text, image and resource" }, () => ({
    content: [
      text("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  }));
  server.registerTool("test_error_handling", { description: "Fails" }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
}

function addProgressTools(server: McpServer): void {
  server.registerTool("test_tool_with_logging", { description: "Logs three times" }, async (extra) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await extra.sendNotification({ method: "notifications/message", params: { level: "info", data } });
      await Bun.sleep(50);
    }
    return { content: [text("Logged three times.")] };
  });
  server.registerTool("test_tool_with_progress", { description: "Reports progress" }, async (extra) => {
    const progressToken = extra._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await extra.sendNotification({ method: "notifications/progress", params });
      }
      await Bun.sleep(50);
    }
    return { content: [text("Reported progress.")] };
  });
}

function addClientTools(server: McpServer): void {
  const prompt = { description: "Asks the client's model", inputSchema: { prompt: z.string() } };
  server.registerTool("test_sampling", prompt, async ({ prompt: question }) => {
    const messages = [{ role: "user" as const, content: text(question) }];
    const { content } = await server.server.createMessage({ messages, maxTokens: 100 });
    return { content: [text(`LLM response: ${content.type === "text" ? content.text : content.type}`)] };
  });

  const elicit = async (message: string, properties: FormProperties, required: string[] = []) => {
    const requestedSchema = { type: "object" as const, properties, required };
    const { action, content } = await server.server.elicitInput({ message, requestedSchema });
    return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)] };
  };
  const message = { description: "Asks the user", inputSchema: { message: z.string() } };
  server.registerTool("test_elicitation", message, ({ message: question }) =>
    elicit(
      question,
      {
        username: { type: "string", description: "User's response" },
        email: { type: "string", description: "User's email address" },
      },
      ["username", "email"],
    ),
  );
  server.registerTool("test_elicitation_sep1034_defaults", { description: "Asks with defaults" }, () =>
    elicit("Review and change", {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    }),
  );
  server.registerTool("test_elicitation_sep1330_enums", { description: "Asks with choices" }, () =>
    elicit("Choose", {
      untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
      titledSingle: { type: "string", oneOf: titled("Option") },
      legacyEnum: {
        type: "string",
        enum: ["opt1", "opt2", "opt3"],
        enumNames: ["Option One", "Option Two", "Option Three"],
      },
      untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
      titledMulti: { type: "array", items: { anyOf: titled("Choice") } },
    }),
  );
}

type FormProperties = ElicitRequestFormParams["requestedSchema"]["properties"];

function titled(noun: string) {
  return ["First", "Second", "Third"].map((ordinal, index) => ({
    const: `value${index + 1}`,
    title: `${ordinal} ${noun}`,
  }));
}

function addResources(server: McpServer): void {
  server.registerResource(
    "static-text",
    "test://static-text",
    { mimeType: "text/plain" },
    ({ href: uri }) => ({
      contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }],
    }),
  );
  server.registerResource(
    "static-binary",
    "test://static-binary",
    { mimeType: "image/png" },
    ({ href: uri }) => ({
      contents: [{ uri, mimeType: "image/png", blob: png }],
    }),
  );
  server.registerResource(
    "watched",
    "test://watched-resource",
    { mimeType: "text/plain" },
    ({ href: uri }) => ({
      contents: [{ uri, mimeType: "text/plain", text: "Watched." }],
    }),
  );
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  const json = "application/json";
  server.registerResource("template", template, { mimeType: json }, ({ href: uri }, { id }) => {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` });
    return { contents: [{ uri, mimeType: json, text: data }] };
  });
  server.server.setRequestHandler(SubscribeRequestSchema, () => ({}));
  server.server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));
}

function addPrompts(server: McpServer): void {
  const user = <Content>(content: Content) => ({ role: "user" as const, content });
  server.registerPrompt("test_simple_prompt", { description: "Simple" }, () => ({
    messages: [user(text("This is a simple prompt for testing."))],
  }));
  const word = (description: string) =>
    completable(z.string().describe(description), () => ["paris", "park"]);
  const withArguments = {
    description: "With arguments",
    argsSchema: { arg1: word("First test argument"), arg2: word("Second test argument") },
  };
  server.registerPrompt("test_prompt_with_arguments", withArguments, ({ arg1, arg2 }) => ({
    messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  }));
  const withResource = { description: "With a resource", argsSchema: { resourceUri: z.string() } };
  server.registerPrompt("test_prompt_with_embedded_resource", withResource, ({ resourceUri }) => ({
    messages: [
      user(resource(resourceUri, "text/plain", "Embedded resource content for testing.")),
      user(text("Please process the embedded resource above.")),
    ],
  }));
  server.registerPrompt("test_prompt_with_image", { description: "With an image" }, () => ({
    messages: [user(image), user(text("Please analyze the image above."))],
  }));
}
