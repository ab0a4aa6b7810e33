import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { openChromium } from "../support/chromium.ts";
import { textItems } from "../support/clipboard-contents.ts";
import { openClipboardOwner } from "../support/clipboard-owner.ts";
import { openClipboardReader } from "../support/clipboard-reader.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const owner = resources.use(await openClipboardOwner(server));
const reader = resources.use(await openClipboardReader(server));
const page = resources.use(
  await openChromium(
    server,
    `<p>Text:</p>
    <input id="field">
    <input id="slow">
    <div id="rich" contenteditable></div>
    <div id="own" tabindex="0"></div>
    <script>
      slow.onpaste = () => { for (const end = Date.now() + 700; Date.now() < end;); };
      own.onpaste = ({ clipboardData }) => { own.textContent = clipboardData.getData("text/plain"); };
    </script>`,
  ),
);
await owner.own(textItems("what the user has copied"));
const copied = await reader.read();

const text = "你好, Chromium. 👩‍👩‍👧 مرحبا";

/** Pastes into an element and tells what is in it after all input so far. */
async function paste(id: string) {
  await page.evaluate(z.null(), `void document.querySelector("#${id}").focus()`);
  page.events.clear();
  const result = await agent.call("gui_type", { text });
  await agent.call("gui_press_key", { key: "F8" });
  await page.untilF8();
  return { result, contents: await page.evaluate(z.string(), `${id}.value ?? ${id}.textContent`) };
}

test.each([
  { what: "a field", id: "field" },
  { what: "a field whose page takes its time over the paste", id: "slow" },
  { what: "an editor", id: "rich" },
  { what: "an element that reads the paste itself", id: "own" },
])("$what gets the text, not what was copied before, and the clipboard is as before", async ({ id }) => {
  const { result, contents } = await paste(id);
  expect(contents).toBe(text);
  expect(result).toEqual({ success: true, elapsed: expect.any(Number), method: "paste" });
  expect(await reader.read()).toEqual(copied);
});

test("a page without a field that has the focus: the result says that nothing may have come of it", async () => {
  await page.evaluate(z.null(), "void document.activeElement.blur()");
  const result = await agent.call("gui_type", { text });
  expect(result).toMatchObject({ method: "paste", notice: expect.stringContaining("no field") });
  expect(await reader.read()).toEqual(copied);
});

test("a browser that hangs gets the text once, by keys, and not what was copied before", async () => {
  await page.evaluate(z.null(), `void (field.value = "", field.focus())`);
  page.events.clear();
  page.pause();
  try {
    expect(await agent.call("gui_type", { text: "你好é" })).toMatchObject({ method: "keys" });
    expect(await reader.read()).toEqual(copied);
  } finally {
    page.resume();
  }
  await agent.call("gui_press_key", { key: "F8" });
  await page.untilF8();
  expect(await page.value("#field")).toBe("你好é");
});
