import { describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { PassThrough, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { serveStdio } from "../../src/mcp/stdio.ts";
import { startChild } from "../support/child.ts";
import { ControlledTools } from "../support/controlled-tools.ts";
import { initializeRequest } from "../support/http-requests.ts";
import { thrownBy } from "../support/thrown.ts";
import { waitFor } from "../support/wait-for.ts";

const program = Bun.fileURLToPath(new URL("../support/stdio-program.ts", import.meta.url));
const command = [process.execPath, program];
const line = (message: unknown) => `${JSON.stringify(message)}\n`;
const callTool = (id: number, name: string) =>
  line({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: {} } });

function startProgram() {
  return startChild(command, { env: {} });
}

const answersIn = (stdout: string) =>
  stdout
    .split("\n")
    .slice(0, -1)
    .map((answer) => JSON.parse(answer));

test("a real client is served, and its leaving ends the program", async () => {
  const transport = new StdioClientTransport({ command: process.execPath, args: [program], stderr: "pipe" });
  const client = new Client({ name: "gui-agent-tests", version: "1.0.0" });
  await client.connect(transport);
  expect((await client.callTool({ name: "greet" })).content).toEqual([{ type: "text", text: "hello" }]);
  const { pid } = transport;
  await client.close();
  await waitFor("the program to end", () => pid !== null && !isAlive(pid));
});

describe("the end of the input", () => {
  test("ends the program cleanly, after the answers that need no waiting, and cancels the rest", async () => {
    await using child = startProgram();
    child.write(line(initializeRequest) + callTool(1, "greet") + callTool(2, "hold") + callTool(3, "greet"));
    child.end();
    expect(await child.exited).toMatchObject({ code: 0, signal: null });
    expect(answersIn(child.stdout()).map(({ id }) => id)).toEqual([0, 1, 3]);
    expect(child.stderr()).toContain("hold was cancelled");
  });

  test("comes with all of a long answer", async () => {
    await using child = startProgram();
    child.write(line(initializeRequest) + callTool(1, "picture"));
    child.end();
    expect(await child.exited).toMatchObject({ code: 0 });
    await waitFor("the answer", () => child.stdout().endsWith("\n"));
    expect(answersIn(child.stdout())[1].result.content[0].text).toHaveLength(1_000_000);
  });
});

test("input that had ended before it was read is answered", async () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  stdin.end(line(initializeRequest) + line({ jsonrpc: "2.0", id: 1, method: "tools/list" }));
  await serveStdio(new ControlledTools().createServer(), {
    stopped: new Promise(() => undefined),
    stdin,
    stdout,
  });
  stdout.end();
  expect(answersIn(await text(stdout)).map(({ id }) => id)).toEqual([0, 1]);
});

// Windows has no signals.
test.skipIf(process.platform === "win32")("a request to stop ends it and cancels what runs", async () => {
  await using child = startProgram();
  child.write(line(initializeRequest) + callTool(1, "hold"));
  await waitFor("the call to begin", () => child.stderr().includes("hold has begun"));
  expect(await child.stop("SIGTERM")).toMatchObject({ code: 0, killed: false });
  expect(child.stderr()).toContain("hold was cancelled");
});

test("lines that are no messages are skipped, and nothing but messages comes out", async () => {
  await using child = startProgram();
  child.write('garbage\n\n{"a":1}\n[]\n\u0000\n{"jsonrpc":"2.0"');
  child.write(`}\n${"[".repeat(100_000)}\n`);
  child.write(line(initializeRequest) + callTool(1, "greet"));
  child.end();
  expect(await child.exited).toMatchObject({ code: 0 });
  expect(answersIn(child.stdout()).map(({ id }) => id)).toEqual([0, 1]);
});

test("a reader that goes away ends it quietly", async () => {
  const tools = new ControlledTools();
  const stdin = new PassThrough();
  // As a pipe behaves whose other end was closed.
  const stdout = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" })),
  });
  const served = serveStdio(tools.createServer(), { stopped: new Promise(() => undefined), stdin, stdout });
  const call = { name: "hold", arguments: { name: "running" } };
  stdin.write(line({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }));
  await tools.call("running").started;
  stdin.write(line({ jsonrpc: "2.0", id: 2, method: "ping" }));
  await served;
  expect(await tools.call("running").ended).toBe("cancelled");
});

test("a closed pipe does not crash the real program", async () => {
  const child = spawn(process.execPath, [program], { stdio: "pipe" });
  let problems = "";
  child.stderr.on("data", (chunk) => {
    problems += String(chunk);
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.stdin.write(line(initializeRequest));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.stdout.destroy();
  // Its input stays open: only the failing output can tell it that nobody is there.
  child.stdin.write(callTool(1, "picture"));
  expect(await exited).toBe(0);
  expect(problems).toBe("");
});

test("a message without an end is an error, not endless memory", async () => {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const server = new ControlledTools().createServer();
  const served = serveStdio(server, { stopped: new Promise(() => undefined), stdin, stdout });
  const error = thrownBy(() => served);
  for (let sent = 0; sent < 11; sent += 1) stdin.write("x".repeat(1024 * 1024));
  expect((await error).code).toBe("limit_exceeded");
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
