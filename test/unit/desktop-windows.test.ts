import { describe, expect, test } from "bun:test";
import type { DesktopWindow, Windows } from "../../src/desktop/port.ts";
import { standingOf } from "../../src/desktop/window-order.ts";
import { WindowService } from "../../src/desktop/windows.ts";
import { ManualClock, settled } from "../support/manual-clock.ts";
import { thrownBy } from "../support/thrown.ts";

// Not through the front door: window managers that leave a window behind others, or need several requests,
// are rare and cannot be had in a test.
const never = new AbortController().signal;

function window(id: string, details: Partial<DesktopWindow> = {}): DesktopWindow {
  return {
    id,
    title: id,
    app: "App",
    pid: undefined,
    bounds: { x: 0, y: 0, width: 100, height: 100 },
    isActive: false,
    isMinimized: false,
    isOnOtherWorkspace: false,
    staysOnTop: false,
    ownerId: undefined,
    isModal: false,
    ...details,
  };
}

const active = { isActive: true };
const beside = { bounds: { x: 100, y: 0, width: 100, height: 100 } };

describe("a window that has the keyboard", () => {
  test.each<[string, readonly DesktopWindow[], boolean]>([
    ["alone is in front", [window("it", active)], true],
    ["behind another is not", [window("other"), window("it", active)], false],
    ["behind one that is beside it is", [window("other", beside), window("it", active)], true],
    ["behind a minimised one is", [window("other", { isMinimized: true }), window("it", active)], true],
    [
      "behind one of another workspace is",
      [window("other", { isOnOtherWorkspace: true }), window("it", active)],
      true,
    ],
    ["behind one that stays on top is", [window("other", { staysOnTop: true }), window("it", active)], true],
    ["behind its own dialog is", [window("other", { ownerId: "it" }), window("it", active)], true],
    [
      "behind a dialog of its dialog is",
      [window("inner", { ownerId: "outer" }), window("outer", { ownerId: "it" }), window("it", active)],
      true,
    ],
    ["while it is minimised is not", [window("it", { ...active, isMinimized: true })], false],
  ])("%s", (_case, windows, isInFront) => {
    expect(standingOf(windows, "it")).toMatchObject({ reached: { id: "it" }, isInFront });
  });

  test("is not reached while a modal dialog is shown", () => {
    const dialog = window("dialog", { ownerId: "it", isModal: true });
    expect(standingOf([dialog, window("it", active)], "it")).toMatchObject({
      reached: { id: "dialog" },
      isInFront: false,
    });
  });

  test("is found among windows that name each other as owners", () => {
    const windows = [
      window("one", { ownerId: "two" }),
      window("two", { ownerId: "one" }),
      window("it", active),
    ];
    expect(standingOf(windows, "it")?.isInFront).toBe(false);
  });
});

/** Windows of which one comes to the front at a certain request, or never. */
class SlowWindows implements Pick<Windows, "list" | "activate"> {
  requests = 0;
  readonly #succeedsAt: number;

  constructor(succeedsAt: number) {
    this.#succeedsAt = succeedsAt;
  }

  async list(): Promise<readonly DesktopWindow[]> {
    const isDone = this.requests >= this.#succeedsAt;
    const [it, other] = [window("it", { isActive: isDone }), window("other", { isActive: !isDone })];
    return isDone ? [it, other] : [other, it];
  }

  async activate(): Promise<void> {
    this.requests += 1;
  }
}

describe("bringing a window to the front", () => {
  test.each([0, 1, 2, 3])("stops asking once it is there: after %d requests", async (requests) => {
    const windows = new SlowWindows(requests);
    const clock = new ManualClock();
    const focusing = new WindowService(windows, clock).focus({ id: "it" }, never);
    await clock.advance(10_000);
    expect((await focusing).window.id).toBe("it");
    expect(windows.requests).toBe(requests);
  });

  test("gives up after three requests", async () => {
    const windows = new SlowWindows(4);
    const clock = new ManualClock();
    const focusing = thrownBy(() => new WindowService(windows, clock).focus({ id: "it" }, never));
    await clock.advance(10_000);
    expect(await focusing).toMatchObject({
      code: "window_not_focused",
      message: expect.stringContaining('"other"'),
    });
    expect(windows.requests).toBe(3);
  });

  test("ends with the call", async () => {
    const windows = new SlowWindows(4);
    const cancelling = new AbortController();
    const clock = new ManualClock();
    const focusing = thrownBy(() => new WindowService(windows, clock).focus({ id: "it" }, cancelling.signal));
    await settled();
    cancelling.abort();
    expect(await focusing).toMatchObject({ code: "cancelled" });
    expect(windows.requests).toBe(1);
  });
});
