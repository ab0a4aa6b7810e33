import { afterAll, expect, test } from "bun:test";
import { openBareWindow } from "../support/wine/bare-window.ts";
import { openConsole } from "../support/wine/console.ts";
import { installForWindows } from "../support/wine/windows-program.ts";
import { startWineDesk } from "../support/wine/wine-desk.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const size = { width: 2_304, height: 900 };
const monitors = [
  { name: "LEFT", x: 0, y: 0, width: 1_024, height: 768 },
  { name: "MAIN", x: 1_024, y: 0, width: 1_280, height: 900, primary: true },
];
const desk = resources.use(await startWineDesk({ size, monitors }));
const window = resources.use(await openBareWindow(desk));
const console = resources.use(await openConsole(desk));
const program = resources.use(await console.start(await installForWindows(desk.folder), ["--port", "0"]));
const agent = resources.use(await program.connect());

test("a monitor left of the primary one is a display with a negative origin", async () => {
  const { displays } = await agent.call("gui_list_displays");
  expect(displays).toEqual([
    expect.objectContaining({ x: 0, y: 0, width: 1_280, height: 900, isPrimary: true }),
    expect.objectContaining({ x: -1_024, y: 0, width: 1_024, height: 768, isPrimary: false }),
  ]);
});

test("a click on it arrives on its pixel", async () => {
  await window.place({ x: -1_000, y: 50, width: 900, height: 600 });
  for (const place of [
    { x: 24, y: 50 },
    { x: 500, y: 333 },
    { x: 923, y: 649 },
  ]) {
    await agent.call("gui_click", { ...place, displayIndex: 1 });
    const seen = { x: place.x - 1_024, y: place.y };
    expect(await window.received(2)).toMatchObject([seen, seen]);
  }
});
