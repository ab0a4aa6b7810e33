import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { worldTexts } from "../support/typing.ts";
import { waitFor } from "../support/wait-for.ts";
import { pictureOf, unicodeText } from "../support/wine/clipboard-data.ts";
import { openClipboardNeighbour } from "../support/wine/clipboard-neighbour.ts";
import { openConsole } from "../support/wine/console.ts";
import { installForWindows } from "../support/wine/windows-program.ts";
import { startWineDesk } from "../support/wine/wine-desk.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const desk = resources.use(await startWineDesk());
const notepad = desk.start(["C:\\windows\\notepad.exe"]);
const neighbour = resources.use(await openClipboardNeighbour(desk));
const console = resources.use(await openConsole(desk));
const file = await installForWindows(desk.folder);
const program = resources.use(await console.start(file, ["--port", "0"]));
const agent = resources.use(await program.connect());
const field = { window: "Notepad", control: "Edit" } as const;
await waitFor("Notepad's window", async () => (await neighbour.text(field).catch(() => null)) !== null);

const contents = [
  {
    name: "a piece of a page",
    items: [
      { format: "HTML Format", data: "Version:0.9\r\n<b>bold</b>\0" },
      { format: 13, data: unicodeText("bold") },
      { format: "Rich Text Format", data: "{\\rtf1 {\\b bold}}\0" },
    ],
  },
  {
    name: "a picture, and its file",
    items: [
      { format: "PNG", data: new Uint8Array(300_000).fill(7) },
      { format: 8, data: pictureOf(64, 64) },
      { format: 15, data: "the bytes of a CF_HDROP" },
    ],
  },
  { name: "nothing", items: [] },
] as const;

beforeEach(async () => {
  await neighbour.prepare(field);
});

describe.each(contents)("over $name", ({ items }) => {
  test.each(Object.entries(worldTexts))(
    "%s arrives exactly, and the clipboard is as before",
    async (_, text) => {
      await neighbour.copy(items);
      const before = await neighbour.contents();
      expect(await agent.call("gui_type", { text })).toMatchObject({ method: "paste" });
      expect(await neighbour.text(field)).toBe(text.replaceAll("\n", "\r\n"));
      expect(await neighbour.contents()).toEqual(before);
    },
  );
});

test("a program that pastes through OLE has it exactly, too", async () => {
  await neighbour.copy(contents[1].items);
  const before = await neighbour.contents();
  await using _wordpad = desk.start(["C:\\Program Files\\Windows NT\\Accessories\\wordpad.exe"]);
  const richField = { window: "WORDPADTOP", control: "RICHEDIT20W" };
  await neighbour.prepare(richField);
  const text = worldTexts.longMixedText;
  expect(await agent.call("gui_type", { text })).toMatchObject({ method: "paste" });
  expect(await neighbour.text(richField)).toBe(text.replaceAll("\n", "\r\n"));
  expect(await neighbour.contents()).toEqual(before);
});

test("files that were copied in Explorer are there as before, but for what it hands out itself", async () => {
  const kept = [
    "Shell IDList Array",
    "Preferred DropEffect",
    15,
    "FileName",
    "FileNameW",
    "Ole Private Data",
  ];
  const itself = ["DataObject", "FileContents", "FileGroupDescriptorW"];
  const named = (format: number | string) => ({ format, data: `the bytes of ${format}` });
  await neighbour.copy([...itself, ...kept].map(named));
  const before = await neighbour.contents();
  expect(await agent.call("gui_type", { text: "你好" })).toMatchObject({ method: "paste" });
  expect(await neighbour.text(field)).toBe("你好");
  const { DataObject, FileContents, FileGroupDescriptorW, ...rest } = before;
  expect([DataObject, FileContents, FileGroupDescriptorW]).not.toContain(undefined);
  expect(await neighbour.contents()).toEqual(rest);
});

test("the clipboard is read and written", async () => {
  await neighbour.copy([{ format: 13, data: unicodeText("one\r\n二 👍🏽") }]);
  expect(await agent.call("gui_clipboard_read")).toMatchObject({ text: "one\n二 👍🏽" });
  await agent.call("gui_clipboard_write", { text: "three\n四" });
  expect(await neighbour.fetch(13)).toBe(unicodeText("three\r\n四").toString("base64"));
});

test("where the clipboard cannot be saved, a text is typed", async () => {
  await neighbour.copy([{ format: "FileContents", data: "of a mail" }]);
  expect(await agent.call("gui_type", { text: "你好 👍🏽" })).toMatchObject({
    method: "keys",
    notice: expect.stringContaining("only its owner can hand out"),
  });
  await waitFor("the text", async () => (await neighbour.text(field)) === "你好 👍🏽");
  expect(await neighbour.contents()).toMatchObject({ FileContents: expect.any(String) });
});

test("a program that hung has the text once, and nothing of what was copied before", async () => {
  await neighbour.copy(contents[0].items);
  const before = await neighbour.contents();
  process.kill(notepad.pid, "SIGSTOP");
  expect(await agent.call("gui_type", { text: "你好" })).toMatchObject({ method: "keys" });
  process.kill(notepad.pid, "SIGCONT");
  // It comes character by character.
  await waitFor("the text", async () => ((await neighbour.text(field)) ?? "").length >= 2);
  expect(await neighbour.text(field)).toBe("你好");
  expect(await neighbour.contents()).toEqual(before);
});

test("one that ends while a text is lent puts back what was there", async () => {
  await neighbour.copy(contents[0].items);
  const before = await neighbour.contents();
  // All programs of a console hear Ctrl+C.
  await using other = await openConsole(desk);
  await using ending = await other.start(file, ["--port", "0"]);
  await using client = await ending.connect();
  process.kill(notepad.pid, "SIGSTOP");
  const typing = client.callRaw("gui_type", { text: "你好", method: "paste" }).catch(() => undefined);
  await waitFor(
    "the text to be lent",
    async () => "CanIncludeInClipboardHistory" in (await neighbour.contents()),
  );
  await other.interrupt();
  expect(await ending.ended()).toMatchObject({ code: 0 });
  await typing;
  process.kill(notepad.pid, "SIGCONT");
  expect(await neighbour.contents()).toEqual(before);
});
