import { describe, expect, test } from "bun:test";
import { assertNotInUse } from "../../src/desktop/win32/input-in-use.ts";
import { assertTakesInput } from "../../src/desktop/win32/integrity.ts";
import { win32Permissions } from "../../src/desktop/win32/permissions.ts";
import { assertUnlocked } from "../../src/desktop/win32/screen-lock.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { thrownBy } from "../support/thrown.ts";
import { type FakeSession, fakeSession } from "../support/win32/fake-session.ts";

// With functions of ours in place of Windows': Wine locks no screen and asks for nobody's consent, and all
// of its programs have the same rights.
const usual = { level: 0x2000 };
const administrator = { level: 0x3000 };
const locked = { shown: undefined, lockFlags: 0 };
const asking = { shown: undefined, lockFlags: 1 };
const editor = "C:\\Windows\\regedit.exe";

const permissionsOf = (session: FakeSession) =>
  win32Permissions({
    api: fakeSession(session),
    describeDisplays: async () => "One.",
    probeCapture: async () => undefined,
  });

describe("the screen", () => {
  test.each<[string, FakeSession]>([
    ["is the desktop of programs", {}],
    ["is so in other letters", { shown: "default" }],
    ["is shown through Remote Desktop", { isRemote: true }],
    ["is not locked", { lockFlags: 1 }],
    ["may be locked for all that Windows tells", { lockFlags: -1 }],
  ])("may be changed while it %s", (_case, session) => {
    expect(() => assertUnlocked(fakeSession(session))).not.toThrow();
  });

  test.each<[string, FakeSession, string, string]>([
    ["is locked", locked, "screen_locked", "The screen is locked"],
    ["shows a picture, locked", { shown: "Default", lockFlags: 0 }, "screen_locked", "The screen is locked"],
    ["is locked, by name", { shown: "Winlogon", lockFlags: 0 }, "screen_locked", "The screen is locked"],
    [
      "has a screen saver with a password",
      { shown: "Screen-saver" },
      "screen_locked",
      "The screen is locked",
    ],
    ["has one without", { isScreenSaverRunning: true }, "screen_locked", "A screen saver is running"],
    ["asks for consent", asking, "permission_denied", "UAC"],
    ["asks for consent, by name", { shown: "Winlogon", lockFlags: 1 }, "permission_denied", "UAC"],
    ["is not for us, for whatever reason", { shown: undefined }, "screen_locked", "UAC"],
    ["shows the desktop of another program", { shown: "Kiosk" }, "permission_denied", '"Kiosk"'],
    ["was left by its user", { isDisconnected: true }, "display_unavailable", "disconnected"],
    ["is that of a service", { station: "Service-0x0-3e7$" }, "display_unavailable", "as a service"],
  ])("may not while it %s", async (_case, session, code, words) => {
    const error = await thrownBy(async () => assertUnlocked(fakeSession(session)));
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
  });
});

describe("a window", () => {
  const takesInput = (session: FakeSession) => () => assertTakesInput(fakeSession(session), 5);

  test.each<[string, FakeSession]>([
    ["of a program like us", { own: usual, inFront: { ...usual, path: editor } }],
    ["of one with fewer rights", { own: usual, inFront: { level: 0x1000, path: editor } }],
    ["of an administrator, as one", { own: administrator, inFront: { ...administrator, path: editor } }],
    [
      "of an administrator, as an aid for disabled people",
      { own: { ...usual, hasUiAccess: true }, inFront: { ...administrator, path: editor } },
    ],
    ["that has closed", { own: usual }],
    ["of a program that has ended", { own: usual, inFront: { ...usual, path: editor, failure: 87 } }],
    [
      "of another account, as an administrator",
      { own: administrator, inFront: { ...usual, path: editor, failure: 5 } },
    ],
  ])("%s takes our input", (_case, session) => {
    expect(takesInput(session)).not.toThrow();
  });

  test.each<[string, FakeSession]>([
    ["of an administrator", { own: usual, inFront: { ...administrator, path: editor } }],
    ["whose rights are not shown", { own: usual, inFront: { ...usual, path: editor, isTokenClosed: true } }],
    [
      "of Windows itself, as an administrator",
      { own: administrator, inFront: { level: 0x4000, path: editor } },
    ],
  ])("%s does not", async (_case, session) => {
    expect(await thrownBy(async () => takesInput(session)())).toMatchObject({
      code: "permission_denied",
      message: expect.stringContaining("regedit (process 5)"),
      remedy: expect.stringContaining("administrator"),
    });
  });
});

test("a window of a program that may not be looked at takes none of our input either", async () => {
  const session = { own: usual, inFront: { ...usual, path: editor, failure: 5 } };
  expect(await thrownBy(async () => assertTakesInput(fakeSession(session), 5))).toMatchObject({
    code: "permission_denied",
    message: expect.stringContaining("(process 5) of Windows itself or of another account"),
    remedy: expect.stringContaining("by hand"),
  });
});

describe("what a person is told", () => {
  test("is that nothing is missing where all is well", async () => {
    const permissions = await permissionsOf({ own: usual });
    expect(permissions.map(({ name, state, remedy }) => ({ name, state, remedy }))).toEqual(
      ["Session", "Screen lock", "Displays", "Screen capture", "Elevated programs"].map((name) => ({
        name,
        state: "granted",
        remedy: "",
      })),
    );
  });

  test.each<[string, FakeSession, string]>([
    ["the lock", locked, "Screen lock"],
    ["a request for consent", asking, "Screen lock"],
    ["a session without a screen", { station: "Service-0x0-3e7$" }, "Session"],
    [
      "a program of an administrator",
      { own: usual, inFront: { ...administrator, path: editor } },
      "Elevated programs",
    ],
    [
      "a request for consent among the windows",
      { own: usual, inFront: { ...usual, path: editor, failure: 5 } },
      "Elevated programs",
    ],
  ])("is %s, with what to do", async (_case, session, name) => {
    const found = (await permissionsOf(session)).find((permission) => permission.name === name);
    expect(found).toMatchObject({ state: "missing", remedy: expect.stringMatching(/\.$/) });
  });
});

describe("keys and buttons that somebody holds", () => {
  /** A keyboard and mouse on which the given virtual keys are down, for a while. */
  const holding = (down: readonly number[], clock: ManualClock, untilMs = Number.POSITIVE_INFINITY) => ({
    GetAsyncKeyState: (key: number) => (down.includes(key) && clock.now() < untilMs ? -0x8000 : 0),
  });

  test.each<[string, readonly number[], string, string]>([
    ["Shift", [0x10], "keyboard_in_use", "Shift is held"],
    ["the Windows key", [0x5c], "keyboard_in_use", "The Windows key is held"],
    ["a button", [0x02], "pointer_in_use", "right mouse button"],
  ])("keep us from acting: %s", async (_case, down, code, words) => {
    const clock = new ManualClock();
    const refused = thrownBy(() => assertNotInUse(holding(down, clock), new Set(), clock));
    await clock.advance(5_000);
    expect(await refused).toMatchObject({ code, message: expect.stringContaining(words) });
  });

  test("do not once they are let go of", async () => {
    const clock = new ManualClock();
    const ready = assertNotInUse(holding([0x11], clock, 500), new Set(), clock);
    await clock.advance(5_000);
    expect(await ready).toBeUndefined();
  });

  test("do not where they are ours", async () => {
    const clock = new ManualClock();
    expect(await assertNotInUse(holding([0x01], clock), new Set([0x01]), clock)).toBeUndefined();
  });
});
