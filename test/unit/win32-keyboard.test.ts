import { expect, test } from "bun:test";
import { type ModifierKey, parseChord } from "../../src/core/keys.ts";
import { guiThreadInfo } from "../../src/desktop/win32/api/user32-windows.ts";
import { layoutInForce, levels, modifiersOf, strokeFor } from "../../src/desktop/win32/keyboard/layout.ts";
import { HotkeyPolicy } from "../../src/safety/hotkeys.ts";

// Wine has the layout of the X server, of which the levels of AltGr differ from those of Windows.
const { shift, ctrl, alt } = levels;

test.each<[number, readonly ModifierKey[]]>([
  [0, []],
  [shift, ["shift"]],
  [ctrl, ["ctrl"]],
  [alt | shift, ["alt", "shift"]],
  [ctrl | alt, ["altgr"]],
  [ctrl | alt | shift, ["altgr", "shift"]],
])("the modifiers of level %d are %p", (level, expected) => {
  expect(modifiersOf(level)).toEqual([...expected]);
});

test("a character that AltGr writes on the key of a refused hotkey is none", () => {
  const chord = [...parseChord(["@"]), ...modifiersOf(ctrl | alt), ...parseChord(["q"])];
  expect(() => new HotkeyPolicy({ platform: "win32" }).check(chord)).not.toThrow();
});

test.each([
  { character: "q", found: 0x51, written: 1, stroke: { key: 0x51, modifiers: 0, isPlain: true } },
  { character: "?", found: 0x1db, written: 1, stroke: { key: 0xdb, modifiers: shift, isPlain: true } },
  // An accent waits for its letter, and AltGr is Ctrl and Alt to some programs.
  { character: "^", found: 0xdc, written: -1, stroke: { key: 0xdc, modifiers: 0, isPlain: false } },
  { character: "@", found: 0x651, written: 1, stroke: { key: 0x51, modifiers: ctrl | alt, isPlain: false } },
  // A level of Kana is not reached by modifiers, and a short of -1 is no key.
  { character: "ﾁ", found: 0x841, written: 1, stroke: undefined },
  { character: "й", found: 0xffff, written: 0, stroke: undefined },
])("the key of $character is looked up", ({ character, found, written, stroke }) => {
  const layout = { VkKeyScanExW: () => found, ToUnicodeEx: () => written };
  expect(strokeFor(layout, character, 0)).toEqual(stroke);
});

test.each([
  { focus: 0x20, of: "what has the keyboard, in the frame of an app", layout: 0x419 },
  { focus: 0, of: "the window in front, where nothing in it has the keyboard", layout: 0x409 },
])("the layout in force is that of $of", ({ focus, layout }) => {
  const [front, within] = [0x10, 0x20] as const;
  const threads = new Map<number | bigint, number>([
    [front, 1],
    [within, 2],
  ]);
  const user32 = {
    GetGUIThreadInfo: (thread: number, memory: Uint8Array | null) => {
      const info = guiThreadInfo.decode(memory ?? new Uint8Array(guiThreadInfo.size));
      memory?.set(guiThreadInfo.encode({ ...info, hwndFocus: thread === 0 ? focus : front }));
      return 1;
    },
    GetForegroundWindow: () => front,
    GetWindowThreadProcessId: (window: number | bigint) => threads.get(window) ?? 0,
    GetKeyboardLayout: (thread: number) => (thread === 2 ? 0x419 : 0x409),
  };
  expect(layoutInForce(user32)).toBe(layout);
});
