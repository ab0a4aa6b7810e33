import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { ToolClient } from "../support/tool-client.ts";
import { deadKeyTraps, printableAscii } from "../support/typing.ts";
import { type ClipboardNeighbour, openClipboardNeighbour } from "../support/wine/clipboard-neighbour.ts";
import { openConsole } from "../support/wine/console.ts";
import { installForWindows } from "../support/wine/windows-program.ts";
import { startWineDesk } from "../support/wine/wine-desk.ts";

const field = { window: "Notepad", control: "Edit" } as const;
/** Keys are named without regard to case. */
const keys = `${printableAscii.replaceAll(/[A-Z]/g, "")}öß§éçй€µ中`;

describe.each(["de", "fr", "ru"])("under the layout %s", (layout) => {
  const resources = new AsyncDisposableStack();
  let neighbour: ClipboardNeighbour;
  let agent: ToolClient;

  beforeAll(async () => {
    const desk = resources.use(await startWineDesk());
    // Wine takes over the layout of the X server when it starts.
    await desk.server.setLayout(layout);
    desk.start(["C:\\windows\\notepad.exe"]);
    neighbour = resources.use(await openClipboardNeighbour(desk));
    const console = resources.use(await openConsole(desk));
    const program = resources.use(await console.start(await installForWindows(desk.folder), ["--port", "0"]));
    agent = resources.use(await program.connect());
  });
  afterAll(() => resources.disposeAsync());

  beforeEach(() => neighbour.prepare(field));

  const received = (text: string) => neighbour.received(text, field);

  test.each([printableAscii, deadKeyTraps])("%s arrives by keys", async (text) => {
    expect(await agent.call("gui_type", { text, method: "keys" })).toMatchObject({ method: "keys" });
    await received(text);
  });

  test("each key writes its character, whether the layout has it or not", async () => {
    for (const key of keys) await agent.call("gui_press_key", { key });
    await received(keys);
  });

  test("hotkeys are those of the letter", async () => {
    await agent.call("gui_type", { text: "one" });
    await received("one");
    await agent.call("gui_hotkey", { keys: ["ctrl", "a"] });
    await agent.call("gui_press_key", { key: "delete" });
    await received("");
    await agent.call("gui_hotkey", { keys: ["ctrl", "z"] });
    await received("one");
  });
});
