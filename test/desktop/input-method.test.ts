import { afterAll, beforeEach, expect, test } from "bun:test";
import { startFcitx, zhuyin } from "../support/fcitx.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const usKeyboard = "keyboard-us";
const germanKeyboard = "keyboard-de";
/** Takes seconds. */
const longText = "hello ".repeat(100);
const { server, fcitx, agent, app } = await open([usKeyboard, zhuyin, germanKeyboard]);

/** A program that gives its keys to Fcitx, with the input methods that the user has. */
async function open(inputMethods: readonly string[]) {
  const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
  const fcitx = resources.use(await startFcitx(server, inputMethods));
  const app = resources.use(await openGtkApp(server, fcitx.env));
  const agent = resources.use(await startGuiAgent({ display: server.display, env: fcitx.env }));
  return { server, fcitx, agent, app };
}

beforeEach(async () => {
  await app.command({ focus: "entry", entry: "" });
  app.events.clear();
  await fcitx.choose(zhuyin);
});

/** What is in the entry after all input so far. */
async function received(): Promise<string> {
  await agent.call("gui_press_key", { key: "F8" });
  return (await app.stateAfterF8()).entry;
}

const untilSetAside = () =>
  waitFor("the input method to give way", async () => (await fcitx.current()) === usKeyboard);

test("the program gives its keys to the input method", async () => {
  await agent.call("gui_press_key", { key: "h" });
  expect(await received()).not.toContain("h");
  await agent.call("gui_press_key", { key: "escape" });
});

test.each([
  ["a short text", {}, "paste"],
  ["a secret", { secret: true }, "keys"],
  ["a text by keys", { method: "keys" }, "keys"],
])("%s arrives as it is while an input method is in force, which stays", async (_, options, method) => {
  expect(await agent.call("gui_type", { text: "hello (x)", ...options })).toMatchObject({ method });
  expect(await received()).toBe("hello (x)");
  expect(await fcitx.current()).toBe(zhuyin);
});

test("a program that is busy for a moment gets the whole text in order, and then the input method back", async () => {
  app.pause();
  const typing = agent.call("gui_type", { text: longText, method: "keys" });
  try {
    await untilSetAside();
    // Keys that nobody waits with would pile up.
    await Bun.sleep(1_000);
  } finally {
    app.resume();
  }
  await typing;
  expect(await received()).toBe(longText);
  expect(await fcitx.current()).toBe(zhuyin);
});

test("a short text is typed by keys while a plain keyboard is in force", async () => {
  await fcitx.choose(usKeyboard);
  expect(await agent.call("gui_type", { text: "hello" })).toMatchObject({ method: "keys" });
  expect(await received()).toBe("hello");
  expect(await fcitx.current()).toBe(usKeyboard);
});

test("what the user chooses while a text is typed stays", async () => {
  const typing = agent.callRaw("gui_type", { text: longText, method: "keys" });
  await app.waitForState("the first of the text", ({ entry }) => entry !== "");
  await fcitx.choose(germanKeyboard);
  await typing;
  expect(await fcitx.current()).toBe(germanKeyboard);
});

test("the input method comes back after a call that was cancelled", async () => {
  app.pause();
  const cancelling = new AbortController();
  const call = agent.client.callTool(
    { name: "gui_type", arguments: { text: longText, method: "keys" } },
    undefined,
    { signal: cancelling.signal },
  );
  const ended = call.then(
    () => "done",
    () => "cancelled",
  );
  try {
    await untilSetAside();
  } finally {
    cancelling.abort();
    app.resume();
  }
  expect(await ended).toBe("cancelled");
  await waitFor("the input method", async () => (await fcitx.current()) === zhuyin);
});

test("an input method that does not give way is said to be in the way, and nothing is typed", async () => {
  const { fcitx, agent, app } = await open([zhuyin]);
  await fcitx.choose(zhuyin);
  const byKeys = await agent.callFailing("gui_type", { text: "hello", method: "keys" });
  expect(byKeys.message).toContain("An input method is in force");
  const secret = await agent.callFailing("gui_type", { text: "hello", secret: true });
  for (const { code, remedy } of [byKeys, secret]) {
    expect(code).toBe("unsupported");
    expect(remedy).toContain("Switch the input method to a plain keyboard");
  }
  expect(await agent.call("gui_type", { text: "hello" })).toMatchObject({ method: "paste" });
  await app.waitForState("the pasted text", ({ entry }) => entry === "hello");
});

test("text is typed as ever where Fcitx has ended, though the X server still names it", async () => {
  await fcitx[Symbol.asyncDispose]();
  expect(await server.run(["xprop", "-root", "XIM_SERVERS"])).toContain("@server=fcitx");
  expect(await agent.call("gui_type", { text: "hello" })).toMatchObject({ method: "keys" });
});
