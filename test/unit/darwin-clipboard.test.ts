import { describe, expect, test } from "bun:test";
import { DarwinClipboard } from "../../src/desktop/darwin/clipboard/clipboard.ts";
import { Pasteboard } from "../../src/desktop/darwin/clipboard/pasteboard.ts";
import { mainRunLoop } from "../../src/desktop/darwin/run-loop.ts";
import { FakeMac } from "../support/darwin/fake-mac.ts";
import type { FakeFlavor } from "../support/darwin/fake-services.ts";
import { thrownBy } from "../support/thrown.ts";

const { signal } = new AbortController();
const utf8 = "public.utf8-plain-text";
const translated = 0x100;

const flavor = (type: string, data: string | Uint8Array | undefined, flags = 0): FakeFlavor => ({
  type,
  data: typeof data === "string" ? new TextEncoder().encode(data) : data,
  flags,
});

/** Two files from the Finder, and what else is there: a picture, rich text, empty data. */
const copied = [
  [
    flavor("public.file-url", "file:///a"),
    flavor(utf8, "a 漢字 👍"),
    flavor("public.png", new Uint8Array([0, 1, 2, 0xff])),
    flavor("public.html", "<b>a</b>", 0b110),
    flavor("com.example.empty", new Uint8Array(0)),
  ],
  [flavor("public.file-url", "file:///b"), flavor("com.example.private", "x")],
];

function clipboardOf(mac: FakeMac): DarwinClipboard {
  return new DarwinClipboard({
    openPasteboard: () =>
      new Pasteboard(mac.services.functions, mac.objects, {
        register(call) {
          // koffi would make a function for macOS of it.
          Reflect.set(mac.services, "keeper", call);
          return { address: 0x99, [Symbol.dispose]: () => Reflect.set(mac.services, "keeper", undefined) };
        },
      }),
    ...{ objects: mac.objects, clock: mac.clock },
    runLoop: mainRunLoop(mac.foundation.functions, mac.objects),
  });
}

/** Another program pastes when the run loop is turned, as macOS has it. */
function pasteAtTurn(mac: FakeMac, turn: number): { readonly pasted: (string | undefined)[] } {
  const pasted: (string | undefined)[] = [];
  let turns = 0;
  mac.foundation.onTurn = () => {
    turns += 1;
    if (turns === turn) pasted.push(mac.services.paste(utf8));
    return turns === turn;
  };
  return { pasted };
}

test("a text that is written is there in full, at once, for when we have ended", async () => {
  using mac = new FakeMac();
  using clipboard = clipboardOf(mac);
  await clipboard.writeText("a 漢字 👍\n", { isSecret: false });
  expect(mac.services.items.map(({ flavors }) => flavors)).toEqual([[flavor(utf8, "a 漢字 👍\n")]]);
  expect(await clipboard.read()).toEqual({ text: "a 漢字 👍\n", formats: [utf8] });
});

test("histories of the clipboard are asked to leave a secret out", async () => {
  using mac = new FakeMac();
  using clipboard = clipboardOf(mac);
  await clipboard.writeText("secret", { isSecret: true });
  expect(mac.services.items[0]?.flavors.map(({ type }) => type)).toEqual([
    utf8,
    "org.nspasteboard.ConcealedType",
  ]);
});

describe("reading", () => {
  test.each([
    ["as UTF-8", [flavor(utf8, "é")], "é"],
    ["as UTF-16", [flavor("public.utf16-plain-text", new Uint8Array([0xe9, 0]))], "é"],
    ["converted by the system", [flavor("public.html", "<i>é</i>"), flavor(utf8, "é", translated)], "é"],
    ["where there is none", [flavor("public.png", new Uint8Array([1]))], undefined],
  ])("gives text %s", async (_, flavors, text) => {
    using mac = new FakeMac();
    using clipboard = clipboardOf(mac);
    mac.services.copy(flavors);
    expect(await clipboard.read()).toEqual({ text, formats: flavors.map(({ type }) => type) });
  });

  test("an empty clipboard gives nothing", async () => {
    using mac = new FakeMac();
    using clipboard = clipboardOf(mac);
    expect(await clipboard.read()).toEqual({ text: undefined, formats: [] });
  });

  test("what its owner does not give is an error", async () => {
    using mac = new FakeMac();
    using clipboard = clipboardOf(mac);
    mac.services.copy([flavor(utf8, undefined)]);
    expect(await thrownBy(() => clipboard.read())).toMatchObject({ code: "clipboard_unavailable" });
  });
});

