import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseChord } from "../../src/core/keys.ts";
import type { Handle } from "../../src/desktop/native/types.ts";
import { guiThreadInfo } from "../../src/desktop/win32/api/user32-windows.ts";
import { savingOf, standardFormat, standardName } from "../../src/desktop/win32/clipboard/formats.ts";
import {
  belongsTo,
  type FocusFunctions,
  findPasteTarget,
} from "../../src/desktop/win32/clipboard/paste-target.ts";
import { decodeText, encodeText } from "../../src/desktop/win32/clipboard/text.ts";

describe("text on the clipboard of Windows", () => {
  test("is UTF-16 with CR LF at the ends of lines and a zero at its own", () => {
    expect([...encodeText("ü\n😀")]).toEqual([0xfc, 0, 13, 0, 10, 0, 0x3d, 0xd8, 0, 0xde, 0, 0]);
    expect(encodeText("a\r\nb\rc\nd")).toEqual(encodeText("a\nb\nc\nd"));
  });

  test("is read as it was written", () => {
    const text = fc.string({ unit: "grapheme" }).map((any) => any.replaceAll(/[\0\r]/g, "\n"));
    fc.assert(fc.property(text, (any) => decodeText(encodeText(any)) === any));
  });

  test("ends at the zero, or with the memory", () => {
    expect(decodeText(new Uint8Array([97, 0, 0, 0, 98, 0]))).toBe("a");
    expect(decodeText(new Uint8Array([97, 0, 98, 0, 99]))).toBe("ab");
    expect(decodeText(new Uint8Array())).toBe("");
  });
});

describe("a format of the clipboard", () => {
  test.each([
    { name: "HTML Format", format: 0xc001, how: "memory" },
    { name: "CF_HDROP", format: standardFormat.CF_HDROP, how: "memory" },
    { name: "CF_LOCALE", format: standardFormat.CF_LOCALE, how: "memory" },
    { name: "CF_DSPTEXT", format: standardFormat.CF_DSPTEXT, how: "memory" },
    { name: "CF_ENHMETAFILE", format: standardFormat.CF_ENHMETAFILE, how: "metafile" },
    { name: "CF_BITMAP", format: standardFormat.CF_BITMAP, how: "not" },
    { name: "CF_METAFILEPICT", format: standardFormat.CF_METAFILEPICT, how: "not" },
    { name: "CF_OWNERDISPLAY", format: standardFormat.CF_OWNERDISPLAY, how: "not" },
    { name: "0x0200", format: 0x200, how: "not" },
    { name: "0x03ff", format: 0x3ff, how: "not" },
    { name: "DataObject", format: 0xc002, how: "not" },
    { name: "FileContents", format: 0xc003, how: "impossible" },
    { name: "filecontents", format: 0xc003, how: "impossible" },
  ] as const)("$name is saved: $how", ({ name, format, how }) => {
    expect(savingOf(format, name, new Map([[format, name]])).how).toBe(how);
  });

  test.each(["FileContents", "FileGroupDescriptorW", "FileGroupDescriptor"])(
    "%s can be missed where the files are there by their paths",
    (name) => {
      const all = new Map<number, string>([
        [0xc003, name],
        [standardFormat.CF_HDROP, "CF_HDROP"],
      ]);
      expect(savingOf(0xc003, name, all).how).toBe("not");
      expect(savingOf(standardFormat.CF_HDROP, "CF_HDROP", all).how).toBe("memory");
    },
  );

  test("is called what the documentation calls it, or its number", () => {
    expect([13, 0x8e, 0x200, 99].map(standardName)).toEqual([
      "CF_UNICODETEXT",
      "CF_DSPENHMETAFILE",
      "0x0200",
      "0x0063",
    ]);
  });
});

describe("what would paste now", () => {
  /** A desktop with a window of a class, of a process, and a control in it. */
  function desktop(rootClass: string, controlClass: string): FocusFunctions {
    const [root, control, other] = [10, 11, 20] as const;
    const classes = new Map<Handle, string>([
      [root, rootClass],
      [control, controlClass],
      [other, "Other"],
    ]);
    return {
      GetGUIThreadInfo: (_thread, memory) => {
        const info = {
          ...guiThreadInfo.decode(memory ?? new Uint8Array()),
          hwndActive: root,
          hwndFocus: control,
        };
        memory?.set(guiThreadInfo.encode(info));
        return 1;
      },
      GetAncestor: () => root,
      GetForegroundWindow: () => root,
      GetClassNameW: (window, memory) => {
        const name = classes.get(window) ?? "";
        memory?.set(Buffer.from(name, "utf16le"));
        return name.length;
      },
      GetWindowThreadProcessId: (window, memory) => {
        memory?.set([window === other ? 2 : 1]);
        return 1;
      },
    };
  }

  test.each([
    ["Notepad", "Edit", ["ctrl", "v"], false],
    ["ConsoleWindowClass", "", ["ctrl", "v"], false],
    ["CASCADIA_HOSTING_WINDOW_CLASS", "Windows.UI.Input.InputSite.WindowClass", ["ctrl", "v"], false],
    ["mintty", "", ["shift", "insert"], false],
    ["PuTTY", "", ["shift", "insert"], false],
    ["VirtualConsoleClass", "VirtualConsoleClassBack", ["shift", "insert"], false],
    ["org.wezfurlong.wezterm", "", ["ctrl", "shift", "v"], false],
    ["Chrome_WidgetWin_1", "Chrome_RenderWidgetHostHWND", ["ctrl", "v"], true],
    ["Host", "Chrome_WidgetWin_0", ["ctrl", "v"], true],
    ["MozillaWindowClass", "MozillaWindowClass", ["ctrl", "v"], true],
  ])("%s", (root, control, keys, isBrowser) => {
    const target = findPasteTarget(desktop(root, control));
    expect(target).toMatchObject({ keys: parseChord(keys), isBrowser });
  });

  test("is a program with all its windows, and no other", () => {
    const functions = desktop("Notepad", "Edit");
    const { windows } = findPasteTarget(functions);
    expect(windows).toEqual([11, 10]);
    expect([10, 11, 12, 20].map((window) => belongsTo(functions, windows, window))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
