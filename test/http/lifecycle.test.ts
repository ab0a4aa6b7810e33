import { describe, expect, test } from "bun:test";
import { connect, createServer } from "node:net";
import { connectSdkClient, startControlledServer } from "../support/controlled-server.ts";
import { EventStream } from "../support/event-stream.ts";
import { openRawSession } from "../support/http-requests.ts";
import { silentLog } from "../support/silent-log.ts";
import { thrownBy } from "../support/thrown.ts";

describe("a port that is taken", () => {
  test("is an error that names its holder and what to do", async () => {
    await using server = await startControlledServer();
    const error = await thrownBy(() => startControlledServer({ port: server.port }));
    expect(error.code).toBe("port_unavailable");
    expect(error.message).toContain(`port ${server.port} on 127.0.0.1`);
    // Only Linux tells who it is.
    const holder = process.platform === "linux" ? `(process ${process.pid})` : "another program";
    expect(error.message).toContain(holder);
    expect(error.remedy).toContain("--port");
    // The first one goes on.
    await openRawSession(server.url);
  });

  test("by another kind of program, on all addresses, is an error too", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "0.0.0.0", resolve));
    const address = other.address();
    if (address === null || typeof address === "string") throw new Error("There is no port.");
    const error = await thrownBy(() => startControlledServer({ port: address.port }));
    await new Promise((resolve) => other.close(resolve));
    expect(error.code).toBe("port_unavailable");
  });
});

test("an address of another machine is an error that says so", async () => {
  const error = await thrownBy(() => startControlledServer({ host: "192.0.2.1", authToken: "random-text" }));
  expect(error.code).toBe("port_unavailable");
  expect(error.message).toContain("192.0.2.1");
});

test("closing cancels calls, ends streams and sessions, and frees the port at once", async () => {
  const server = await startControlledServer();
  const session = await openRawSession(server.url);
  const calling = new EventStream(await session.callTool(1, "hold", { name: "running" }));
  await calling.next();
  await server.tools.call("running").started;
  const standing = new EventStream(await session.get());
  // A connection that is kept for later requests does not hold up the end, nor does half a request.
  const kept = connect(server.port, "127.0.0.1");
  const hungUp = new Promise((resolve) => kept.once("close", resolve));
  kept.write(`GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
  await new Promise((resolve) => kept.once("data", resolve));
  kept.write(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\n`);
  await new Promise((resolve) => kept.write("Content-Length: 100\r\n\r\n{", resolve));
  // A whole request that came later has been answered: the server has seen the half one.
  await (await fetch(server.url)).text();

  await server[Symbol.asyncDispose]();
  expect(await server.tools.call("running").ended).toBe("cancelled");
  expect(server.sessions).toBe(0);
  expect(server.sessionSignals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(await standing.rest()).toEqual([]);
  // Without an answer a client would wait until its own time limit.
  const [answer, ...more] = await calling.rest();
  expect(answer?.data).toContain("ends the session");
  expect(more).toEqual([]);
  await hungUp;
});

test("closing frees the port at once, while sessions still take their time", async () => {
  await using working = await startControlledServer();
  const patience = Promise.withResolvers<void>();
  const server = await startControlledServer({
    openSession: () => ({ server: working.tools.createServer(), close: () => patience.promise }),
  });
  await openRawSession(server.url);
  const closed = server[Symbol.asyncDispose]();
  await using next = await startControlledServer({ port: server.port });
  await using client = await connectSdkClient(next.url);
  expect((await client.client.listTools()).tools).toHaveLength(1);
  patience.resolve();
  await closed;
});

test("closing twice is closing once", async () => {
  const server = await startControlledServer();
  await openRawSession(server.url);
  await Promise.all([server[Symbol.asyncDispose](), server[Symbol.asyncDispose]()]);
  await server[Symbol.asyncDispose]();
});

test("a session that fails to close does not keep the others from it", async () => {
  const closed: string[] = [];
  await using working = await startControlledServer();
  const errors: string[] = [];
  const log = { ...silentLog, error: (message: string) => void errors.push(message) };
  const server = await startControlledServer({
    log,
    openSession: ({ id }) => ({
      server: working.tools.createServer(),
      close: () => {
        closed.push(id);
        if (closed.length === 1) throw new Error("stuck");
      },
    }),
  });
  const ids = [(await openRawSession(server.url)).id, (await openRawSession(server.url)).id];
  await server[Symbol.asyncDispose]();
  expect(closed).toHaveLength(2);
  expect(new Set(closed)).toEqual(new Set(ids));
  expect(errors.join()).toContain("stuck");
});
