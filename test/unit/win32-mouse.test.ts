import { describe, expect, test } from "bun:test";
import { point } from "../../src/desktop/win32/api/user32-windows.ts";
import type { InputEvent } from "../../src/desktop/win32/input-events.ts";
import { Win32Mouse } from "../../src/desktop/win32/mouse.ts";
import { Presses } from "../../src/desktop/win32/presses.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { thrownBy } from "../support/thrown.ts";
import { type FakeSession, fakeSession } from "../support/win32/fake-session.ts";

// With functions of ours in place of Windows': all programs under Wine have the same rights, and its screen
// is never locked.

/** Counts what is sent; takes nothing while the screen is locked. */
class FakeInput {
  isLocked: boolean = false;
  sent = 0;

  readonly api = {
    user32: {
      SendInput: (count: number) => {
        if (this.isLocked) return 0;
        this.sent += count;
        return count;
      },
    },
    kernel32: { GetLastError: () => 5 },
  };
}

/** A mouse over the window of the fake session's other program. */
function mouseOver(session: FakeSession) {
  const input = new FakeInput();
  const { user32, kernel32, advapi32 } = fakeSession(session);
  const pointing = {
    ...user32,
    GetSystemMetrics: () => 0,
    GetCursorPos: (memory: Uint8Array | null) => {
      memory?.set(point.encode({ x: -3, y: 7 }));
      return 1;
    },
    WindowFromPoint: ({ x, y }: { readonly x: number; readonly y: number }) => (x === -3 && y === 7 ? 6 : 0),
  };
  const api = { user32: pointing, kernel32, advapi32 };
  return { input, mouse: new Win32Mouse(api, new Presses(input.api), new ManualClock()) };
}

describe("over the window of a program with more rights", () => {
  const rights = { own: { level: 0x2000 }, inFront: { level: 0x3000, path: "C:\\Windows\\regedit.exe" } };

  test.each<[string, (mouse: Win32Mouse) => Promise<void>]>([
    ["a press", (mouse) => mouse.pressButton(0)],
    ["a click", (mouse) => mouse.rightClick()],
    ["the wheel", (mouse) => mouse.scrollDown(1)],
  ])("%s is refused, as Windows would drop it", async (_case, act) => {
    const { input, mouse } = mouseOver(rights);
    expect(await thrownBy(() => act(mouse))).toMatchObject({
      code: "permission_denied",
      message: expect.stringContaining("regedit"),
    });
    expect(input.sent).toBe(0);
  });

  test("a button that is down is let go of all the same", async () => {
    const { input, mouse } = mouseOver(rights);
    await mouse.releaseButton(0);
    expect(input.sent).toBe(1);
  });
});

test("over a program like us all is sent", async () => {
  const { input, mouse } = mouseOver({
    own: { level: 0x2000 },
    inFront: { level: 0x2000, path: "notepad.exe" },
  });
  await mouse.doubleClick(0);
  expect(input.sent).toBe(4);
});

test("a key that came up while the screen was locked is let go of afterwards", async () => {
  const input = new FakeInput();
  const presses = new Presses(input.api);
  const event: InputEvent = { kind: "key", virtualKey: 0x11, scanCode: 0, flags: 0 };
  const control = { press: event, release: { ...event, flags: 2 } };
  presses.send(({ press }) => press(control));
  input.isLocked = true;
  expect(await thrownBy(async () => presses.send(({ release }) => release(control)))).toMatchObject({
    code: "permission_denied",
  });
  input.isLocked = false;
  presses.settle();
  expect(input.sent).toBe(2);
  presses.settle();
  expect([input.sent, presses.down.size]).toEqual([2, 0]);
});
