import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { anthropic } from "./anthropic.ts";
import { gemini } from "./gemini.ts";
import { openAiCompletions } from "./openai-completions.ts";
import { openAiResponses } from "./openai-responses.ts";
import type { ModelAnswer, ModelRequest, Refusal, WireFormat } from "./wire-format.ts";

/** The protocols by the names that settings use. */
export const wireFormats = {
  anthropic,
  openai: openAiCompletions,
  "openai-responses": openAiResponses,
  gemini,
} as const satisfies Record<string, WireFormat>;
export type WireFormatName = keyof typeof wireFormats;

/** Answers a request; `count` is 1 for the first. */
export type Model = (
  request: ModelRequest,
  count: number,
) => ModelAnswer | Refusal | Promise<ModelAnswer | Refusal>;

export interface ModelServer extends AsyncDisposable {
  /** The address to set as base URL. */
  readonly baseUrl: string;
  /** Everything that was asked so far. */
  readonly requests: readonly ModelRequest[];
  /** How many requests are still open. */
  readonly open: number;
  /** How many pieces of answers have been sent. */
  readonly pieces: number;
}

/**
 * A model's server on the loopback interface that speaks a provider's protocol. A request that the
 * provider would not understand is refused with status 400 and why.
 */
export async function startModelServer(name: WireFormatName, model: Model): Promise<ModelServer> {
  const format = wireFormats[name];
  const requests: ModelRequest[] = [];
  let open = 0;
  let pieces = 0;
  /** Each piece on its own, so that clients see a stream. */
  const writeTo = (response: ServerResponse) => {
    const closed = once(response, "close");
    return async (texts: readonly string[]) => {
      for (const text of texts) {
        await Promise.race([closed, new Promise((resolve) => response.write(text, resolve))]);
        pieces += 1;
      }
    };
  };
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    open += 1;
    response.on("close", () => {
      open -= 1;
    });
    const path = new URL(incoming.url ?? "", "http://localhost").pathname;
    if (!format.requestPath.test(path)) return refuse(format, response, { status: 404, message: path });
    let request: ModelRequest;
    try {
      request = await readRequest(format, incoming, path);
    } catch (thrown) {
      return refuse(format, response, { status: 400, message: String(thrown) });
    }
    requests.push(request);
    const answer = await model(request, requests.length);
    return "status" in answer || "without" in answer
      ? refuse(format, response, answer)
      : send(format, withinLimit(answer, request), response, writeTo(response));
  };
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((thrown: unknown) => response.destroy(new Error(String(thrown))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    baseUrl: `http://127.0.0.1:${address.port}${format.basePath}`,
    requests,
    get open() {
      return open;
    },
    get pieces() {
      return pieces;
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readRequest(
  format: WireFormat,
  incoming: IncomingMessage,
  path: string,
): Promise<ModelRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const parsed = format.read(JSON.parse(body.toString()), path);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    ...parsed,
    path,
    headers: Object.fromEntries(headers),
    byteLength: body.byteLength,
    images: parsed.messages.flatMap(({ parts }) => parts.filter((part) => part.type === "image")),
  };
}

function refuse(format: WireFormat, response: ServerResponse, refusal: Refusal): void {
  if ("without" in refusal) {
    if (refusal.without === "connection") response.destroy();
    return;
  }
  const { status, headers = {}, message = "It cannot be done.", code } = refusal;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(format.writeError(status, message, code)));
}

/** What comes of an answer when thoughts take all that it may be long. */
function withinLimit(
  answer: ModelAnswer,
  { maxTokens = Number.POSITIVE_INFINITY }: ModelRequest,
): ModelAnswer {
  return (answer.thoughtTokens ?? 0) < maxTokens ? answer : { isCut: true };
}

type Write = (pieces: readonly string[]) => Promise<void>;

async function send(
  format: WireFormat,
  answer: ModelAnswer,
  response: ServerResponse,
  write: Write,
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const { pieces, end } = format.write(answer);
  const { breaks, next } = answer;
  const written = next === undefined ? undefined : format.write(next);
  const others = written === undefined ? [] : [...written.pieces, ...written.end];
  if (breaks === undefined) {
    await write([...pieces, ...end, ...others]);
    response.end();
    return;
  }
  await write(breaks.at === "half" ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces);
  switch (breaks.how) {
    case "closes":
      await write(others);
      response.end();
      return;
    case "drops":
      response.destroy();
      return;
    case "hangs":
      return;
    case "comments":
      while (!response.destroyed) {
        await write([": still at it\n\n"]);
        await Bun.sleep(5);
      }
      return;
    case "error":
      await write([format.writeErrorEvent("Overloaded")]);
      response.end();
      return;
    case "garbage":
      await write(['data: {"type": "message_del\n\n', ...end]);
      response.end();
      return;
    default:
      breaks.how satisfies never;
  }
}
