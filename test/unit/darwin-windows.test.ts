import { describe, expect, test } from "bun:test";
import { Accessibility } from "../../src/desktop/darwin/windows/accessibility.ts";
import { DarwinWindows } from "../../src/desktop/darwin/windows/windows.ts";
import { WindowService } from "../../src/desktop/windows.ts";
import { FakeMac } from "../support/darwin/fake-mac.ts";
import { FakeElement } from "../support/darwin/fake-services.ts";
import { thrownBy } from "../support/thrown.ts";

interface Shown {
  readonly id: number;
  readonly pid: number;
  readonly place: readonly [x: number, y: number, width: number, height: number];
  readonly title?: string;
  readonly layer?: number;
  readonly alpha?: number;
  readonly isHidden?: boolean;
}

/** A window as the window server lists it. */
const record = ({ id, pid, place: [X, Y, Width, Height], title, layer = 0, alpha = 1, isHidden }: Shown) => ({
  ...{ kCGWindowNumber: id, kCGWindowOwnerPID: pid, kCGWindowLayer: layer, kCGWindowAlpha: alpha },
  ...{ kCGWindowOwnerName: `App ${pid}`, kCGWindowBounds: { X, Y, Width, Height } },
  ...(title === undefined ? {} : { kCGWindowName: title }),
  ...(isHidden === true ? {} : { kCGWindowIsOnscreen: true }),
});

/** The same for accessibility. */
const element = (
  [x, y, width, height]: Shown["place"],
  title: string,
  more: ConstructorParameters<typeof FakeElement>[0] = {},
) => new FakeElement({ AXPosition: { x, y }, AXSize: { x: width, y: height }, AXTitle: title, ...more });

const places = {
  editor: [-500, 40, 400, 300],
  other: [0, 40, 400, 300],
  dialog: [-400, 100, 200, 100],
  minimised: [10, 10, 300, 200],
  far: [20, 20, 500, 400],
} as const satisfies Record<string, Shown["place"]>;

/** An editor in front with a dialog over its window, and a browser with a window on another Space. */
function desk() {
  const mac = new FakeMac();
  const dialog = element(places.dialog, "Save?", { AXModal: true });
  const editor = element(places.editor, "notes.txt");
  const minimised = element(places.minimised, "old.txt", { AXMinimized: true });
  const browser = element(places.other, "Page");
  mac.services.programs.set(
    10,
    new FakeElement({
      ...{ AXFrontmost: true, AXHidden: false, AXWindows: [dialog, editor, minimised] },
      ...{ AXFocusedWindow: dialog, AXMainWindow: editor },
    }),
  );
  mac.services.programs.set(
    20,
    new FakeElement({ AXFrontmost: false, AXHidden: false, AXWindows: [browser], AXFocusedWindow: browser }),
  );
  mac.graphics.windows = [
    record({ id: 1, pid: 99, place: [0, 0, 1440, 24], layer: 24, title: "Menubar" }),
    record({ id: 2, pid: 10, place: places.dialog, layer: 8 }),
    // A tip, of which the editor says nothing.
    record({ id: 3, pid: 10, place: [-450, 60, 180, 120], title: "Tip" }),
    record({ id: 4, pid: 10, place: places.editor, title: "notes.txt" }),
    record({ id: 5, pid: 20, place: places.other, title: "Page" }),
    record({ id: 6, pid: 20, place: [0, 0, 1, 1], alpha: 0 }),
    record({ id: 7, pid: 10, place: places.minimised, title: "old.txt", isHidden: true }),
    record({ id: 8, pid: 20, place: places.far, title: "Elsewhere", isHidden: true }),
    record({ id: 9, pid: 20, place: [0, 0, 500, 500], isHidden: true }),
  ];
  const accessibility = new Accessibility(mac.services.functions, mac.objects, mac.foundation);
  return {
    mac,
    windows: new DarwinWindows(mac.graphics.functions, mac.objects, accessibility),
    editor,
    minimised,
  };
}

