import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { enhancedMetafile, pictureOf, unicodeText } from "../support/wine/clipboard-data.ts";
import { openClipboardNeighbour } from "../support/wine/clipboard-neighbour.ts";
import { openLender } from "../support/wine/lender.ts";
import { startWineDesk } from "../support/wine/wine-desk.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const desk = resources.use(await startWineDesk());
const notepad = resources.use(desk.start(["C:\\windows\\notepad.exe"]));
const neighbour = resources.use(await openClipboardNeighbour(desk));
const lender = resources.use(await openLender(desk));
const field = { window: "Notepad", control: "Edit" } as const;

const copied = [
  { format: 13, data: unicodeText("copied ü") },
  { format: "HTML Format", data: "Version:0.9\r\n<b>bold</b>\0" },
  { format: "Rich Text Format", data: "{\\rtf1 {\\b bold}}\0" },
  { format: "PNG", data: new Uint8Array(100_000).fill(7) },
  { format: 15, data: "the bytes of a CF_HDROP" },
];

/** What histories of the clipboard look for. */
const exclusions = [
  "ExcludeClipboardContentFromMonitorProcessing",
  "CanIncludeInClipboardHistory",
  "CanUploadToCloudClipboard",
];

beforeEach(async () => {
  await neighbour.prepare(field);
});

const texts = [
  "ASCII !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
  "你好 👩‍👩‍👧 مرحبا",
  "one\ntwo\n\n",
  "长x".repeat(5_000),
];

describe("a text is pasted exactly, and what was there comes back:", () => {
  test.each([
    { name: "text with HTML, RTF, a PNG and files", items: copied },
    {
      name: "a picture as a device's bitmap",
      items: [{ format: 2, data: new Uint8Array(64).fill(9), as: "bitmap" }],
    },
    { name: "a picture as bytes", items: [{ format: 8, data: pictureOf(4, 4) }] },
    { name: "a metafile", items: [{ format: 14, data: enhancedMetafile, as: "metafile" }] },
    {
      name: "what its owner only promises",
      items: [{ format: 13, data: unicodeText("promised"), as: "promised" }],
    },
    { name: "thirty megabytes", items: [{ format: "large", data: new Uint8Array(30_000_000).fill(3) }] },
    { name: "nothing", items: [] },
  ] as const)("$name", async ({ items }) => {
    await neighbour.copy(items);
    const before = await neighbour.contents();
    for (const text of texts) {
      await neighbour.prepare(field);
      expect(await lender.paste(text)).toEqual({ outcome: "taken" });
      expect(await neighbour.text(field)).toBe(text.replaceAll("\n", "\r\n"));
      expect(await neighbour.contents()).toEqual(before);
    }
  });

  test("but for what its owner promises and does not hand out", async () => {
    await neighbour.copy([...copied, { format: "refused", data: "", as: "refused" }]);
    const before = await neighbour.contents();
    expect(await lender.paste("lent")).toEqual({ outcome: "taken" });
    const { refused, ...rest } = before;
    expect(refused).toBeNull();
    expect(await neighbour.contents()).toEqual(rest);
  });
});

describe("nothing is taken away", () => {
  test.each([
    {
      name: "of which the owner hands out nothing",
      items: [{ format: 13, data: unicodeText("x"), as: "refused" }],
      message: "hands out nothing",
    },
    {
      name: "that only the owner can hand out",
      items: [
        { format: "FileGroupDescriptorW", data: "names" },
        { format: "FileContents", data: "one of them" },
      ],
      message: "only its owner",
    },
  ] as const)("$name", async ({ items, message }) => {
    await neighbour.copy(items);
    const before = await neighbour.contents();
    const failure = await lender.paste("lent");
    expect(failure).toMatchObject({
      error: "clipboard_unavailable",
      message: expect.stringContaining(message),
    });
    expect(await neighbour.contents()).toEqual(before);
    expect(await neighbour.text(field)).toBe("");
  });

  test("whose owner hangs", async () => {
    await neighbour.copy(copied);
    const before = await neighbour.contents();
    neighbour.pause();
    const failures = [await lender.paste("lent"), await lender.read()];
    neighbour.resume();
    for (const failure of failures) {
      expect(failure).toMatchObject({
        error: "clipboard_unavailable",
        message: expect.stringContaining("does not answer"),
      });
    }
    expect(await neighbour.contents()).toEqual(before);
  });
});

