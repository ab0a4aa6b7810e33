import { describe, expect, test } from "bun:test";
import { GuiAgentError } from "../../src/core/errors.ts";
import type { Rect } from "../../src/core/geometry.ts";
import { assertNotInUse } from "../../src/desktop/darwin/input-in-use.ts";
import { assertInputPermitted, darwinPermissions } from "../../src/desktop/darwin/permissions.ts";
import { parseProcesses, responsibleProgram } from "../../src/desktop/darwin/responsible-program.ts";
import { assertUnlocked } from "../../src/desktop/darwin/screen-lock.ts";
import { createFrame, type Frame } from "../../src/imaging/frame.ts";
import { FakeMac } from "../support/darwin/fake-mac.ts";
import { thrownBy } from "../support/thrown.ts";

function ready(): FakeMac {
  const mac = new FakeMac();
  const size = { width: 1440, height: 900 };
  mac.graphics.displays = [{ id: 1, x: 0, y: 0, ...size, pixels: { width: 2880, height: 1800 } }];
  return mac;
}

/** The table of processes as `ps` prints it, with this one started by the terminal of an editor. */
const table = (own: number) => `
    1     0 /sbin/launchd
  200     1 /Applications/Visual Studio Code.app/Contents/MacOS/Electron
  210   200 /Applications/Visual Studio Code.app/Contents/Frameworks/Code Helper (Plugin).app/Contents/MacOS/Code Helper (Plugin)
  220   210 -zsh
  300     1 /usr/sbin/sshd
  310   300 -zsh
  320   310 /usr/local/bin/gui-agent
${own} 220 /usr/local/bin/gui-agent`;

const permissionsOf = (mac: FakeMac, processes = async () => parseProcesses(table(process.pid))) =>
  darwinPermissions({
    ...{ graphics: mac.graphics.functions, services: mac.services.functions, objects: mac.objects },
    capture: () => Promise.reject(new Error("The user would be asked.")),
    processes,
  });

/** The finding about screenshots of who tries one, and the areas that were captured. */
async function tried(mac: FakeMac, capture: () => Promise<Frame>) {
  const areas: Rect[] = [];
  const parts = {
    ...{ graphics: mac.graphics.functions, services: mac.services.functions, objects: mac.objects },
    capture: (area: Rect) => {
      areas.push(area);
      return capture();
    },
    processes: async () => parseProcesses(table(process.pid)),
  };
  const found = await darwinPermissions(parts, { byTrial: true });
  return { areas, finding: found.find(({ name }) => name === "Screen recording") };
}

describe("permissions", () => {
  test("that are all granted have nothing to mend", async () => {
    using mac = ready();
    const found = await permissionsOf(mac);
    expect(found.map(({ state, remedy }) => [state, remedy])).toEqual(Array(4).fill(["granted", ""]));
    expect(found[0]?.detail).toContain("1440×900 @2x");
  });

  test.each<[string, string, (mac: FakeMac) => unknown]>([
    [
      "Screen recording",
      "Screen & System Audio Recording",
      (mac) => Object.assign(mac.graphics, { mayCapture: false }),
    ],
    ["Accessibility", "Accessibility", (mac) => Object.assign(mac.graphics, { mayPost: false })],
    ["Accessibility", "Accessibility", (mac) => Object.assign(mac.services, { isTrusted: false })],
  ])("%s that is missing names the program to allow and where", async (name, pane, change) => {
    using mac = ready();
    change(mac);
    const missing = (await permissionsOf(mac)).filter(({ state }) => state !== "granted");
    expect(missing).toMatchObject([{ name, state: "missing" }]);
    expect(missing[0]?.remedy).toContain("/Applications/Visual Studio Code.app under");
    expect(missing[0]?.remedy).toMatch(new RegExp(`→ ${pane}(?:,| \\()`));
  });

  describe("to see the screen, when it is tried,", () => {
    const frame = async () => createFrame(2, 2);

    test("is there once a small picture was taken", async () => {
      using mac = ready();
      const { areas, finding } = await tried(mac, frame);
      expect(areas).toEqual([{ x: 0, y: 0, width: 2, height: 2 }]);
      expect(finding).toMatchObject({ state: "granted", remedy: "" });
      expect(finding?.detail).toContain("private window picker");
    });

    test("is missing where there is no picture, whatever macOS says, with the program to allow", async () => {
      using mac = ready();
      const { finding } = await tried(mac, () =>
        Promise.reject(new GuiAgentError("display_unavailable", "No picture.", { remedy: "Try again." })),
      );
      expect(finding).toMatchObject({ state: "missing", detail: "No picture." });
      expect(finding?.remedy).toMatch(/^Try again\. .*Visual Studio Code\.app under/);
    });

    test("is missing, without a try, where macOS says so", async () => {
      using mac = ready();
      mac.graphics.mayCapture = false;
      const { areas, finding } = await tried(mac, frame);
      expect([areas, finding?.state]).toEqual([[], "missing"]);
    });
  });

  test("are told also where there is no session and no table of processes", async () => {
    using mac = new FakeMac();
    mac.graphics.session = undefined;
    mac.graphics.mayCapture = false;
    const found = await permissionsOf(mac, () => Promise.reject(new Error("There is no ps.")));
    expect(found.map(({ state }) => state)).toEqual(["missing", "missing", "missing", "granted"]);
    expect(found.filter(({ state, remedy }) => state === "missing" && remedy === "")).toEqual([]);
  });

  test("input that macOS would drop is refused", async () => {
    using mac = ready();
    expect(() => assertInputPermitted(mac.graphics.functions)).not.toThrow();
    mac.graphics.mayPost = false;
    const error = await thrownBy(() => assertInputPermitted(mac.graphics.functions));
    expect(error).toMatchObject({ code: "permission_denied" });
  });
});

