import { describe, expect, test } from "bun:test";
import { parseChord } from "../../src/core/keys.ts";
import { type HotkeyPlatform, HotkeyPolicy } from "../../src/safety/hotkeys.ts";

function isRefused(platform: HotkeyPlatform, chord: readonly string[]): boolean {
  try {
    new HotkeyPolicy({ platform }).check(parseChord(chord));
    return false;
  } catch {
    return true;
  }
}

describe("refused by default", () => {
  test.each<[HotkeyPlatform, string[]]>([
    ["x11", ["alt+f4"]],
    ["x11", ["F4", "ALT"]],
    ["x11", ["Option_L", "f4"]],
    ["x11", ["AltGraph", "f4"]],
    ["x11", ["alt", "shift", "f4"]],
    ["x11", ["ctrl+alt+delete"]],
    ["x11", ["Control_R", "Alt_L", "Del"]],
    ["x11", ["delete", "alt", "control"]],
    ["x11", ["ctrl", "alt", "KP_Decimal"]],
    ["x11", ["ctrl", "alt", "shift", "delete"]],
    ["x11", ["ctrl+alt+BackSpace"]],
    ["x11", ["ctrl+alt+End"]],
    ["x11", ["Control_L", "Super_L", "Esc"]],
    ["x11", ["ctrl+alt+f3"]],
    ["x11", ["ctrl+alt+Esc"]],
    ["x11", ["Super_L", "Shift", "e"]],
    ["x11", ["ctrl+alt+l"]],
    ["x11", ["Super", "L"]],
    ["x11", ["ctrl", "Q"]],
    ["x11", ["ctrl+shift+w"]],
    ["win32", ["alt+f4"]],
    ["win32", ["win+l"]],
    ["win32", ["Shift", "Ctrl", "w"]],
    ["win32", ["ctrl", "win", "F4"]],
    ["win32", ["ctrl+alt+del"]],
    ["darwin", ["cmd+q"]],
    ["darwin", ["command", "option", "esc"]],
    ["darwin", ["ctrl+cmd+q"]],
    ["darwin", ["shift+cmd+q"]],
    ["darwin", ["cmd", "option", "w"]],
    ["darwin", ["cmd+shift+w"]],
  ])("%s %j", (platform, chord) => expect(isRefused(platform, chord)).toBe(true));
});

describe("allowed", () => {
  test.each<[HotkeyPlatform, string[]]>([
    ["x11", ["ctrl+c"]],
    ["x11", ["alt+tab"]],
    // The kernel hears SysRq from the keyboard alone, and desktops take a picture of a window with it.
    ["x11", ["alt+printscreen"]],
    ["x11", ["alt", "SysRq", "b"]],
    ["x11", ["ctrl+escape"]],
    ["x11", ["ctrl+end"]],
    ["x11", ["meta+e"]],
    ["x11", ["f4"]],
    ["x11", ["alt"]],
    ["x11", ["ctrl+alt"]],
    ["x11", ["ctrl+delete"]],
    ["x11", ["l"]],
    ["darwin", ["ctrl+q"]],
    ["darwin", ["cmd+w"]],
  ])("%s %j", (platform, chord) => expect(isRefused(platform, chord)).toBe(false));
});

test("the user can allow a refused chord in any spelling, and refuse others", () => {
  const policy = new HotkeyPolicy({ platform: "x11", allow: ["F4+Alt"], refuse: ["ctrl+w"] });
  expect(() => policy.check(parseChord(["alt+f4"]))).not.toThrow();
  expect(() => policy.check(parseChord(["ctrl+alt+f4"]))).toThrow("ctrl+alt+f4");
  expect(() => policy.check(parseChord(["Control", "W"]))).toThrow("ctrl+w");
  expect(policy.refused).toContain("ctrl+w");
});
