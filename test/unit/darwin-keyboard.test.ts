import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseKey } from "../../src/core/keys.ts";
import { sendSystemKey, systemKeys } from "../../src/desktop/darwin/keyboard/system-keys.ts";
import { textChunks } from "../../src/desktop/darwin/keyboard/text-chunks.ts";
import { FakeMac } from "../support/darwin/fake-mac.ts";
import { dvorakLayout, frenchLayout, russianLayout, usLayout } from "../support/darwin/layouts.ts";
import { Key } from "../support/darwin/nut.ts";
import { thrownBy } from "../support/thrown.ts";

const [down, up, flagsChanged] = [10, 11, 12] as const;

/** What programs received: the kind of event, its key and its modifiers. */
const strokes = (mac: FakeMac) =>
  mac.graphics.posted.map(({ type, keycode, flags }) => [type, keycode, flags] as const);

describe("text", () => {
  test("arrives as it is, in events of at most 20 units that cut no emoji in two", async () => {
    using mac = new FakeMac();
    const text = `${"ab👩‍👩‍👧‍👦漢字é".repeat(9)}\nnext\tand “more”`;
    await mac.keyboard.type(text);
    const typed = mac.graphics.posted.filter(({ type }) => type === down);
    const received = typed.map(({ text: part, keycode }) => part ?? { 36: "\n", 48: "\t" }[keycode ?? 0]);
    expect(received.join("")).toBe(text);
    for (const part of received) {
      expect(part?.length).toBeLessThanOrEqual(20);
      expect(part?.isWellFormed()).toBe(true);
    }
    expect(mac.graphics.posted.filter(({ type }) => type === up)).toHaveLength(typed.length);
    expect(mac.graphics.posted.every(({ flags }) => flags === 0)).toBe(true);
  });

  test("of any kind comes out of the chunks again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const chunks = textChunks(text);
        const joined = chunks.map((chunk) =>
          "text" in chunk ? chunk.text : { enter: "\n", tab: "\t" }[chunk.key],
        );
        expect(joined.join("")).toBe(text);
        for (const chunk of chunks) if ("text" in chunk) expect(chunk.text.length).toBeLessThanOrEqual(20);
      }),
    );
  });

  test("with a control character is refused before anything arrives", async () => {
    using mac = new FakeMac();
    expect(await thrownBy(() => mac.keyboard.type("before\u0007after"))).toMatchObject({
      code: "unsupported",
    });
    expect(mac.graphics.posted).toEqual([]);
  });

  test("stops when the call is cancelled", async () => {
    using mac = new FakeMac();
    const stop = new AbortController();
    const typing = mac.keyboard.type("x".repeat(200), stop.signal);
    stop.abort();
    expect(await thrownBy(() => typing)).toMatchObject({ code: "cancelled" });
    expect(mac.graphics.posted.length).toBeLessThan(4);
  });
});

test("nothing arrives of a text whose call is cancelled already", async () => {
  using mac = new FakeMac();
  expect(await thrownBy(() => mac.keyboard.type("x", AbortSignal.abort()))).toMatchObject({
    code: "cancelled",
  });
  expect(mac.graphics.posted).toEqual([]);
});

