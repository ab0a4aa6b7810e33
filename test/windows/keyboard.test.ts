import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { printableAscii, worldTexts } from "../support/typing.ts";
import { waitFor } from "../support/wait-for.ts";
import { listWindows } from "../support/window-list.ts";
import { pictureOf } from "../support/wine/clipboard-data.ts";
import { openClipboardNeighbour } from "../support/wine/clipboard-neighbour.ts";
import { openConsole } from "../support/wine/console.ts";
import { installForWindows } from "../support/wine/windows-program.ts";
import { startWineDesk } from "../support/wine/wine-desk.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const desk = resources.use(await startWineDesk());
desk.start(["C:\\windows\\notepad.exe"]);
desk.start(["C:\\Program Files\\Windows NT\\Accessories\\wordpad.exe"]);
const neighbour = resources.use(await openClipboardNeighbour(desk));
const console = resources.use(await openConsole(desk));
const program = resources.use(await console.start(await installForWindows(desk.folder), ["--port", "0"]));
const agent = resources.use(await program.connect());

const notepad = { window: "Notepad", control: "Edit" } as const;
const fields = { Notepad: notepad, WordPad: { window: "WORDPADTOP", control: "RICHEDIT20W" } } as const;
type Field = (typeof fields)[keyof typeof fields];

const received = (text: string, field: Field = notepad) => neighbour.received(text, field);
const press = (...keys: string[]) =>
  agent.call(
    keys.length === 1 ? "gui_press_key" : "gui_hotkey",
    keys.length === 1 ? { key: keys[0] } : { keys },
  );

async function pressAll(...chords: readonly (readonly string[])[]): Promise<void> {
  for (const keys of chords) await press(...keys);
}

const byKeys = (text: string) => agent.call("gui_type", { text, method: "keys" });

beforeEach(() => neighbour.prepare(notepad));

describe.each(Object.entries(fields))("by keys, %s receives", (_, field) => {
  beforeEach(() => neighbour.prepare(field));

  test("every printable character of ASCII", async () => {
    expect(await byKeys(printableAscii)).toMatchObject({ method: "keys" });
    await received(printableAscii, field);
  });

  test.each(["chinese", "arabic", "emoji"] as const)("%s", async (name) => {
    await byKeys(worldTexts[name]);
    await received(worldTexts[name], field);
  });

  test("lines and tabs", async () => {
    await byKeys("one\n\ttwo");
    await received("one\r\n\ttwo", field);
  });

  test("hotkeys, which select, copy, delete and take back", async () => {
    await byKeys("one two");
    await neighbour.copy([]);
    await pressAll(["ctrl", "a"], ["Control_L", "C"]);
    // WordPad copies the end of its last paragraph, too.
    const copied = async () => Buffer.from((await neighbour.fetch(13)) ?? "", "base64").toString("utf16le");
    await waitFor("the copy", async () => (await copied()).startsWith("one two"));
    await press("delete");
    await received("", field);
    await press("ctrl", "z");
    await received("one two", field);
  });

  test("each key for a character", async () => {
    // Keys are named without regard to case.
    const characters = printableAscii.replaceAll(/[A-Z]/g, "");
    for (const character of characters) await press(character);
    await received(characters, field);
  });
});

test("a secret of any characters never gets onto the clipboard", async () => {
  await neighbour.copy([{ format: 8, data: pictureOf(4, 4) }]);
  const text = "pässwörd 密码 👍🏽 ".repeat(10);
  expect(await agent.call("gui_type", { text, secret: true })).toEqual({
    success: true,
    method: "keys",
    elapsed: expect.any(Number),
  });
  await received(text);
});

test("the text cursor goes where keys send it, and Shift selects", async () => {
  await byKeys("one two");
  await pressAll(["shift", "left"], ["shift", "ArrowLeft"], ["x"]);
  await received("one tx");
  await pressAll(["home"], ["delete"], ["end"], ["backspace"], ["ctrl", "left"], ["1"]);
  await received("ne 1t");
  await pressAll(["shift", "home"], ["numpadadd"], ["enter"], ["tab"], ["space"]);
  await received("+\r\n\t t");
});

