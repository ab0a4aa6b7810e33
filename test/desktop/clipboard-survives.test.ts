import { afterAll, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import { systemClock } from "../../src/core/clock.ts";
import type { Desktop } from "../../src/desktop/port.ts";
import { createX11Desktop } from "../../src/desktop/x11/desktop.ts";
import { clipboardContents, textItems } from "../support/clipboard-contents.ts";
import { keepersOf } from "../support/clipboard-keeper.ts";
import { startClipboardManager } from "../support/clipboard-manager.ts";
import { openClipboardOwner } from "../support/clipboard-owner.ts";
import { nothingCopied, openClipboardReader } from "../support/clipboard-reader.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { initializeRequest } from "../support/http-requests.ts";
import { installGuiAgent } from "../support/installation.ts";
import { silentLog } from "../support/silent-log.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer, type XServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 800, height: 600 } }));
const owner = resources.use(await openClipboardOwner(server));
const reader = resources.use(await openClipboardReader(server));

/** Long enough to be handed out in parts. */
const text = "käse 奶酪 👩‍👩‍👧 جبن\n".repeat(20_000);

const status = z.object({ session: z.object({ display: z.string(), authority: z.string().optional() }) });

const keepersToBe = (count: number, on: Pick<XServer, "display"> = server) =>
  waitFor(`${count} processes to keep the clipboard`, async () => (await keepersOf(on)).length === count);

describe("what was written is still there", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("after %s, until somebody copies", async (signal) => {
    await using agent = await startGuiAgent({ display: server.display });
    await agent.call("gui_clipboard_write", { text });
    const before = await reader.read();
    expect((await agent.stop(signal)).code).toBe(0);
    expect(await reader.read()).toEqual(before);
    await keepersToBe(1);
    await owner.own(textItems("copied afterwards"));
    await keepersToBe(0);
  });

  test("after the client of stdio has gone, and nobody holds on to its files", async () => {
    await using installation = await installGuiAgent({ display: server.display });
    const { program, env, workingDirectory } = installation;
    const child = spawn(program, ["--transport", "stdio"], { env, cwd: workingDirectory, stdio: "pipe" });
    let answers = "";
    child.stdout.on("data", (chunk) => {
      answers += String(chunk);
    });
    const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
    send(initializeRequest);
    send({ jsonrpc: "2.0", method: "notifications/initialized" });
    const params = { name: "gui_clipboard_write", arguments: { text } };
    send({ jsonrpc: "2.0", id: "write", method: "tools/call", params });
    await waitFor("the answer", () => answers.includes('"id":"write"'));
    child.stdin.end();
    // Comes when the program has ended and all its files are closed, in whatever process.
    expect(await once(child, "close")).toEqual([0, null]);
    const { targets } = await reader.read();
    expect(targets.UTF8_STRING?.bytes).toBe(Buffer.byteLength(text));
    await owner.own([]);
    await keepersToBe(0);
  });

  test("on a display that asks for a cookie", async () => {
    await using display = await startGuiAgent({ args: ["--virtual-display"] });
    const { session } = status.parse(await display.readResource("gui://status"));
    const env = { DISPLAY: session.display, XAUTHORITY: session.authority ?? "" };
    await using agent = await startGuiAgent({ env });
    await agent.call("gui_clipboard_write", { text: "kept" });
    await agent.stop();
    expect(await display.call("gui_clipboard_read")).toMatchObject({ text: "kept" });
    await display.call("gui_clipboard_write", { text: "copied afterwards" });
    await keepersToBe(0, session);
  });

  test("until the X server ends, and no process is left then", async () => {
    await using ending = await startXServer({ size: { width: 800, height: 600 } });
    await using agent = await startGuiAgent({ display: ending.display });
    await agent.call("gui_clipboard_write", { text });
    await agent.stop();
    await keepersToBe(1, ending);
    await ending.crash();
    await keepersToBe(0, ending);
  });
});

const openDesktop = () =>
  createX11Desktop({ display: server.display, authority: undefined }, systemClock, silentLog);
const lend = (desktop: Desktop) =>
  desktop.clipboard.lend("lent", { isSecret: false, signal: new AbortController().signal });

describe.each(clipboardContents)("$name that a program has copied", ({ items }) => {
  test("outlives that program and gui-agent, which has put it back", async () => {
    await using desktop = await openDesktop();
    const copied = await openClipboardOwner(server);
    await copied.own(items);
    const before = await reader.read();
    {
      await using _loan = await lend(desktop);
      expect(await reader.read()).not.toEqual(before);
    }
    await copied[Symbol.asyncDispose]();
    await desktop[Symbol.asyncDispose]();
    expect(await reader.read()).toEqual(before);
  });

  test("is there again when gui-agent ends while it lends a text", async () => {
    await owner.own(items);
    const before = await reader.read();
    await using desktop = await openDesktop();
    await using _loan = await lend(desktop);
    await desktop[Symbol.asyncDispose]();
    expect(await reader.read()).toEqual(before);
  });
});

describe("no process keeps the clipboard", () => {
  test("when gui-agent has written nothing", async () => {
    await owner.own(textItems("theirs"));
    const before = await reader.read();
    await using agent = await startGuiAgent({ display: server.display });
    await agent.call("gui_clipboard_read");
    await agent.stop();
    expect(await keepersOf(server)).toEqual([]);
    expect(await reader.read()).toEqual(before);
  });

  test("when somebody has copied something since", async () => {
    await using agent = await startGuiAgent({ display: server.display });
    await agent.call("gui_clipboard_write", { text });
    await owner.own(textItems("theirs"));
    const before = await reader.read();
    await agent.stop();
    expect(await keepersOf(server)).toEqual([]);
    expect(await reader.read()).toEqual(before);
  });

  test("of a private display, which is gone as well", async () => {
    await using agent = await startGuiAgent({ args: ["--virtual-display"] });
    await agent.call("gui_clipboard_write", { text });
    const { display } = status.parse(await agent.readResource("gui://status")).session;
    expect((await agent.stop()).code).toBe(0);
    expect(await keepersOf({ display })).toEqual([]);
  });

  test("where a clipboard manager takes it over", async () => {
    using _manager = await startClipboardManager(server, { saves: true });
    await using agent = await startGuiAgent({ display: server.display });
    await agent.call("gui_clipboard_write", { text });
    const before = await reader.read();
    await agent.stop();
    expect(await keepersOf(server)).toEqual([]);
    expect(await reader.read()).toEqual(before);
  });
});

test("a clipboard manager that does not want it is not relied on", async () => {
  using _manager = await startClipboardManager(server, { saves: false });
  await using agent = await startGuiAgent({ display: server.display });
  await agent.call("gui_clipboard_write", { text });
  const before = await reader.read();
  await agent.stop();
  expect(await reader.read()).toEqual(before);
  await owner.own([]);
  expect(await reader.read()).toEqual(nothingCopied);
});
