import { afterAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { startControlledServer } from "../support/controlled-server.ts";
import {
  initializeRequest,
  openRawSession,
  post,
  postHeaders,
  refusalOf,
  sendRaw,
} from "../support/http-requests.ts";

const server = await startControlledServer();
afterAll(() => server[Symbol.asyncDispose]());

const postText = (body: Bun.BodyInit, headers: Record<string, string> = postHeaders) =>
  fetch(server.url, { method: "POST", headers, body });

async function expectAlive(): Promise<void> {
  const response = await post(server.url, initializeRequest);
  expect(response.status).toBe(200);
  await response.text();
}

describe("a body of 5 MB", () => {
  const size = 5 * 1024 * 1024;

  test("is refused by its declared length, before it is sent", async () => {
    const headers = `Host: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${size}`;
    const answer = await sendRaw(server.port, `POST /mcp HTTP/1.1\r\n${headers}\r\n\r\n{`);
    expect(answer).toStartWith("HTTP/1.1 413 ");
    expect(answer).toContain('"jsonrpc":"2.0"');
    expect(answer).toContain("4194304");
  });

  test("is refused when it is sent whole", async () => {
    expect(await refusalOf(await postText("x".repeat(size)))).toMatchObject({ status: 413 });
    await expectAlive();
  });

  test("is refused when it comes in chunks without a length", async () => {
    const answer = await sendChunks(size);
    expect(answer).toStartWith("HTTP/1.1 413 ");
    expect(answer).toContain('"jsonrpc":"2.0"');
    await expectAlive();
  });

  test("of 4 MB is read to its end", async () => {
    const filler = "x".repeat(4 * 1024 * 1024 - 1000);
    const message = { ...initializeRequest, params: { ...initializeRequest.params, _meta: { filler } } };
    const response = await post(server.url, message);
    expect(response.status).toBe(200);
    await response.text();
  });
});

/** Sends a chunked body until it is complete or answered; returns the answer. */
function sendChunks(size: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const head = `Host: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked`;
    const socket = connect(server.port, "127.0.0.1", () => {
      socket.write(`POST /mcp HTTP/1.1\r\n${head}\r\n\r\n`);
      for (let sent = 0; sent < size; sent += 0x10000) socket.write(`10000\r\n${"x".repeat(0x10000)}\r\n`);
    });
    socket.setEncoding("utf8");
    socket.once("data", (answer) => {
      socket.destroy();
      resolve(String(answer));
    });
    socket.on("error", reject);
  });
}

describe("a malformed message", () => {
  test.each(["", "{", "nonsense", "{'single':1}", '{"jsonrpc":"2.0"}{}', "\u0000"])(
    "%p is a parse error",
    async (body) => {
      expect(await refusalOf(await postText(body))).toMatchObject({ status: 400, code: -32_700 });
    },
  );

  test("that is not UTF-8 is a parse error", async () => {
    const body = Uint8Array.from([
      ...Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
      0xe4,
      ...Buffer.from('"}'),
    ]);
    expect(await refusalOf(await postText(body))).toMatchObject({ status: 400, code: -32_700 });
  });

  test.each(["[", '{"a":', '[{"a":'])(
    "nested a million times with %p leaves the server alive",
    async (open) => {
      expect((await postText(open.repeat(Math.floor(4e6 / open.length)))).status).toBe(400);
      const close = open === "[" ? "]" : open === '{"a":' ? "}" : "}]";
      const body = `${open.repeat(300_000)}1${close.repeat(300_000)}`;
      expect((await postText(body)).status).toBe(400);
      await expectAlive();
    },
  );

  test("that is well formed but nested too deeply is refused by its depth", async () => {
    const session = await openRawSession(server.url);
    const nested = (depth: number) => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
    const refused = await refusalOf(await session.callTool(1, "unknown", { nested: nested(100) }));
    expect(refused).toMatchObject({ status: 400, code: -32_600 });
    expect(refused.message).toContain("100 levels");
    // The message, its params and their arguments are three more.
    expect((await session.callTool(1, "unknown", { nested: nested(97) })).status).toBe(200);
  });

  test("with brackets in its strings is not nested", async () => {
    const session = await openRawSession(server.url);
    const text = `"${"[{".repeat(500)}\\`;
    expect((await session.callTool(1, "unknown", { [text]: text })).status).toBe(200);
  });

  test.each(["1", "null", '"text"', "{}", "[]", '{"jsonrpc":"1.0","id":1,"method":"ping"}', "[1]"])(
    "%p, which is JSON but no request, is refused within a session too",
    async (body) => {
      const session = await openRawSession(server.url);
      const headers = { ...postHeaders, "mcp-session-id": session.id };
      expect(await refusalOf(await postText(body, headers))).toMatchObject({ status: 400 });
    },
  );
});

describe("a POST of another type", () => {
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "text/plain; a=application/json",
    "application/jsonp",
    "",
  ])("%p is refused", async (type) => {
    const headers = { ...postHeaders, "content-type": type };
    const response = await postText(JSON.stringify(initializeRequest), headers);
    expect(await refusalOf(response)).toMatchObject({ status: 415 });
  });

  test("is accepted with parameters and in any case", async () => {
    const headers = { ...postHeaders, "content-type": "Application/JSON; charset=utf-8" };
    const response = await postText(JSON.stringify(initializeRequest), headers);
    expect(response.status).toBe(200);
    await response.text();
  });
});

describe("routes", () => {
  test.each(["/", "/mcp/", "/MCP", "/mcp/x", "/sse", "/.env"])("there is nothing at %s", async (path) => {
    for (const method of ["GET", "POST"]) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
      expect(await refusalOf(response)).toMatchObject({ status: 404 });
    }
  });

  test.each(["PUT", "PATCH", "OPTIONS", "HEAD"])("%s is not a method of the endpoint", async (method) => {
    const response = await fetch(server.url, { method });
    expect(response.status).toBe(405);
    expect(new Set(response.headers.get("allow")?.split(", "))).toEqual(new Set(["GET", "POST", "DELETE"]));
  });

  test("a client that accepts no events is told so, and leaves no session behind", async () => {
    await using fresh = await startControlledServer();
    const headers = { "content-type": "application/json", accept: "application/json" };
    expect((await post(fresh.url, initializeRequest, { headers })).status).toBe(406);
    expect(fresh.sessions).toBe(0);
  });
});