test("a clipboard that somebody has open is waited for, and who keeps it is told", async () => {
  await neighbour.copy(copied);
  await neighbour.hold(500);
  expect(await lender.paste("lent")).toEqual({ outcome: "taken" });
  await neighbour.hold(12_000);
  expect(await lender.paste("lent")).toMatchObject({
    error: "clipboard_unavailable",
    message: expect.stringMatching(/kept open by clipboard-program \(process \d+\)/),
  });
});

describe("what gui-agent copies", () => {
  test.each([false, true])(
    "is there for old programs too, and stays after its end; a secret: %p",
    async (isSecret) => {
      await neighbour.copy(copied);
      await lender.write("grün\n你好", isSecret);
      expect(await lender.read()).toMatchObject({ contents: { text: "grün\n你好" } });
      await lender.end();
      const { 13: unicode, 1: ansi, PNG, ...rest } = await neighbour.contents();
      expect(unicode).toBe(unicodeText("grün\r\n你好").toString("base64"));
      expect(Buffer.from(ansi ?? "", "base64").toString("latin1")).toBe("grün\r\n??\0");
      expect(PNG).toBeUndefined();
      expect(Object.keys(rest).filter((name) => exclusions.includes(name))).toEqual(
        isSecret ? exclusions : [],
      );
    },
  );
});

test("what is no text is told by its formats", async () => {
  await neighbour.copy([
    { format: 8, data: pictureOf(2, 2) },
    { format: "PNG", data: "a picture" },
  ]);
  const { contents } = await lender.read();
  expect(contents?.text).toBeUndefined();
  expect(contents?.formats.toSorted()).toEqual(["CF_BITMAP", "CF_DIB", "CF_DIBV5", "PNG"]);
});

describe("while a text is lent", () => {
  beforeEach(async () => {
    await neighbour.copy(copied);
    await lender.lend("lent");
  });

  test("no other program is given it, histories are asked to leave it out, and gui-agent reads what was there", async () => {
    const contents = await neighbour.contents();
    expect(contents).toMatchObject(Object.fromEntries(exclusions.map((name) => [name, "AAAAAA=="])));
    expect(contents).toMatchObject({ "13": null, "1": null });
    expect(await lender.read()).toMatchObject({ contents: { text: "copied ü" } });
    await lender.press();
    expect(await lender.untilPasted()).toEqual({ outcome: "taken" });
    await lender.putBack();
    expect(await neighbour.text(field)).toBe("lent");
  });

  test("a program that does not say who it is may have been the one", async () => {
    expect(await neighbour.fetch(13, { isAnonymous: true })).toBe(unicodeText("lent").toString("base64"));
    expect(await lender.untilPasted()).toEqual({ outcome: "perhaps" });
    await lender.putBack();
    expect(await lender.read()).toMatchObject({ contents: { text: "copied ü" } });
  });

  test("what somebody copies stays", async () => {
    await neighbour.copy([{ format: 13, data: unicodeText("newer") }]);
    expect(await lender.untilPasted()).toMatchObject({ error: "text_not_taken" });
    await lender.putBack();
    expect(await lender.read()).toMatchObject({ contents: { text: "newer" } });
  });

  test("gui-agent may end, and what was there stays", async () => {
    await lender.end();
    expect(await neighbour.fetch(13)).toBe(unicodeText("copied ü").toString("base64"));
  });
});

test("a program that pastes too late gets nothing of what was there, others do, and in the end all is there", async () => {
  await neighbour.copy(copied);
  const before = await neighbour.contents();
  await lender.lend("lent");
  process.kill(notepad.pid, "SIGSTOP");
  await lender.press();
  expect(await lender.untilPasted(500)).toEqual({ outcome: "ignored" });
  await lender.putBack();
  process.kill(notepad.pid, "SIGCONT");
  // Answers only when it has done what it was told before.
  expect(await neighbour.text(field)).toBe("");
  expect(await neighbour.contents()).toEqual(before);
  await lender.end();
  expect(await neighbour.contents()).toEqual(before);
});

test("a program that never hands out what it promised keeps nobody from the rest", async () => {
  await neighbour.copy([{ format: 13, data: unicodeText("x"), as: "hanging" }]);
  const stuck = lender.paste("lent");
  expect(await lender.read({ cancelAfterMs: 200 })).toMatchObject({ error: "cancelled" });
  const message = expect.stringContaining("keeps everybody waiting");
  expect(await stuck).toMatchObject({ error: "clipboard_unavailable", message });
  expect(await lender.read()).toMatchObject({ error: "clipboard_unavailable", message });
  await lender.end();
});