test("Caps Lock of the user changes no character", async () => {
  await press("capslock");
  await byKeys("aB");
  await pressAll(["c"], ["1"], ["ctrl", "a"], ["ctrl", "c"]);
  await press("capslock");
  await received("aBc1");
});

test("a key of functions does what the program has for it", async () => {
  await press("f5");
  await waitFor("the date", async () => /\d+:\d\d.*\d{4}/.test((await neighbour.text(notepad)) ?? ""));
});

test("menus open by Alt and their letter", async () => {
  await byKeys("one two");
  await pressAll(["alt", "e"], ["a"], ["x"]);
  await received("x");
  await pressAll(["alt"], ["right"], ["down"], ["enter"]);
  await received("one two");
});

test.each([
  [["Alt+F4"]],
  [["F4", "option_r"]],
  [["AltGr", "f4"]],
  [["shift", "alt", "F4"]],
  [["Win", "L"]],
  [["Super_L", "l"]],
  [["cmd+l"]],
  [["ctrl", "alt", "del"]],
  [["strg", "altgr", "numpaddecimal"]],
  [["Control", "Q"]],
])("%p is refused", async (keys) => {
  expect(await agent.callFailing("gui_hotkey", { keys })).toMatchObject({ code: "hotkey_refused" });
  expect((await listWindows(agent, { app: "notepad" }))[0]).toMatchObject({ isActive: true });
});

test("a text that is typed does not go on in a window that comes to the front", async () => {
  await neighbour.prepare(fields.WordPad);
  await neighbour.prepare(notepad);
  const text = "one two three 四五六 ".repeat(500);
  const typing = agent.callFailing("gui_type", { text, secret: true });
  await waitFor("some of it", async () => ((await neighbour.text(notepad)) ?? "").length > 0);
  await neighbour.prepare(fields.WordPad);
  expect(await typing).toMatchObject({ code: "text_not_taken" });
  await press("|");
  await waitFor("the last key", async () => (await neighbour.text(fields.WordPad))?.endsWith("|"));
  // Keys that are under way go to the new window.
  const arrived = `${await neighbour.text(notepad)}${await neighbour.text(fields.WordPad)}`;
  expect(arrived.length).toBeLessThan(text.length);
});

describe("nothing stays down", () => {
  const watched = [0x10, 0x11, 0x12, 0x14, 0x41, 0x5b, 0x78, 0xa0, 0xa2, 0xa4, 0xa5];

  test("of a key that is held, after it, or when the call is cancelled", async () => {
    await agent.call("gui_press_key", { key: "f9", holdMs: 100 });
    expect(await console.keysDown(...watched)).toEqual([]);
    const cancelled = new AbortController();
    const holding = agent.client
      .callTool({ name: "gui_press_key", arguments: { key: "shift", holdMs: 10_000 } }, undefined, {
        signal: cancelled.signal,
      })
      .catch(() => undefined);
    await waitFor("Shift to be down", async () => (await console.keysDown(0x10)).length > 0);
    cancelled.abort();
    await holding;
    await waitFor("Shift to be up", async () => (await console.keysDown(...watched)).length === 0);
    await byKeys("a");
    await received("a");
  });

  test("of a text that is cancelled in the middle, and the rest does not come", async () => {
    const text = "aA@ ".repeat(2_500);
    const cancelled = new AbortController();
    const typing = agent.client
      .callTool({ name: "gui_type", arguments: { text, method: "keys" } }, undefined, {
        signal: cancelled.signal,
      })
      .catch(() => undefined);
    await waitFor("some of it", async () => ((await neighbour.text(notepad)) ?? "").length > 0);
    cancelled.abort();
    await typing;
    await press("|");
    await waitFor("the last key", async () => ((await neighbour.text(notepad)) ?? "").endsWith("|"));
    const arrived = ((await neighbour.text(notepad)) ?? "").slice(0, -1);
    expect(text.startsWith(arrived)).toBeTrue();
    expect(arrived.length).toBeLessThan(text.length);
    expect(await console.keysDown(...watched)).toEqual([]);
  });
});
