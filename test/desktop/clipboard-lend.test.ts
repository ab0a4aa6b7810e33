import { afterAll, expect, test } from "bun:test";
import { systemClock } from "../../src/core/clock.ts";
import { Input } from "../../src/desktop/input.ts";
import { createX11Desktop } from "../../src/desktop/x11/desktop.ts";
import { clipboardContents } from "../support/clipboard-contents.ts";
import { openClipboardOwner } from "../support/clipboard-owner.ts";
import { openClipboardReader } from "../support/clipboard-reader.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { silentLog } from "../support/silent-log.ts";
import { startXServer } from "../support/x-server.ts";
import { openXterm } from "../support/xterm.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const desktop = resources.use(
  await createX11Desktop({ display: server.display, authority: undefined }, systemClock, silentLog),
);
const input = new Input(desktop, systemClock);
const owner = resources.use(await openClipboardOwner(server));
const reader = resources.use(await openClipboardReader(server));
const { signal } = new AbortController();

/** Short enough for one answer, and long enough for parts. */
const texts = ["你好 👩‍👩‍👧 مرحبا", "長い".repeat(100_000)];

/** Pastes into what has the focus and tells whether it was taken. */
async function paste(text: string): Promise<boolean> {
  await using loan = await desktop.clipboard.lend(text, { isSecret: false, signal });
  await input.chord(loan.pasteKeys, 0, signal);
  return await loan.taken(10_000, signal);
}

test.each(clipboardContents)("a text is lent over $name, which comes back", async ({ items }) => {
  await owner.own(items);
  const before = await reader.read();
  await using app = await openGtkApp(server);
  for (const text of texts) {
    await app.command({ focus: "text", text: "" });
    expect(await paste(text)).toBe(true);
    expect((await app.command()).text).toBe(text);
    expect(await reader.read()).toEqual(before);
  }
});

test("an xterm is given what is marked too, and both come back", async () => {
  await owner.own([{ target: "UTF8_STRING", data: "copied" }]);
  await owner.own([{ target: "UTF8_STRING", data: "marked" }], "PRIMARY");
  const read = async () => [await reader.read(), await reader.read("PRIMARY")];
  const before = await read();
  await using terminal = await openXterm(server);
  expect(await paste("你好")).toBe(true);
  expect(await terminal.received()).toBe("你好");
  expect(await read()).toEqual(before);
});
