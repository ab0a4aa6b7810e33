import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { textItems } from "../support/clipboard-contents.ts";
import { openClipboardOwner } from "../support/clipboard-owner.ts";
import { openClipboardReader } from "../support/clipboard-reader.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { nothingHeld, readHeldInput } from "../support/held-input.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const owner = resources.use(await openClipboardOwner(server));
const reader = resources.use(await openClipboardReader(server));
const app = resources.use(await openGtkApp(server));

await owner.own(textItems("what the user has copied"));
const copied = await reader.read();

beforeEach(async () => {
  await app.command({ focus: "text", text: "" });
  await owner.own(textItems("what the user has copied"));
  owner.events.clear();
  app.events.clear();
});
afterEach(() => expect(readHeldInput(server)).toEqual(nothingHeld));

/** What is in the text view after all input so far: a key that comes last shows that nothing comes after it. */
async function typed(): Promise<string> {
  await agent.call("gui_press_key", { key: "F8" });
  return (await app.stateAfterF8()).text;
}

/** The text is on the clipboard once its owner is told that it is not its any more. */
const untilLent = () => owner.events.waitFor("the loan", ({ event }) => event === "lost");

describe("a program that hangs", () => {
  beforeEach(() => app.pause());
  afterEach(() => app.resume());

  test("gets the text once, by keys, and not what was copied before", async () => {
    const result = await agent.call("gui_type", { text: "你好é" });
    expect(result).toMatchObject({ method: "keys" });
    app.resume();
    expect(await typed()).toBe("你好é");
    expect(await reader.read()).toEqual(copied);
  });

  test("gets nothing later where the paste has failed", async () => {
    expect((await agent.callFailing("gui_type", { text: "你\n好" })).code).toBe("text_not_taken");
    expect(await reader.read()).toEqual(copied);
    app.resume();
    expect(await typed()).toBe("");
  });

  test("does not get by keys what another program has fetched meanwhile", async () => {
    const typing = agent.callFailing("gui_type", { text: "你好é" });
    await untilLent();
    await reader.read();
    const { code, message } = await typing;
    expect([code, message]).toEqual(["text_not_taken", expect.stringContaining("another one did")]);
    expect(await reader.read()).toEqual(copied);
    app.resume();
    expect(await typed()).toBe("");
  });

  test("while the user copies something: that stays, and the call fails", async () => {
    const typing = agent.callFailing("gui_type", { text: "你好é" });
    await untilLent();
    await owner.own(textItems("newer"));
    const { code, message, remedy } = await typing;
    expect([code, message]).toEqual(["text_not_taken", expect.stringContaining("Somebody else copied")]);
    expect(remedy).toBeTruthy();
    expect(await reader.read()).toMatchObject({ targets: { UTF8_STRING: { bytes: "newer".length } } });
    app.resume();
    expect(["", "newer"]).toContain(await typed());
  });
});

describe("a program that is about to take the text", () => {
  beforeEach(() => app.command({ pasteDelayMs: 1_500 }));
  afterEach(() => app.command({ pasteDelayMs: 0 }));

  /** The program has received the keys; it asks for the text a while later. */
  const untilPasteKeys = () =>
    app.events.waitFor(
      "Ctrl+V",
      (event) => event.event === "key" && event.key === "v" && event.modifiers.includes("ctrl"),
    );

  test("while the client cancels: the clipboard is as before at once", async () => {
    const cancelled = new AbortController();
    const input = { name: "gui_type", arguments: { text: "你好é" } };
    const typing = agent.client
      .callTool(input, undefined, { signal: cancelled.signal })
      .catch((error: unknown) => error);
    await untilPasteKeys();
    cancelled.abort();
    expect(String(await typing)).toContain("abort");
    // The desktop's turn goes on when the clipboard is back.
    await agent.call("gui_move_mouse", { x: 1, y: 1 });
    expect(await reader.read()).toEqual(copied);
    expect(await typed()).toBe("");
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "while %s ends gui-agent: the clipboard is as before",
    async (signal) => {
      await using ending = await startGuiAgent({ display: server.display });
      const typing = ending.callRaw("gui_type", { text: "你好é" }).catch(() => undefined);
      await untilPasteKeys();
      await ending.stop(signal);
      await typing;
      expect(await reader.read()).toEqual(copied);
      expect(await typed()).toBe("");
    },
  );
});

describe("a clipboard whose owner hangs", () => {
  beforeEach(() => owner.pause());
  afterEach(() => owner.resume());

  test("is left alone: the text is typed by keys, and the result says so", async () => {
    const result = await agent.call("gui_type", { text: "你好é" });
    expect(result).toMatchObject({ method: "keys", notice: expect.stringContaining("clipboard") });
    expect(await typed()).toBe("你好é");
    owner.resume();
    expect(await reader.read()).toEqual(copied);
    expect(owner.events.all()).toEqual([]);
  });

  test("is left alone: what would press Enter is not typed", async () => {
    const { code, message, remedy } = await agent.callFailing("gui_type", { text: "你\n好" });
    expect([code, message]).toEqual(["clipboard_unavailable", expect.stringContaining("line breaks")]);
    expect(remedy).toContain('method "keys"');
    expect(await typed()).toBe("");
    owner.resume();
    expect(await reader.read()).toEqual(copied);
  });
});