describe("a loan", () => {
  test("is pasted, and afterwards every item is there in every form as before", async () => {
    using mac = new FakeMac();
    using clipboard = clipboardOf(mac);
    mac.services.copy(...copied.map((flavors) => [...flavors, flavor("com.apple.old", "x", translated)]));
    const { pasted } = pasteAtTurn(mac, 4);
    {
      await using loan = await clipboard.lend("lent 👍", { isSecret: false, signal });
      expect([...loan.pasteKeys].map(String)).toEqual(["meta", "v"]);
      expect(await loan.taken(5000, signal)).toBe("taken");
    }
    expect(pasted).toEqual(["lent 👍"]);
    expect(mac.services.items.map(({ flavors }) => flavors)).toEqual(copied);
  });

  test("is a promise until it is pasted, and marked as passing", async () => {
    using mac = new FakeMac();
    using clipboard = clipboardOf(mac);
    await using _loan = await clipboard.lend("lent", { isSecret: true, signal });
    const [item] = mac.services.items;
    expect(item?.flavors.map(({ type, data }) => [type, data === undefined])).toEqual([
      [utf8, true],
      ["org.nspasteboard.TransientType", false],
      ["org.nspasteboard.ConcealedType", false],
    ]);
  });

  test("leaves an empty clipboard empty", async () => {
    using mac = new FakeMac();
    using clipboard = clipboardOf(mac);
    await using loan = await clipboard.lend("lent", { isSecret: false, signal });
    await loan[Symbol.asyncDispose]();
    expect(mac.services.items).toEqual([]);
  });

  test("that nobody fetches is ignored, and not given to who comes too late", async () => {
    using mac = new FakeMac();
    using clipboard = clipboardOf(mac);
    mac.services.copy(...copied);
    await using loan = await clipboard.lend("lent", { isSecret: false, signal });
    expect(await loan.taken(200, signal)).toBe("ignored");
    expect(mac.services.paste(utf8)).toBeUndefined();
    await loan[Symbol.asyncDispose]();
    expect(mac.services.paste(utf8)).toBe("a 漢字 👍");
  });

  test("hides from readers what it will put back", async () => {
    using mac = new FakeMac();
    using clipboard = clipboardOf(mac);
    mac.services.copy(...copied);
    await using _loan = await clipboard.lend("lent", { isSecret: false, signal });
    expect(await clipboard.read()).toMatchObject({ text: "a 漢字 👍" });
  });

  test("is given up when somebody copies something, which stays", async () => {
    using mac = new FakeMac();
    using clipboard = clipboardOf(mac);
    mac.services.copy(...copied);
    await using loan = await clipboard.lend("lent", { isSecret: false, signal });
    mac.services.copy([flavor(utf8, "theirs")]);
    expect(await thrownBy(() => loan.taken(500, signal))).toMatchObject({ code: "text_not_taken" });
    await loan[Symbol.asyncDispose]();
    expect(mac.services.paste(utf8)).toBe("theirs");
  });

  test("ends when the call is cancelled, with all put back", async () => {
    using mac = new FakeMac();
    using clipboard = clipboardOf(mac);
    mac.services.copy(...copied);
    const stop = new AbortController();
    await using loan = await clipboard.lend("lent", { isSecret: false, signal });
    const taken = thrownBy(() => loan.taken(5000, stop.signal));
    stop.abort();
    expect(await taken).toMatchObject({ code: "cancelled" });
    await loan[Symbol.asyncDispose]();
    expect(mac.services.items.map(({ flavors }) => flavors)).toEqual(copied);
  });

  test("is not made when what is there cannot be read, such as by the user's will", async () => {
    using mac = new FakeMac();
    using clipboard = clipboardOf(mac);
    const locked = [flavor(utf8, undefined), flavor("public.png", undefined)];
    mac.services.copy(locked);
    const lend = () => clipboard.lend("lent", { isSecret: false, signal });
    expect(await thrownBy(lend)).toMatchObject({ code: "clipboard_unavailable" });
    expect(mac.services.items.map(({ flavors }) => flavors)).toEqual([locked]);
    expect(mac.services.owner).toBe("other");
  });
});
