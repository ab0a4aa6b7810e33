import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { systemClock } from "../../src/core/clock.ts";
import { parseChord } from "../../src/core/keys.ts";
import { Input } from "../../src/desktop/input.ts";
import type { PasteOutcome } from "../../src/desktop/port.ts";
import { createX11Desktop } from "../../src/desktop/x11/desktop.ts";
import { atom } from "../../src/desktop/x11/window-properties.ts";
import { openChromium } from "../support/chromium.ts";
import { clipboardContents, textItems } from "../support/clipboard-contents.ts";
import { openClipboardOwner } from "../support/clipboard-owner.ts";
import { openClipboardReader } from "../support/clipboard-reader.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { openRawRequestor } from "../support/raw-selection.ts";
import { silentLog } from "../support/silent-log.ts";
import { thrownBy } from "../support/thrown.ts";
import { startXServer } from "../support/x-server.ts";
import { openXterm } from "../support/xterm.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const desktop = resources.use(
  await createX11Desktop({ display: server.display, authority: undefined }, systemClock, silentLog),
);
const { clipboard } = desktop;
const input = new Input(desktop, systemClock);
const owner = resources.use(await openClipboardOwner(server));
const reader = resources.use(await openClipboardReader(server));
const { signal } = new AbortController();
const options = { isSecret: false, signal };

/** Short enough for one answer, and long enough for parts; in lines, over which GTK does not brood. */
const texts = ["你好 👩‍👩‍👧 مرحبا", `${"長い".repeat(20)}\n`.repeat(2_000)];

/** Pastes into what has the focus and tells what came of it. */
async function paste(text: string): Promise<PasteOutcome> {
  await using loan = await clipboard.lend(text, options);
  await input.chord(loan.pasteKeys, 0, signal);
  return await loan.taken(10_000, signal);
}

describe("a text is lent, and what was there comes back:", () => {
  test.each(clipboardContents)("$name", async ({ items }) => {
    await owner.own(items);
    const before = await reader.read();
    await using app = await openGtkApp(server);
    for (const text of texts) {
      await app.command({ focus: "text", text: "" });
      expect(await paste(text)).toBe("taken");
      expect((await app.command()).text).toBe(text);
      expect(await reader.read()).toEqual(before);
    }
  });

  test("what is marked, since an xterm is given that", async () => {
    await owner.own([{ target: "UTF8_STRING", data: "copied" }]);
    await owner.own([{ target: "UTF8_STRING", data: "marked" }], "PRIMARY");
    const read = async () => [await reader.read(), await reader.read("PRIMARY")];
    const before = await read();
    await using terminal = await openXterm(server);
    expect(await paste("你好")).toBe("taken");
    expect(await terminal.received()).toBe("你好");
    expect(await read()).toEqual(before);
  });

  test("what a browser has copied of a page", async () => {
    await owner.own([]);
    await using page = await openChromium(
      server,
      `<p id="rich"><b>bold</b>, <i>schräg</i> and <a href="/">a link</a></p><textarea id="field"></textarea>`,
    );
    const select = `getSelection().selectAllChildren(rich), getSelection().toString()`;
    await page.evaluate(z.string(), select);
    await input.chord(parseChord(["ctrl", "c"]), 0, signal);
    await input.chord(["f8"], 0, signal);
    await page.untilF8();
    const before = await reader.read();
    expect(Object.keys(before.targets)).toContain("text/html");
    expect(await page.evaluate(z.string(), `field.focus(), document.activeElement.id`)).toBe("field");
    expect(await paste("lent")).toBe("taken");
    expect(await page.value("#field")).toBe("lent");
    expect(await reader.read()).toEqual(before);
  });

  test("not over what somebody has copied meanwhile", async () => {
    await owner.own(textItems("older"));
    {
      await using _loan = await clipboard.lend("lent", options);
      await owner.own(textItems("newer"));
    }
    expect(await clipboard.read(signal)).toMatchObject({ text: "newer" });
  });
});

