import { afterAll, describe, expect, test } from "bun:test";
import { startControlledServer } from "../support/controlled-server.ts";
import { initializeRequest, post, postHeaders, refusalOf, sendRaw } from "../support/http-requests.ts";
import { silentLog } from "../support/silent-log.ts";
import { thrownBy } from "../support/thrown.ts";

const server = await startControlledServer();
afterAll(() => server[Symbol.asyncDispose]());
const ownHost = `127.0.0.1:${server.port}`;

const getWith = (path: string, headers: string, method = "GET") =>
  sendRaw(server.port, `${method} ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);

describe("Host", () => {
  const forged = [
    ["another name", `Host: evil.example.com:${server.port}\r\n`],
    ["a name that ends in ours", `Host: evil.localhost:${server.port}\r\n`],
    ["our name with a dot", `Host: localhost.:${server.port}\r\n`],
    ["our name without the port", "Host: 127.0.0.1\r\n"],
    ["our name with another port", "Host: 127.0.0.1:1\r\n"],
    ["another address of this machine", `Host: 0.0.0.0:${server.port}\r\n`],
    ["ours and another", `Host: ${ownHost}\r\nHost: evil.example.com\r\n`],
    ["an empty one", "Host: \r\n"],
  ] as const;
  const routes = [
    ["GET", "/mcp"],
    ["POST", "/mcp"],
    ["OPTIONS", "/mcp"],
    ["GET", "/"],
    ["GET", "/computer/gui-agent/displays"],
  ] as const;

  describe.each(forged)("%s", (_name, header) => {
    test.each(routes)("is refused on %s %s", async (method, path) => {
      expect(await getWith(path, header, method)).toStartWith("HTTP/1.1 403 ");
    });
  });

  test("is refused when it is missing", async () => {
    expect(await sendRaw(server.port, "GET /mcp HTTP/1.0\r\n\r\n")).toStartWith("HTTP/1.1 403 ");
  });

  test("does not come from the request line", async () => {
    const answer = await getWith(`http://${ownHost}/mcp`, "Host: evil.example.com\r\n");
    expect(answer).toStartWith("HTTP/1.1 403 ");
  });

  test("may be any loopback name with our port", async () => {
    for (const name of ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"]) {
      // 400: past the guard, this lacks its session id.
      expect(await getWith("/mcp", `Host: ${name}:${server.port}\r\n`)).toStartWith("HTTP/1.1 400 ");
    }
  });

  test("may be one that was allowed, exactly as written", async () => {
    await using allowing = await startControlledServer({
      allowedHosts: ["Desk.example:8443", "desk.example"],
    });
    const withHost = (host: string) =>
      sendRaw(allowing.port, `GET /mcp HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await withHost("desk.example:8443")).toStartWith("HTTP/1.1 400 ");
    expect(await withHost("desk.example")).toStartWith("HTTP/1.1 400 ");
    expect(await withHost("desk.example:8080")).toStartWith("HTTP/1.1 403 ");
  });

  test("is named in the refusal and in the log", async () => {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
    await using logging = await startControlledServer({ log });
    const answer = await sendRaw(
      logging.port,
      "GET /mcp HTTP/1.1\r\nHost: evil.example.com\r\nConnection: close\r\n\r\n",
    );
    expect(answer.toLowerCase()).toContain("content-type: application/json");
    expect(answer).toContain("evil.example.com");
    expect(warnings).toEqual([expect.stringContaining("evil.example.com")]);
  });
});

describe("Origin", () => {
  const initializeFrom = (origin: string) =>
    post(server.url, initializeRequest, { headers: { ...postHeaders, origin } });

  test.each([
    "http://evil.example.com",
    "null",
    "",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    `http://evil.example.com:${server.port}`,
    `http://${ownHost}.evil.example.com`,
    `http://${ownHost}@evil.example.com`,
    `file://${ownHost}`,
    `http://${ownHost}/`,
    // Same server, but another origin to a browser.
    `http://localhost:${server.port}`,
  ])("%p is refused", async (origin) => {
    const before = server.sessions;
    const refusal = await refusalOf(await initializeFrom(origin));
    expect(refusal).toMatchObject({ status: 403, message: expect.stringContaining(origin) });
    expect(server.sessions).toBe(before);
  });

  test("of our own pages is accepted, without an invitation to others", async () => {
    const response = await initializeFrom(`http://${ownHost}`);
    expect(response.status).toBe(200);
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    await response.text();
  });

  test("of other pages gets no answer to a preflight", async () => {
    const origin = "http://evil.example.com";
    const headers = { origin, "access-control-request-method": "POST" };
    const response = await fetch(server.url, { method: "OPTIONS", headers });
    expect(response.status).toBe(403);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("the bearer token", () => {
  const token = "correct-horse-battery-staple";
  const withToken = (url: string, authorization?: string) =>
    post(url, initializeRequest, {
      headers: authorization === undefined ? postHeaders : { ...postHeaders, authorization },
    });

  test.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
    token,
  ])("%p is not it", async (authorization) => {
    await using guarded = await startControlledServer({ authToken: token });
    const response = await withToken(guarded.url, authorization);
    expect(response.headers.get("www-authenticate")).toStartWith("Bearer");
    expect(await refusalOf(response)).toMatchObject({ status: 401 });
    expect((await fetch(`http://127.0.0.1:${guarded.port}/`)).status).toBe(401);
  });

  test.each(["Bearer", "bearer", "BEARER"])(
    "opens a session, with the scheme written as %s",
    async (scheme) => {
      await using guarded = await startControlledServer({ authToken: token });
      const response = await withToken(guarded.url, `${scheme} ${token}`);
      expect(response.status).toBe(200);
      await response.text();
    },
  );
});

describe("binding", () => {
  test.each(["0.0.0.0", "::", "192.0.2.1", "desk.example", ""])("%p needs a token", async (host) => {
    const error = await thrownBy(() => startControlledServer({ host }));
    expect(error.code).toBe("invalid_input");
    expect(error.remedy).toContain("GUI_AGENT_AUTH_TOKEN");
  });

  test("an empty token does not count", async () => {
    const error = await thrownBy(() => startControlledServer({ host: "0.0.0.0", authToken: "" }));
    expect(error.code).toBe("invalid_input");
    expect((await thrownBy(() => startControlledServer({ authToken: "" }))).code).toBe("invalid_input");
  });

  test("beyond loopback works with a token", async () => {
    await using open = await startControlledServer({ host: "0.0.0.0", authToken: "long-random-text" });
    expect((await post(`http://127.0.0.1:${open.port}/mcp`, initializeRequest)).status).toBe(401);
  });

  test("takes no address but the given one", async () => {
    await using second = await startControlledServer({ host: "127.0.0.2" });
    expect(new URL(second.url).hostname).toBe("127.0.0.2");
    const response = await post(second.url, initializeRequest);
    expect(response.status).toBe(200);
    await response.text();
    await expect(fetch(`http://127.0.0.1:${second.port}/mcp`)).rejects.toThrow();
  });

  test("works on IPv6", async () => {
    await using second = await startControlledServer({ host: "::1" });
    expect(second.url).toBe(`http://[::1]:${second.port}/mcp`);
    const response = await post(second.url, initializeRequest);
    expect(response.status).toBe(200);
    await response.text();
  });

  test.each(["http://desk.example", "*", "desk.example:8443/mcp", "a b", ""])(
    "the allowed host %p is an error",
    async (host) => {
      const error = await thrownBy(() => startControlledServer({ allowedHosts: [host] }));
      expect(error.code).toBe("invalid_input");
    },
  );
});
