import { afterAll, beforeEach, expect, test } from "bun:test";
import { startGuiAgent } from "../support/gui-agent.ts";
import { deadKeyTraps, layouts, printableAscii } from "../support/typing.ts";
import { startXServer } from "../support/x-server.ts";
import { openXterm } from "../support/xterm.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const terminal = resources.use(await openXterm(server));
beforeEach(() => terminal.clear());

/** Everything that was typed: a key that comes last shows that nothing comes after it. */
async function typed(): Promise<string> {
  await agent.call("gui_press_key", { key: "end" });
  return await terminal.typedBeforeEnd();
}

test.each(layouts)("every printable ASCII character arrives under the layout %s", async (layout) => {
  await server.setLayout(layout);
  await agent.call("gui_type", { text: printableAscii, method: "keys" });
  expect(await typed()).toBe(printableAscii);
});

test.each(layouts)("accents do not combine with letters under the layout %s", async (layout) => {
  await server.setLayout(layout);
  await agent.call("gui_type", { text: deadKeyTraps, method: "keys" });
  expect(await typed()).toBe(deadKeyTraps);
});

test("line breaks and tabs are keys", async () => {
  await server.setLayout("us");
  await agent.call("gui_type", { text: "one\n\ttwo" });
  expect(await typed()).toBe("one\r\ttwo");
});

test("text under caps lock is not turned around", async () => {
  await server.setLayout("us");
  await agent.call("gui_press_key", { key: "capslock" });
  await agent.call("gui_type", { text: "Caps Lock 1!" });
  await agent.call("gui_press_key", { key: "capslock" });
  await agent.call("gui_type", { text: "aA" });
  expect(await typed()).toBe("Caps Lock 1!aA");
});

test("a long text arrives whole", async () => {
  await server.setLayout("us");
  const text = Array.from({ length: 40 }, (_, line) => `line ${line}: The quick brown fox, "jumps"!`).join(
    " ",
  );
  await agent.call("gui_type", { text, method: "keys" });
  expect(await typed()).toBe(text);
});

test("keys and hotkeys reach a terminal as control characters", async () => {
  await server.setLayout("us");
  await agent.call("gui_hotkey", { keys: ["ctrl", "c"] });
  await agent.call("gui_press_key", { key: "Escape" });
  await agent.call("gui_press_key", { key: "Return" });
  await agent.call("gui_press_key", { key: "Up" });
  expect(await typed()).toBe("\u0003\u001b\r\u001b[A");
});

test("a hotkey of Latin letters works under a layout that has none", async () => {
  await server.setLayout("ru");
  await agent.call("gui_hotkey", { keys: ["ctrl", "c"] });
  expect(await typed()).toBe("\u0003");
});
