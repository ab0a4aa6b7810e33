import { expect, test } from "bun:test";
import { type ModifierKey, parseChord } from "../../src/core/keys.ts";
import { levels, modifiersOf } from "../../src/desktop/win32/keyboard/layout.ts";
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
