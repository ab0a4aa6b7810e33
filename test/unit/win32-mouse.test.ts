import { describe, expect, test } from "bun:test";
import { point } from "../../src/desktop/win32/api/user32-windows.ts";
import { type InputEvent, inputSize, mouseFlags } from "../../src/desktop/win32/input-events.ts";
import { Win32Mouse } from "../../src/desktop/win32/mouse.ts";
import { type Control, Presses } from "../../src/desktop/win32/presses.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { thrownBy } from "../support/thrown.ts";
import { type FakeSession, fakeSession } from "../support/win32/fake-session.ts";

// With functions of ours in place of Windows': all programs under Wine have the same rights, and its screen
// is never locked.

/** Counts what is sent; takes nothing while the screen is locked. */
class FakeInput {
  isLocked: boolean = false;
  /** How many more events it takes before somebody locks the screen. */
  left = Number.POSITIVE_INFINITY;
  sent = 0;
  /** Of the last event, as one of the mouse. */
  flags = 0;

  readonly api = {
    user32: {
      SendInput: (count: number, memory: Uint8Array | null) => {
        if (this.isLocked || memory === null) return 0;
        const taken = Math.min(count, this.left);
        this.sent += taken;
        this.flags = Buffer.from(memory).readUInt32LE((count - 1) * inputSize + 20);
        return taken;
      },
    },
    kernel32: { GetLastError: () => 5 },
  };
}

/** A user with the same rights as the program that the mouse is over. */
const equals: FakeSession = {
  own: { level: 0x2000 },
  inFront: { level: 0x2000, path: "notepad.exe" },
};

/**
 * A mouse over the window of the fake session's other program.
 * @param metrics those of Windows that are not 0, which can change
 */
function mouseOver(session: FakeSession, metrics: ReadonlyMap<number, number> = new Map()) {
  const input = new FakeInput();
  const { user32, kernel32, advapi32 } = fakeSession(session);
  const pointing = {
    ...user32,
    GetSystemMetrics: (metric: number) => metrics.get(metric) ?? 0,
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
  const { input, mouse } = mouseOver(equals);
  await mouse.doubleClick(0);
  expect(input.sent).toBe(4);
});

// Wine does not swap what SendInput is given, as Windows does.
test("a left-handed user's mouse is pressed where programs receive the button that was asked for", async () => {
  const swapButton = 23;
  const metrics = new Map([[swapButton, 1]]);
  const { input, mouse } = mouseOver(equals, metrics);
  const [left, middle, right] = [0, 1, 2];
  const sentBy = async (act: Promise<void>) => {
    await act;
    return input.flags;
  };
  expect(await sentBy(mouse.pressButton(right))).toBe(mouseFlags.leftDown);
  expect(await sentBy(mouse.releaseButton(right))).toBe(mouseFlags.leftUp);
  expect(await sentBy(mouse.click(middle))).toBe(mouseFlags.middleUp);
  expect(await sentBy(mouse.pressButton(left))).toBe(mouseFlags.rightDown);
  // Swapped back in the middle: what is down is what comes up.
  metrics.clear();
  expect(await sentBy(mouse.releaseButton(left))).toBe(mouseFlags.rightUp);
  expect(await sentBy(mouse.leftClick())).toBe(mouseFlags.leftUp);
});

const control = (virtualKey: number): Control => {
  const press: InputEvent = { kind: "key", virtualKey, scanCode: 0, flags: 0 };
  return { press, release: { ...press, flags: 2 } };
};

test("of a text that was cut short, only what went down is let go of", async () => {
  const input = new FakeInput();
  const presses = new Presses(input.api);
  input.left = 3;
  const type = async () =>
    presses.send(({ press, release }) => {
      for (const key of [0x41, 0x42, 0x43].map(control)) {
        press(key);
        release(key);
      }
    });
  expect(await thrownBy(type)).toMatchObject({ message: expect.stringContaining("3 of 6") });
  expect(presses.down.size).toBe(1);
  input.left = Number.POSITIVE_INFINITY;
  presses.settle();
  expect([input.sent, presses.down.size]).toEqual([4, 0]);
});

test("a key that came up while the screen was locked is let go of afterwards", async () => {
  const input = new FakeInput();
  const presses = new Presses(input.api);
  const ctrl = control(0x11);
  presses.send(({ press }) => press(ctrl));
  input.isLocked = true;
  expect(await thrownBy(async () => presses.send(({ release }) => release(ctrl)))).toMatchObject({
    code: "permission_denied",
  });
  input.isLocked = false;
  presses.settle();
  expect(input.sent).toBe(2);
  presses.settle();
  expect([input.sent, presses.down.size]).toEqual([2, 0]);
});
