import { describe, expect, test } from "bun:test";
import koffi from "koffi";
import { win32Windows } from "../../src/desktop/win32/windows/windows.ts";
import { type FakeDesktop, type FakeWindow, fakeWindows } from "../support/win32/fake-windows.ts";

// With functions of ours in place of Windows': other virtual desktops, apps of the Store and transparent
// borders are not in Wine.
const rect = { x: 100, y: 100, width: 400, height: 300 };

function windowsOf(desktop: FakeDesktop) {
  return win32Windows(fakeWindows(desktop), () => desktop.windows.map(({ handle }) => handle));
}

async function listed(window: Partial<FakeWindow>, desktop: Partial<FakeDesktop> = {}) {
  const [first] = await windowsOf({
    windows: [{ handle: 0x10, rect, pid: 7, ...window }],
    programs: { 7: "C:\\Program Files\\Writer\\Write.exe" },
    ...desktop,
  }).list();
  return first;
}

describe("the list of windows", () => {
  test("tells what is known of a window", async () => {
    expect(await listed({ title: "Straße 中文", extendedStyle: 8 }, { foreground: 0x10 })).toEqual({
      id: "0x10",
      title: "Straße 中文",
      app: "Write",
      pid: 7,
      bounds: rect,
      isActive: true,
      isMinimized: false,
      isOnOtherWorkspace: false,
      staysOnTop: true,
      ownerId: undefined,
      isModal: false,
    });
  });

  test("measures what can be seen, not the transparent border", async () => {
    const visible = { x: 107, y: 100, width: 386, height: 293 };
    expect(await listed({ visible })).toMatchObject({ bounds: visible });
  });

  test.each<[string, Partial<FakeWindow>]>([
    ["is hidden", { isHidden: true }],
    ["is the desktop", { className: "Progman" }],
    ["is a taskbar", { className: "Shell_TrayWnd" }],
    ["is a menu", { className: "#32768" }],
    ["is a floating tool", { extendedStyle: 0x80 }],
    ["never takes the keyboard", { extendedStyle: 0x800_0000 }],
    ["has no size", { rect: { ...rect, width: 0 } }],
    ["its own program hides", { cloaked: 1 }],
    ["is kept for an app that was closed", { cloaked: 2, className: "ApplicationFrameWindow" }],
  ])("leaves out what %s", async (_case, window) => {
    expect(await listed(window)).toBeUndefined();
  });

  test("has a tool that asks to be in the taskbar", async () => {
    expect(await listed({ extendedStyle: 0x80 | 0x4_0000 })).toBeDefined();
  });

  test("knows windows of other virtual desktops", async () => {
    expect(await listed({ cloaked: 2 })).toMatchObject({ isOnOtherWorkspace: true });
  });

  test("names the app in a frame, not the program that draws the frame", async () => {
    const frame = { handle: 0x10, rect, className: "ApplicationFrameWindow", pid: 7 };
    const [first] = await windowsOf({
      windows: [
        { ...frame, children: { "Windows.UI.Core.CoreWindow": 0x20 } },
        { handle: 0x20, pid: 9 },
      ],
      programs: { 7: "C:\\Windows\\ApplicationFrameHost.exe", 9: "C:\\Apps\\CalculatorApp.exe" },
    }).list();
    expect(first).toMatchObject({ app: "CalculatorApp", pid: 9 });
  });

  test("names the app of a minimised frame, whose window is outside of it", async () => {
    const core = "Windows.UI.Core.CoreWindow";
    const frame = { handle: 0x10, rect, className: "ApplicationFrameWindow", pid: 7, cloaked: 2 };
    const found = await windowsOf({
      windows: [
        { ...frame, title: "Calculator", isMinimized: true },
        { handle: 0x20, rect, className: core, title: "Settings", pid: 8, cloaked: 2 },
        { handle: 0x21, rect, className: core, title: "Calculator", pid: 9, cloaked: 2 },
      ],
      programs: { 7: "C:\\Windows\\ApplicationFrameHost.exe", 9: "C:\\Apps\\CalculatorApp.exe" },
    }).list();
    expect(found).toMatchObject([{ title: "Calculator", app: "CalculatorApp", pid: 9, isMinimized: true }]);
  });

  test("has no name for a program that may not be looked at", async () => {
    expect(await listed({}, { programs: {} })).toMatchObject({ app: "", pid: 7 });
  });

  test.each([
    ["modal while its owner takes no input", true, true],
    ["not modal otherwise", false, false],
  ])("calls a dialog %s", async (_case, isDisabled, isModal) => {
    const windows = [
      { handle: 0x20, rect, owner: 0x10 },
      { handle: 0x10, rect, isDisabled },
    ];
    const [dialog] = await windowsOf({ windows }).list();
    expect(dialog).toMatchObject({ ownerId: "0x10", isModal });
  });

  describe("of a minimised window", () => {
    const workArea = { x: 60, y: 40, width: 1860, height: 1040 };

    test("tells where it was, on a screen whose taskbar is at the left and at the top", async () => {
      expect(await listed({ isMinimized: true }, { workArea })).toMatchObject({
        isMinimized: true,
        bounds: { ...rect, x: rect.x + 60, y: rect.y + 40 },
      });
    });

    test("tells that it filled the screen", async () => {
      expect(await listed({ isMinimized: true, placementFlags: 2 }, { workArea })).toMatchObject({
        bounds: workArea,
      });
    });
  });
});

/** koffi numbers the types that have no name. */
const numberOfNextType = (): number => Number(koffi.proto("int", []).name.replaceAll(/\D/g, ""));

test("looking at the windows again and again makes no types, which koffi would keep for ever", async () => {
  const windows = win32Windows(fakeWindows({ windows: [] }));
  const [first, second] = [numberOfNextType(), numberOfNextType()];
  await windows.list();
  expect(numberOfNextType() - second).toBe(second - first);
});

describe("bringing a window to the front", () => {
  test.each([
    ["sends an input that does nothing before", false, ["input", "front 16", "raise 16 below 0"]],
    ["restores one that is minimised", true, ["show 16 9", "input", "front 16", "raise 16 below 0"]],
  ])("%s", async (_case, isMinimized, expected) => {
    const calls: string[] = [];
    await windowsOf({ windows: [{ handle: 0x10, isMinimized }], calls }).activate("0x10");
    expect(calls).toEqual(expected);
  });

  test("does nothing with what is no id", async () => {
    const calls: string[] = [];
    await windowsOf({ windows: [], calls }).activate("notepad");
    expect(calls).toEqual([]);
  });
});

describe("the keyboard", () => {
  const field = { handle: 0x30, className: "Edit" };

  test.each<[string, FakeDesktop, boolean]>([
    ["is with a program", { windows: [{ handle: 0x10 }], foreground: 0x10 }, true],
    ["is with nobody", { windows: [{ handle: 0x10 }] }, false],
    [
      "is with the icons of the desktop",
      { windows: [{ handle: 0x10, className: "Progman" }], foreground: 0x10 },
      false,
    ],
    [
      "is with what is behind everything",
      { windows: [{ handle: 0x10, className: "#32769" }], foreground: 0x10 },
      false,
    ],
    [
      "is with the name of a file on the desktop",
      { windows: [{ handle: 0x10, className: "WorkerW", focus: 0x30 }, field], foreground: 0x10 },
      true,
    ],
  ])("%s", async (_case, desktop, isWithProgram) => {
    expect(await windowsOf(desktop).hasKeyboard()).toBe(isWithProgram);
  });
});
