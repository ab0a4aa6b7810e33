import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { openBareWindow } from "../support/wine/bare-window.ts";
import { openConsole } from "../support/wine/console.ts";
import { installForWindows } from "../support/wine/windows-program.ts";
import { startWineDesk } from "../support/wine/wine-desk.ts";

describe.each([
  { dpi: 96, doubleClicks: 50 },
  { dpi: 144, doubleClicks: 5 },
  { dpi: 192, doubleClicks: 5 },
])("at $dpi dots per inch", ({ dpi, doubleClicks }) => {
  const resources = new AsyncDisposableStack();
  afterAll(() => resources.disposeAsync());
  const stage = start();

  async function start() {
    const desk = resources.use(await startWineDesk({ dpi }));
    const window = resources.use(await openBareWindow(desk));
    const console = resources.use(await openConsole(desk));
    const program = resources.use(await console.start(await installForWindows(desk.folder), ["--port", "0"]));
    return { window, agent: resources.use(await program.connect()) };
  }

  const area = { x: 200, y: 100, width: 700, height: 500 };

  beforeEach(async () => {
    await (await stage).window.place(area);
  });

  test("a click arrives on its pixel, with each button", async () => {
    const { agent, window } = await stage;
    for (const [button, x, y] of [
      ["left", 200, 100],
      ["right", 899, 599],
      ["middle", 533, 347],
    ] as const) {
      await agent.call("gui_click", { x, y, button });
      expect(await window.received(2)).toEqual([
        { kind: "down", button, x, y },
        { kind: "up", button, x, y },
      ]);
    }
  });

  test(`${doubleClicks} of ${doubleClicks} double clicks are double clicks`, async () => {
    const { agent, window } = await stage;
    for (let index = 0; index < doubleClicks; index += 1) {
      const [x, y] = [210 + index * 13, 110 + index * 9];
      await agent.call("gui_double_click", { x, y });
      expect(await window.received(4)).toEqual([
        { kind: "down", button: "left", x, y },
        { kind: "up", button: "left", x, y },
        { kind: "double", button: "left", x, y },
        { kind: "up", button: "left", x, y },
      ]);
    }
  });

  test("the wheel turns by notches, down and right for positive numbers", async () => {
    const { agent, window } = await stage;
    const place = { x: 400, y: 300 };
    await agent.call("gui_scroll", { ...place, deltaY: 3 });
    const notch = { kind: "wheel", ...place, delta: -120 } as const;
    expect(await window.received(3)).toEqual([notch, notch, notch]);
    await agent.call("gui_scroll", { ...place, deltaY: 0, deltaX: 2 });
    const across = await window.received(2);
    // Wine tells the place within the window, Windows that on the desktop.
    expect(across.map(({ kind, delta }) => ({ kind, delta }))).toEqual([
      { kind: "wheelAcross", delta: 120 },
      { kind: "wheelAcross", delta: 120 },
    ]);
  });

  test("a drag begins and ends where it should", async () => {
    const { agent, window } = await stage;
    await agent.call("gui_drag", { startX: 250, startY: 150, endX: 850, endY: 550 });
    expect(await window.received(2)).toEqual([
      { kind: "down", button: "left", x: 250, y: 150 },
      { kind: "up", button: "left", x: 850, y: 550 },
    ]);
  });
});