describe("the list", () => {
  test("has the windows of programs from front to back, and nothing else", async () => {
    const { mac, windows } = desk();
    using _mac = mac;
    const list = await windows.list();
    expect(list.map(({ id, title }) => [id, title])).toEqual([
      ["2", "Save?"],
      ["4", "notes.txt"],
      ["5", "Page"],
      ["7", "old.txt"],
      ["8", "Elsewhere"],
    ]);
  });

  test("tells how each stands", async () => {
    const { mac, windows } = desk();
    using _mac = mac;
    const [dialog, editor, browser, minimised, far] = await windows.list();
    const [x, y, width, height] = places.editor;
    expect(dialog).toMatchObject({ isActive: true, isModal: true, ownerId: "4", staysOnTop: true, pid: 10 });
    expect(editor).toMatchObject({ isActive: false, bounds: { x, y, width, height }, app: "App 10" });
    expect(browser).toMatchObject({ isActive: false, isMinimized: false, isOnOtherWorkspace: false });
    expect(minimised).toMatchObject({ isMinimized: true, isOnOtherWorkspace: false });
    expect(far).toMatchObject({ isMinimized: false, isOnOtherWorkspace: true });
  });

  test("tells two windows at one place apart by their titles", async () => {
    const { mac, windows } = desk();
    using _mac = mac;
    const titles = ["one", "two"];
    mac.graphics.windows = titles.map((title, index) =>
      record({ id: index + 1, pid: 20, place: places.far, title }),
    );
    const elements = titles.map((title) => element(places.far, title)).toReversed();
    mac.services.programs.set(20, new FakeElement({ AXWindows: elements }));
    const list = await windows.list();
    expect(list.map(({ id, title }) => `${id} ${title}`)).toEqual(["1 one", "2 two"]);
  });

  test("has the windows of a program that does not answer as the window server knows them", async () => {
    const { mac, windows } = desk();
    using _mac = mac;
    mac.services.programs.delete(20);
    const list = await windows.list();
    expect(list.filter(({ pid }) => pid === 20)).toMatchObject([{ id: "5", title: "Page" }]);
  });

  test("asks a program that hangs once alone", async () => {
    const { mac, windows } = desk();
    using _mac = mac;
    const program = mac.services.programs.get(20) ?? new FakeElement();
    program.isSilent = true;
    const list = await windows.list();
    expect(list.filter(({ pid }) => pid === 20)).toMatchObject([{ id: "5", isActive: false }]);
    expect(program.questions).toBe(1);
  });

  test("shows windows that are hidden with their program as minimised", async () => {
    const { mac, windows } = desk();
    using _mac = mac;
    const program = mac.services.programs.get(10);
    if (program !== undefined) program.attributes.AXHidden = true;
    const list = await windows.list();
    expect(list.filter(({ pid }) => pid === 10).every(({ isMinimized }) => isMinimized)).toBe(true);
  });

  test.each(["list", "activate", "hasKeyboard"] as const)("%s needs the permission", async (method) => {
    const { mac, windows } = desk();
    using _mac = mac;
    mac.services.isTrusted = false;
    const error = await thrownBy(() => windows[method]("4"));
    expect(error).toMatchObject({ code: "permission_denied" });
    expect(error.remedy).toContain("Accessibility");
  });
});

describe("activating", () => {
  test("raises the window and brings its program forward", async () => {
    const { mac, windows, editor } = desk();
    using _mac = mac;
    await windows.activate("4");
    expect(editor.asked).toEqual(["AXMain=true", "AXRaise"]);
    expect(mac.services.programs.get(10)?.asked).toEqual(["AXFrontmost=true"]);
  });

  test("restores a window that is minimised, and a program that is hidden", async () => {
    const { mac, windows, minimised } = desk();
    using _mac = mac;
    const program = mac.services.programs.get(10);
    if (program !== undefined) program.attributes.AXHidden = true;
    await windows.activate("7");
    expect(minimised.asked).toEqual(["AXMinimized=false", "AXMain=true", "AXRaise"]);
    expect(program?.asked).toEqual(["AXHidden=false", "AXFrontmost=true"]);
  });

  test.each(["8", "12345"])("window %s, which no element stands for, is left to its program", async (id) => {
    const { mac, windows } = desk();
    using _mac = mac;
    await windows.activate(id);
    expect(mac.services.programs.get(20)?.asked).toEqual(id === "8" ? ["AXFrontmost=true"] : []);
  });

  test("a window behind a modal dialog reaches the dialog", async () => {
    const { mac, windows } = desk();
    using _mac = mac;
    const { signal } = new AbortController();
    const { window } = await new WindowService(windows, mac.clock).focus({ title: "notes" }, signal);
    expect(window.title).toBe("Save?");
  });
});

describe("the keyboard", () => {
  test.each<[boolean, string, (mac: FakeMac) => void]>([
    [true, "a window in front has it", () => undefined],
    [
      true,
      "a panel of a program in the background has it",
      (mac) => {
        mac.services.programs.clear();
        mac.services.systemWide = new FakeElement({ AXFocusedUIElement: new FakeElement() });
      },
    ],
    [false, "no program is in front", (mac) => mac.services.programs.clear()],
    [
      false,
      "the one in front has no window",
      (mac) => mac.services.programs.set(10, new FakeElement({ AXFrontmost: true, AXWindows: [] })),
    ],
  ])("%j where %s", async (expected, _, change) => {
    const { mac, windows } = desk();
    using _mac = mac;
    change(mac);
    expect(await windows.hasKeyboard()).toBe(expected);
  });
});
