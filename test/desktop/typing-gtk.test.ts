import { afterAll, beforeEach, expect, test } from "bun:test";
import { type GtkState, openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { lockKeyboardGroup } from "../support/keyboard-group.ts";
import { deadKeyTraps, layouts, printableAscii } from "../support/typing.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const app = resources.use(await openGtkApp(server));

beforeEach(async () => {
  await app.command({ focus: "entry", entry: "", text: "" });
  app.events.clear();
});

/** What is in both fields after all input so far: a key that comes last shows that nothing comes after it. */
async function fields() {
  await agent.call("gui_press_key", { key: "F8" });
  const { entry, text } = await app.stateAfterF8();
  return { entry, text };
}

async function expectTyped(layout: string, text: string): Promise<void> {
  await server.setLayout(layout);
  await agent.call("gui_type", { text, method: "keys" });
  expect(await fields()).toEqual({ entry: text, text: "" });
}

test.each(layouts)("every printable ASCII character arrives under the layout %s", (layout) =>
  expectTyped(layout, printableAscii),
);

test.each(layouts)("accents do not combine with letters under the layout %s", (layout) =>
  expectTyped(layout, deadKeyTraps),
);

test("text arrives when the second of several layouts is in force", async () => {
  await server.setLayout("us,ru");
  lockKeyboardGroup(server.display, 1);
  await agent.call("gui_type", { text: printableAscii, method: "keys" });
  const typed = await fields();
  lockKeyboardGroup(server.display, 0);
  expect(typed).toEqual({ entry: printableAscii, text: "" });
});

test("line breaks and tabs reach a text view", async () => {
  await server.setLayout("us");
  await app.command({ focus: "text" });
  await agent.call("gui_type", { text: "one\n\ttwo" });
  expect(await fields()).toEqual({ entry: "", text: "one\n\ttwo" });
});

test.each(["us", "de", "ru"])("select all and copy work under the layout %s", async (layout) => {
  await server.setLayout(layout);
  await app.command({ entry: `copied under ${layout}` });
  await agent.call("gui_hotkey", { keys: ["ctrl", "a"] });
  await app.waitForState("the selection", (state) => state.selection === `copied under ${layout}`);
  await agent.call("gui_hotkey", { keys: ["Control_L", "C"] });
  const isCopied = (state: GtkState) => state.clipboard === `copied under ${layout}`;
  await app.waitForState("the clipboard", isCopied, { readClipboard: true });
});

test("a hotkey holds its keys together and leaves none down", async () => {
  await server.setLayout("us");
  await agent.call("gui_hotkey", { keys: ["shift", "ctrl", "F7"] });
  await app.events.waitFor(
    "F7",
    (event) => event.event === "key" && event.key === "F7" && event.phase === "release",
  );
  await agent.call("gui_press_key", { key: "F8" });
  const f8 = await app.events.waitFor("F8", (event) => event.event === "key" && event.key === "F8" && event);
  const f7 = await app.events.waitFor("F7", (event) => event.event === "key" && event.key === "F7" && event);
  expect(f7.modifiers).toEqual(["shift", "ctrl"]);
  expect(f8.modifiers).toEqual([]);
});