describe("the program that macOS asks about", () => {
  const processes = parseProcesses(table(400));

  test.each([
    ["the application around shells and helpers", 400, "/Applications/Visual Studio Code.app"],
    ["the process itself where there is none", 320, "/usr/local/bin/gui-agent"],
    ["nothing for a process that is gone", 999, undefined],
  ])("is %s", (_, pid, expected) => {
    expect(responsibleProgram(processes, pid)).toBe(expected);
  });

  test("is found also where processes name each other as parents", () => {
    const circle = parseProcesses("5 6 /bin/a\n6 5 /bin/b");
    expect(responsibleProgram(circle, 5)).toBe("/bin/a");
  });
});

describe("the screen", () => {
  test.each([
    ["unlocked", { kCGSSessionOnConsoleKey: true }, undefined],
    ["locked", { kCGSSessionOnConsoleKey: true, CGSSessionScreenIsLocked: true }, "screen_locked"],
    ["another user's", { kCGSSessionOnConsoleKey: false }, "screen_locked"],
    ["not there", undefined, "display_unavailable"],
  ])("that is %s is told", async (_, session, code) => {
    using mac = ready();
    mac.graphics.session = session;
    const check = () => assertUnlocked(mac.graphics.functions, mac.objects);
    if (code === undefined) expect(check).not.toThrow();
    else expect(await thrownBy(check)).toMatchObject({ code });
  });
});

describe("a screen saver", () => {
  const inFront = (name: string, layer: number) => [
    { kCGWindowOwnerName: name, kCGWindowLayer: layer, kCGWindowIsOnscreen: true },
  ];

  test.each(["ScreenSaverEngine", "legacyScreenSaver"])(
    "of the program %s keeps input away",
    async (name) => {
      using mac = ready();
      mac.graphics.windows = inFront(name, 1001);
      const check = () => assertUnlocked(mac.graphics.functions, mac.objects);
      expect(await thrownBy(check)).toMatchObject({ code: "screen_locked" });
    },
  );

  test.each([
    ["Overlay", 1001],
    ["Screen Saver Settings", 0],
  ])("is not a window of %s at level %i", (name, layer) => {
    using mac = ready();
    mac.graphics.windows = inFront(name, layer);
    expect(() => assertUnlocked(mac.graphics.functions, mac.objects)).not.toThrow();
  });
});

describe("input of somebody else", () => {
  const check = (mac: FakeMac) => assertNotInUse(mac.graphics.functions, mac.held, mac.clock);

  test.each([
    ["Command and Shift", 0x12_0000],
    ["Option", 0x8_0000],
    ["Control", 0x4_0000],
  ])("%s that stays down is named", async (names, flags) => {
    using mac = ready();
    mac.graphics.flagsState = flags;
    const error = await thrownBy(() => check(mac));
    expect(error.code).toBe("keyboard_in_use");
    for (const name of names.split(" and ")) expect(error.message).toContain(name);
  });

  test("a button that stays down is named", async () => {
    using mac = ready();
    mac.graphics.buttonsDown.add(1);
    expect(await thrownBy(() => check(mac))).toMatchObject({
      code: "pointer_in_use",
      message: expect.stringContaining("right"),
    });
  });

  test("is waited for", async () => {
    using mac = ready();
    mac.graphics.flagsState = 0x2_0000;
    const checked = check(mac);
    mac.graphics.flagsState = 0;
    await checked;
  });

  test("is not what we hold ourselves, nor Caps Lock", async () => {
    using mac = ready();
    await mac.mouse.pressButton(0);
    mac.held.keyDown(0x38);
    mac.graphics.flagsState = 0x2_0000 | 0x1_0000;
    mac.graphics.buttonsDown.add(0);
    await check(mac);
  });
});
