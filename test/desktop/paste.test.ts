import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { textItems } from "../support/clipboard-contents.ts";
import { openClipboardOwner } from "../support/clipboard-owner.ts";
import { openClipboardReader } from "../support/clipboard-reader.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const owner = resources.use(await openClipboardOwner(server));
const reader = resources.use(await openClipboardReader(server));
const app = resources.use(await openGtkApp(server));

beforeEach(async () => {
  await owner.own(textItems("what the user has copied"));
  await app.command({ focus: "text", entry: "", text: "", pasteDelayMs: 0 });
  app.events.clear();
  owner.events.clear();
});

const ideographs = String.fromCodePoint(...Array.from({ length: 1_000 }, (_, index) => 0x4e00 + index));

/** What is in the text view after all input so far: a key that comes last shows that nothing comes after it. */
async function typed(): Promise<string> {
  await agent.call("gui_press_key", { key: "F8" });
  return (await app.stateAfterF8()).text;
}

/** What the keys wrote that the program has received, without those of hotkeys. */
function writtenByKeys(): string {
  const presses = app.events.all().flatMap((event) => (event.event === "key" ? [event] : []));
  return presses
    .filter(({ phase, modifiers }) => phase === "press" && !modifiers.includes("ctrl"))
    .map(({ text }) => text)
    .join("");
}

describe("the way that a text takes", () => {
  const fifty = "ASCII, 50 characters: 0123456789 0123456789 012345";

  test.each([
    { what: "50 ASCII characters", text: fifty, method: "keys" },
    { what: "51 ASCII characters", text: `${fifty}6`, method: "paste" },
    { what: "one character that is not ASCII", text: "é", method: "paste" },
  ])("$what: $method", async ({ text, method }) => {
    expect(await agent.call("gui_type", { text })).toEqual({
      success: true,
      elapsed: expect.any(Number),
      method,
    });
    expect(await typed()).toBe(text);
    expect(writtenByKeys()).toBe(method === "keys" ? text : "");
  });

  test.each([
    { method: "keys", text: `${fifty}, é and 你` },
    { method: "paste", text: "a" },
  ])("$method when that is asked for", async ({ method, text }) => {
    expect(await agent.call("gui_type", { text, method })).toMatchObject({ method });
    expect(await typed()).toBe(text);
    expect(writtenByKeys()).toBe(method === "keys" ? text : "");
  });

  test.each(["keys", "paste"])(
    "line breaks arrive as one kind, however they are written, by %s",
    async (method) => {
      await agent.call("gui_type", { text: "one\r\ntwo\rthree\n\tfour", method });
      expect(await typed()).toBe("one\ntwo\nthree\n\tfour");
    },
  );
});

describe("what is in a text", () => {
  test("10 000 characters outside the basic plane are not too many, and one more is", async () => {
    const text = "👍".repeat(10_000);
    expect((await agent.callFailing("gui_type", { text: `${text}👍` })).code).toBe("invalid_input");
    await agent.call("gui_type", { text });
    expect(await typed()).toBe(text);
  });

  test("spaces and marks that have no width are kept", async () => {
    const text = "a\u00a0b\u200bc\u2028d\u2060e\ufefff e\u0301 \u202bשלום\u202c \u{1f468}\u200d\u{1f373}";
    await agent.call("gui_type", { text });
    expect(await typed()).toBe(text);
  });

  test.each([
    { name: "NUL", character: "\0", mention: "U+0000" },
    { name: "Escape", character: "\u001b", mention: "U+001B" },
    { name: "Delete", character: "\u007f", mention: "U+007F" },
    { name: "a C1 control", character: "\u009b", mention: "U+009B" },
    { name: "half a character", character: "\ud83d", mention: "U+D83D" },
  ])("$name is refused by either method, and nothing is typed", async ({ character, mention }) => {
    for (const method of ["auto", "keys", "paste"]) {
      const { code, message, remedy } = await agent.callFailing("gui_type", {
        text: `a${character}b`,
        method,
      });
      expect(code).toBe("unsupported");
      expect(message).toContain(mention);
      expect(remedy).toBeTruthy();
    }
    expect(await typed()).toBe("");
    expect(owner.events.all()).toEqual([]);
  });
});

