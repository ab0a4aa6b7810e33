import { describe, expect, test } from "bun:test";
import { GuiAgentError } from "../../src/core/errors.ts";
import { namedKeys, parseChord, parseKey } from "../../src/core/keys.ts";

describe("parseKey", () => {
  // The spellings of the X keysym names, of DOM key and code values, of xdotool, pyautogui and nut.js.
  test.each([
    ["Control_L", "ctrl"],
    ["ControlLeft", "ctrl"],
    ["CTRL", "ctrl"],
    ["Cmd", "meta"],
    ["Super_L", "meta"],
    ["Windows", "meta"],
    ["Option", "alt"],
    ["ISO_Level3_Shift", "altgr"],
    ["Return", "enter"],
    ["Esc", "escape"],
    ["Page Down", "pagedown"],
    ["Page_Up", "pageup"],
    ["ArrowLeft", "left"],
    ["BackSpace", "backspace"],
    ["F12", "f12"],
    ["KP_Enter", "numpadenter"],
    ["KeyA", "a"],
    ["Digit7", "7"],
    ["A", "a"],
    ["Ä", "ä"],
    ["+", "+"],
    ["plus", "+"],
    [" ", "space"],
  ])("%s is %s", (written, key) => expect<string>(parseKey(written)).toBe(key));

  test("every name stands for itself", () => {
    for (const name of namedKeys) expect(parseKey(name)).toBe(name);
  });

  test.each(["constructor", "toString", "", "ctrl+c", "bogus", "\u0007", "ab"])("%p is no key", (written) => {
    expect(() => parseKey(written)).toThrow(GuiAgentError);
  });
});

describe("parseChord", () => {
  test.each<[string[], string[]]>([
    [
      ["ctrl", "c"],
      ["ctrl", "c"],
    ],
    [["ctrl+shift+t"], ["ctrl", "shift", "t"]],
    [["Ctrl + C"], ["ctrl", "c"]],
    [["ctrl++"], ["ctrl", "+"]],
    [
      ["ctrl", "+"],
      ["ctrl", "+"],
    ],
    [
      ["ctrl", "control", "c"],
      ["ctrl", "c"],
    ],
  ])("%j is %j", (written, keys) => expect<readonly string[]>(parseChord(written)).toEqual(keys));
});