describe("keys", () => {
  test("a hotkey is made of its keys, each with the modifiers in force", async () => {
    using mac = new FakeMac();
    await mac.keyboard.pressKey(Key.LeftMeta);
    await mac.keyboard.pressCharacter("c");
    await mac.keyboard.releaseCharacter("c");
    await mac.keyboard.releaseKey(Key.LeftMeta);
    expect(strokes(mac)).toEqual([
      [flagsChanged, 0x37, 0x10_0000],
      [down, 0x08, 0x10_0000],
      [up, 0x08, 0x10_0000],
      [flagsChanged, 0x37, 0],
    ]);
  });

  test("arrow keys keep what macOS marks them with, which Mission Control looks for", async () => {
    using mac = new FakeMac();
    await mac.keyboard.pressKey(Key.LeftControl, Key.Left);
    await mac.keyboard.releaseKey(Key.LeftControl, Key.Left);
    expect(strokes(mac)[1]).toEqual([down, 0x7b, 0x04_0000 | 0xa0_0000]);
  });

  test.each([
    ["?", usLayout, 0x2c, [0x38]],
    ["1", frenchLayout, 0x12, [0x38]],
    ["a", frenchLayout, 0x0c, []],
    ["|", frenchLayout, 0x25, [0x3a, 0x38]],
    ["й", russianLayout, 0x0c, []],
  ] as const)("%s is pressed where the layout has it", async (character, layout, keycode, modifiers) => {
    using mac = new FakeMac();
    mac.carbon.choose(layout);
    await mac.keyboard.pressCharacter(character);
    await mac.keyboard.releaseCharacter(character);
    const pressed = mac.graphics.posted.map((event) => event.keycode);
    const expected = [...modifiers, keycode];
    expect(pressed).toEqual([...expected, ...expected.toReversed()]);
    expect(mac.held.flags).toBe(0);
  });

  test("under a layout without Latin letters hotkeys go by what it writes with Command", async () => {
    using mac = new FakeMac();
    mac.carbon.choose(russianLayout);
    mac.carbon.latin = usLayout;
    await mac.keyboard.pressKey(Key.LeftMeta);
    await mac.keyboard.pressCharacter("c");
    expect(strokes(mac).at(-1)).toEqual([down, 0x08, 0x10_0000]);
    expect(mac.graphics.posted.at(-1)?.text).toBeUndefined();
  });

  test("under a layout that goes over to another one with Command, hotkeys go by that one", async () => {
    using mac = new FakeMac();
    mac.carbon.choose(dvorakLayout);
    await mac.keyboard.pressCharacter("c");
    await mac.keyboard.releaseCharacter("c");
    await mac.keyboard.pressKey(Key.LeftMeta);
    await mac.keyboard.pressCharacter("c");
    const downs = mac.graphics.posted.filter(({ type }) => type === down);
    expect(downs.map(({ keycode }) => keycode)).toEqual([0x22, 0x08]);
  });

  test("a hotkey goes by the layout that the user has chosen since the last one", async () => {
    using mac = new FakeMac();
    for (const [layout, keycode] of [
      [usLayout, 0x00],
      [frenchLayout, 0x0c],
    ] as const) {
      mac.carbon.choose(layout);
      await mac.keyboard.pressKey(Key.LeftMeta);
      await mac.keyboard.pressCharacter("a");
      expect(strokes(mac).at(-1)).toEqual([down, keycode, 0x10_0000]);
      await mac.keyboard.releaseCharacter("a");
      await mac.keyboard.releaseKey(Key.LeftMeta);
    }
  });

  test("a letter that the layout lacks is written nevertheless", async () => {
    using mac = new FakeMac();
    mac.carbon.choose(russianLayout);
    mac.carbon.latin = usLayout;
    await mac.keyboard.pressCharacter("w");
    expect(mac.graphics.posted).toMatchObject([{ keycode: 0x0d, text: "w" }]);
  });

  test.each(["漢", "¨"])("%s, which no key writes at once, is refused", async (character) => {
    using mac = new FakeMac();
    mac.carbon.choose(frenchLayout);
    expect(await thrownBy(() => mac.keyboard.pressCharacter(character))).toMatchObject({
      code: "unsupported",
    });
    expect(mac.graphics.posted).toEqual([]);
  });

  test("a modifier that two need stays down for the second", async () => {
    using mac = new FakeMac();
    await mac.keyboard.pressKey(Key.LeftShift);
    await mac.keyboard.pressCharacter("?");
    await mac.keyboard.releaseCharacter("?");
    expect(mac.held.flags).toBe(0x2_0000);
    await mac.keyboard.releaseKey(Key.LeftShift);
    expect(strokes(mac).map(([type, keycode]) => [type, keycode])).toEqual([
      [flagsChanged, 0x38],
      [down, 0x2c],
      [up, 0x2c],
      [flagsChanged, 0x38],
    ]);
  });

  test.each([Key.CapsLock, Key.F24, Key.AudioStop])("key %i, which does nothing, is refused", async (key) => {
    using mac = new FakeMac();
    expect(await thrownBy(() => mac.keyboard.pressKey(key))).toMatchObject({ code: "unsupported" });
  });
});

describe("keys for volume and media", () => {
  test("go to the system, not to a program", async () => {
    using mac = new FakeMac();
    await mac.keyboard.pressKey(Key.AudioVolDown);
    await mac.keyboard.releaseKey(Key.AudioVolDown);
    expect(mac.systemKeys).toEqual([
      [1, true],
      [1, false],
    ]);
    expect(mac.graphics.posted).toEqual([]);
  });

  test.each([
    [true, 0x0a00],
    [false, 0x0b00],
  ])("are events of AppKit, down: %j", (isDown, state) => {
    using mac = new FakeMac();
    const event = { type: 14, x: 0, y: 0, flags: 0, fields: {} };
    const reference = mac.foundation.make({ kind: "opaque", about: event });
    const sent: unknown[] = [];
    const messages = {
      objc_getClass: (name: string | null) => (name === "NSEvent" ? 10 : 0),
      sel_registerName: (name: string | null) => (name === "CGEvent" ? 21 : 20),
      sendForEvent: (...given: readonly unknown[]) => {
        sent.push(given);
        return 30;
      },
      sendForObject: (target: unknown, selector: unknown) =>
        target === 30 && selector === 21 ? reference : 0,
      sendForPair: () => ({ x: 0, y: 0 }),
      sendForPicture: () => 0,
    };
    const parts = {
      ...{ graphics: mac.graphics.functions, objects: mac.objects },
      openMessages: () => messages,
    };
    sendSystemKey(parts, systemKeys.mute, isDown);
    expect(sent).toEqual([[10, 20, 14, { x: 0, y: 0 }, state, 0, 0, 0, 8, (7 << 16) | state, -1]]);
    expect(mac.graphics.posted).toMatchObject([{ type: 14 }]);
  });
});

test.each([
  ["q", usLayout, []],
  ["a", frenchLayout, []],
  ["й", russianLayout, ["q"]],
  ["1", frenchLayout, ["shift", "&", "!"]],
  ["@", frenchLayout, ["#", "•", "ÿ"]],
] as const)("programs may take the key of %s for no more than these", async (character, layout, expected) => {
  using mac = new FakeMac();
  mac.carbon.choose(layout);
  mac.carbon.latin = usLayout;
  const same = await mac.keyboard.sameKeyAs(character);
  expect(new Set<string>(same)).toEqual(new Set<string>(expected));
});

test("what programs may take a key for goes by the layout that the user has chosen since", async () => {
  using mac = new FakeMac();
  expect(await mac.keyboard.sameKeyAs("a")).toEqual([]);
  mac.carbon.choose(russianLayout);
  expect(await mac.keyboard.sameKeyAs("й")).toEqual([parseKey("q")]);
});
