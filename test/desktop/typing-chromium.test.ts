import { afterAll, beforeEach, expect, test } from "bun:test";
import { z } from "zod";
import { openChromium } from "../support/chromium.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { deadKeyTraps, layouts, printableAscii } from "../support/typing.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const page = resources.use(
  await openChromium(
    server,
    `<p>Text:</p><textarea id="source" rows="4" cols="60"></textarea><textarea id="target"></textarea>`,
  ),
);

beforeEach(async () => {
  const reset = `source.value = target.value = "", source.focus(), document.activeElement.id`;
  expect(await page.evaluate(z.string(), reset)).toBe("source");
  page.events.clear();
});

/** What is in both fields after all input so far: a key that comes last shows that nothing comes after it. */
async function fields() {
  await agent.call("gui_press_key", { key: "F8" });
  await page.untilF8();
  return { source: await page.value("#source"), target: await page.value("#target") };
}

async function expectTyped(layout: string, text: string): Promise<void> {
  await server.setLayout(layout);
  await agent.call("gui_type", { text, method: "keys" });
  expect(await fields()).toEqual({ source: text, target: "" });
}

test.each(layouts)("every printable ASCII character arrives under the layout %s", (layout) =>
  expectTyped(layout, printableAscii),
);

test.each(layouts)("accents do not combine with letters under the layout %s", (layout) =>
  expectTyped(layout, deadKeyTraps),
);

test("line breaks and tabs are keys", async () => {
  await server.setLayout("us");
  await agent.call("gui_type", { text: "one\ntwo\tthree" });
  expect(await fields()).toEqual({ source: "one\ntwo", target: "three" });
});

test.each(["us", "fr", "ru"])("select all, copy and paste work under the layout %s", async (layout) => {
  await server.setLayout(layout);
  await page.evaluate(z.null(), `void (source.value = "copied under ${layout}")`);
  await agent.call("gui_hotkey", { keys: ["ctrl", "a"] });
  await agent.call("gui_hotkey", { keys: ["ctrl", "c"] });
  const copied = await page.events.waitFor("the copy", (event) => event.type === "copy" && event);
  expect(copied).toMatchObject({ target: "source", trusted: true, selection: `copied under ${layout}` });
  await agent.call("gui_press_key", { key: "tab" });
  await agent.call("gui_hotkey", { keys: ["ctrl+v"] });
  await page.events.waitFor("the paste", (event) => event.type === "input" && event.target === "target");
  expect(await fields()).toEqual({ source: `copied under ${layout}`, target: `copied under ${layout}` });
});

test("a held key stays down for as long as was asked", async () => {
  await server.setLayout("us");
  await agent.call("gui_press_key", { key: "F9", holdMs: 300 });
  const up = await page.events.waitFor(
    "the release",
    (event) => event.type === "keyup" && event.key === "F9" && event,
  );
  const down = await page.events.waitFor(
    "the press",
    (event) => event.type === "keydown" && event.key === "F9" && event,
  );
  expect(up.timeStamp - down.timeStamp).toBeGreaterThanOrEqual(300);
});