describe("a program that does not paste", () => {
  beforeEach(async () => {
    await app.command({ focus: "button" });
  });
  afterEach(async () => {
    expect(await reader.read()).toMatchObject({ targets: { UTF8_STRING: { bytes: 24 } } });
  });

  test("gets the text by keys, and the result says so", async () => {
    const result = await agent.call("gui_type", { text: "你好é" });
    expect(result).toMatchObject({ method: "keys", notice: expect.stringContaining("within 5 s") });
    await typed();
    expect(writtenByKeys()).toBe("你好é");
  });

  test("does not get line breaks as Enter", async () => {
    const { code, message, remedy } = await agent.callFailing("gui_type", { text: "你\n好" });
    expect([code, message]).toEqual(["text_not_taken", expect.stringContaining("line breaks")]);
    expect(remedy).toContain('method "keys"');
    await typed();
    expect(writtenByKeys()).toBe("");
  });

  test("does not get half of what has too many different characters for keys", async () => {
    const { code, message } = await agent.callFailing("gui_type", { text: ideographs });
    expect([code, message]).toEqual(["text_not_taken", expect.stringContaining("1000 different characters")]);
    await typed();
    expect(writtenByKeys()).toBe("");
  });

  test("is an error where only a paste was asked for", async () => {
    expect((await agent.callFailing("gui_type", { text: "a", method: "paste" })).code).toBe("text_not_taken");
    await typed();
    expect(writtenByKeys()).toBe("");
  });
});

test("a program that is slow to ask gets the text", async () => {
  await app.command({ pasteDelayMs: 1_500 });
  expect(await agent.call("gui_type", { text: "慢慢来" })).toMatchObject({ method: "paste" });
  expect(await typed()).toBe("慢慢来");
});

describe("a secret", () => {
  const audited = z.object({ entries: z.array(z.unknown()) });
  /** Everything that the product has written down or said. */
  const records = async () =>
    JSON.stringify(await agent.readResource("gui://audit-log")) + agent.stdout() + agent.stderr();

  test("of ASCII alone never gets onto the clipboard, however long", async () => {
    const text = "hunter2 & Co. ".repeat(20);
    expect(await agent.call("gui_type", { text, secret: true })).toMatchObject({ method: "keys" });
    expect(await typed()).toBe(text);
    expect(owner.events.all()).toEqual([]);
    expect(await records()).not.toContain("hunter2");
  });

  test("with other characters is pasted, and written down nowhere", async () => {
    expect(await agent.call("gui_type", { text: "pässwörd", secret: true })).toMatchObject({
      method: "paste",
    });
    expect(await typed()).toBe("pässwörd");
    expect(await reader.read()).toMatchObject({ targets: { UTF8_STRING: { bytes: 24 } } });
    expect(await records()).not.toContain("ssw");
  });

  test.each([
    { name: "a control character", text: "pass\u0007word" },
    { name: "more different characters than keys can write", text: ideographs },
  ])("with $name fails without naming a character of it", async ({ text }) => {
    const { code, message, remedy } = await agent.callFailing("gui_type", {
      text,
      method: "keys",
      secret: true,
    });
    expect(code).toBe("unsupported");
    expect(remedy).toBeTruthy();
    const log = audited.parse(await agent.readResource("gui://audit-log"));
    const entry = log.entries.at(-1);
    expect(entry).toMatchObject({ outcome: "unsupported", message });
    expect(JSON.stringify([message, remedy, entry])).not.toMatch(/U\+0007|ssword|\p{Script=Han}/u);
    expect(await typed()).toBe("");
  });
});