describe("the program that is to paste", () => {
  test.each([
    { instance: "gedit", className: "Gedit", keys: ["ctrl", "v"] },
    { instance: "gnome-terminal-server", className: "Gnome-terminal", keys: ["ctrl", "shift", "v"] },
    { instance: "kitty", className: "kitty", keys: ["ctrl", "shift", "v"] },
    { instance: "urxvt", className: "URxvt", keys: ["shift", "insert"] },
    { instance: "emacs", className: "Emacs", keys: ["shift", "insert"] },
  ])("is given the keys that it pastes with: $className", async ({ instance, className, keys }) => {
    await using _app = await openGtkApp(server);
    const window = Number(await server.run(["xdotool", "getactivewindow"]));
    using renaming = await openRawRequestor(server);
    const { session } = renaming;
    const [property, type] = await Promise.all([atom(session, "WM_CLASS"), atom(session, "STRING")]);
    const name = Buffer.from(`${instance}\0${className}\0`);
    await session.batch(() => session.client.ChangeProperty(0, window, property, type, 8, name));
    await using loan = await clipboard.lend("lent", options);
    expect(loan.pasteKeys).toEqual(parseChord(keys));
  });

  test("is the one that gets the keyboard before the keys come, as after a click", async () => {
    await using first = await openGtkApp(server);
    const window = (await server.run(["xdotool", "getactivewindow"])).trim();
    await first.command({ focus: "text" });
    await using second = await openGtkApp(server);
    await using loan = await clipboard.lend("lent", options);
    await server.run(["xdotool", "windowactivate", window]);
    await first.waitForState("the first window to have the keyboard", ({ active }) => active);
    await input.chord(loan.pasteKeys, 0, signal);
    expect(await loan.taken(10_000, signal)).toBe("taken");
    expect((await first.command()).text).toBe("lent");
    expect((await second.command()).text).toBe("");
  });
});

describe("while a text is lent", () => {
  test("gui-agent reads what was there before", async () => {
    await owner.own(textItems("copied"));
    {
      await using _loan = await clipboard.lend("lent", options);
      expect(await clipboard.read(signal)).toMatchObject({ text: "copied" });
    }
    await owner.own([]);
    await using _loan = await clipboard.lend("lent", options);
    expect(await clipboard.read(signal)).toEqual({ text: undefined, formats: [] });
  });

  test("a program that only reads along does not count as the one that pastes", async () => {
    await owner.own(textItems("copied"));
    await using _app = await openGtkApp(server);
    await using loan = await clipboard.lend("lent", options);
    expect((await reader.read()).targets).toMatchObject({ UTF8_STRING: { bytes: "lent".length } });
    expect(await thrownBy(() => loan.taken(500, signal))).toMatchObject({ code: "text_not_taken" });
  });

  test("it is marked when it is secret", async () => {
    await owner.own([]);
    {
      await using _loan = await clipboard.lend("lent", { isSecret: true, signal });
      expect((await reader.read()).targets).toHaveProperty("x-kde-passwordManagerHint");
    }
    await using _loan = await clipboard.lend("lent", options);
    expect((await reader.read()).targets).not.toHaveProperty("x-kde-passwordManagerHint");
  });

  test("the X server may go: that is an error, and later texts are lent again", async () => {
    await using ending = await startXServer({ size: { width: 800, height: 600 } });
    await using other = await createX11Desktop(
      { display: ending.display, authority: undefined },
      systemClock,
      silentLog,
    );
    {
      await using loan = await other.clipboard.lend("lent", options);
      const taken = thrownBy(() => loan.taken(10_000, signal));
      await ending.crash();
      expect(await taken).toMatchObject({ code: "display_unavailable" });
    }
    await ending.restart();
    await other.clipboard.writeText("written", options);
    {
      await using _loan = await other.clipboard.lend("lent", options);
      expect(await other.clipboard.read(signal)).toMatchObject({ text: "written" });
    }
    await using otherReader = await openClipboardReader(ending);
    expect((await otherReader.read()).targets).toMatchObject({ UTF8_STRING: { bytes: "written".length } });
  });
});
