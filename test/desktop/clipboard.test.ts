import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { clipboardContents, textItems } from "../support/clipboard-contents.ts";
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

/** Characters of one, two, three and four bytes, some of them joined into one, and both directions. */
const text = "käse 奶酪 👩‍👩‍👧 جبن\r\n\ttab\u2028";

beforeEach(() => owner.own([]));

describe("reading", () => {
  test("gives the text that a program has copied", async () => {
    await owner.own(textItems(text));
    expect(await agent.call("gui_clipboard_read")).toEqual({
      text,
      formats: textItems(text).map(({ target }) => target),
    });
  });

  test.each([
    { target: "STRING", data: Buffer.from("käse", "latin1"), read: "käse" },
    { target: "text/plain", data: "käse", read: "käse" },
    { target: "COMPOUND_TEXT", data: Buffer.from("k\u00e4se", "latin1"), read: "käse" },
    { target: "TEXT", type: "UTF8_STRING", data: "käse", read: "käse" },
  ])("understands text that is only offered as $target", async ({ read, ...item }) => {
    await owner.own([item]);
    expect(await agent.call("gui_clipboard_read")).toMatchObject({ text: read });
  });

  test("takes megabytes, and returns their beginning", async () => {
    const long = "👩 long ".repeat(500_000);
    await owner.own(textItems(long).slice(0, 1));
    const { text: beginning, notice } = await agent.call("gui_clipboard_read");
    const cut = long.slice(0, 100_000);
    expect(beginning).toBe(cut.isWellFormed() ? cut : cut.slice(0, -1));
    expect(notice).toContain(String(long.length));
  });

  test("tells a picture from nothing", async () => {
    const [picture] = clipboardContents;
    await owner.own(picture?.items.slice(0, 1) ?? []);
    const shown = await agent.call("gui_clipboard_read");
    expect(shown).toEqual({ formats: ["image/png"], notice: expect.stringContaining("no text") });
    await owner.own([]);
    const empty = await agent.call("gui_clipboard_read");
    expect(empty).toEqual({ formats: [], notice: expect.stringContaining("nothing") });
  });

  test("copes with a program that offers it in ten thousand ways", async () => {
    const others = Array.from({ length: 10_000 }, (_, index) => ({ target: `x-way/${index}`, data: "" }));
    await owner.own([...textItems(text), ...others]);
    const { formats, ...read } = await agent.call("gui_clipboard_read");
    expect(read).toEqual({ text });
    expect(formats).toBeArrayOfSize(100);
  });

  test("says so when the program that has copied it hangs", async () => {
    await owner.own(textItems(text));
    owner.pause();
    const { code, remedy } = await agent.callFailing("gui_clipboard_read");
    owner.resume();
    expect(code).toBe("clipboard_unavailable");
    expect(remedy).toBeTruthy();
    expect(await agent.call("gui_clipboard_read")).toMatchObject({ text });
  });
});

describe("writing", () => {
  test("a program pastes what was written", async () => {
    await using app = await openGtkApp(server);
    await app.command({ focus: "text" });
    // GTK makes a line feed of both.
    const written = text.replace("\r\n", "\n");
    await agent.call("gui_clipboard_write", { text: written });
    await agent.call("gui_hotkey", { keys: ["ctrl", "v"] });
    await app.waitForState("the text", (state) => state.text === written);
    expect(await agent.call("gui_clipboard_read")).toMatchObject({ text: written });
  });

  test("a million characters arrive in parts, at two programs at once", async () => {
    await using other = await openClipboardReader(server);
    const long = "0123456789".repeat(100_000);
    await agent.call("gui_clipboard_write", { text: long });
    const [one, two] = await Promise.all([reader.read(), other.read()]);
    const sha256 = new Bun.CryptoHasher("sha256").update(long).digest("hex");
    expect(one.targets.UTF8_STRING).toMatchObject({ bytes: long.length, sha256 });
    expect(two).toEqual(one);
  });

  test("a secret is marked as one, and is not recorded", async () => {
    await agent.call("gui_clipboard_write", { text: "open sesame", secret: true });
    const { targets } = await reader.read();
    expect(targets).toHaveProperty("x-kde-passwordManagerHint");
    expect(JSON.stringify(await agent.readResource("gui://audit-log"))).not.toContain("sesame");
    await agent.call("gui_clipboard_write", { text: "no secret" });
    expect((await reader.read()).targets).not.toHaveProperty("x-kde-passwordManagerHint");
  });

  test("what a user copies afterwards stays", async () => {
    await agent.call("gui_clipboard_write", { text: "ours" });
    await owner.own(textItems("theirs"));
    expect(await agent.call("gui_clipboard_read")).toMatchObject({ text: "theirs" });
  });

  test.each([
    { name: "half a character", written: "half \ud83d", mention: "surrogate" },
    { name: "the character of number 0", written: "cut\0off", mention: "U+0000" },
  ])("$name is refused", async ({ written, mention }) => {
    await owner.own(textItems("copied"));
    const { code, message } = await agent.callFailing("gui_clipboard_write", { text: written });
    expect(code).toBe("invalid_input");
    expect(message).toContain(mention);
    expect(await agent.call("gui_clipboard_read")).toMatchObject({ text: "copied" });
  });
});

test("a key that somebody holds keeps nobody from the clipboard", async () => {
  // `keydown` leaves it down.
  await server.run(["xdotool", "keydown", "ctrl"]);
  try {
    await agent.call("gui_clipboard_write", { text: "with ctrl down" });
  } finally {
    await server.run(["xdotool", "keyup", "ctrl"]);
  }
  expect((await reader.read()).targets.UTF8_STRING?.bytes).toBe("with ctrl down".length);
});
