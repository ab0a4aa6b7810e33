import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { startChild } from "../support/child.ts";
import { textItems } from "../support/clipboard-contents.ts";
import { openClipboardOwner } from "../support/clipboard-owner.ts";
import { openClipboardReader } from "../support/clipboard-reader.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { scriptedProgram, startStdioGuiAgent } from "../support/gui-agent.ts";
import { controlKeycode, nothingHeld, readHeldInput } from "../support/held-input.ts";
import { installGuiAgent } from "../support/installation.ts";
import { piecesOf } from "../support/pieces.ts";
import { script } from "../support/scripted-task.ts";
import { startTask } from "../support/started-task.ts";
import type { ToolClient } from "../support/tool-client.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

// Each client that lets gui-agent talk over stdio starts one of its own: nothing but the desktop is common to them.
const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const start = (...args: string[]) => startStdioGuiAgent({ display: server.display, args });
const one = resources.use(await start());
const other = resources.use(await start());
const impatient = resources.use(await start("--lock-timeout-ms", "0"));
const app = resources.use(await openGtkApp(server));

const somewhere = { x: 1000, y: 700 };

beforeEach(async () => {
  await app.command({ focus: "text", text: "" });
  app.events.clear();
});

/** What has arrived after all input so far. */
async function received(): Promise<string> {
  await one.call("gui_press_key", { key: "F8" });
  return (await app.stateAfterF8()).text;
}

/** Whether another program is told that this one uses the desktop. */
async function isKeptFrom(client: ToolClient, holder: number): Promise<boolean> {
  const { isError, content } = await client.callRaw("gui_move_mouse", somewhere);
  return isError === true && JSON.stringify(content).includes(`process ${holder}`);
}

test("texts that two programs paste at once arrive whole, and the clipboard is as it was", async () => {
  await using owner = await openClipboardOwner(server);
  await using reader = await openClipboardReader(server);
  await owner.own(textItems("what the user has copied"));
  const before = await reader.read();
  const [ours, theirs] = ["你好 hello ".repeat(20), "再见 good-bye ".repeat(20)];
  for (const pasteDelayMs of [0, 0, 200, 0, 200, 0]) {
    await app.command({ focus: "text", text: "", pasteDelayMs });
    app.events.clear();
    await Promise.all([
      one.call("gui_type", { text: ours, method: "paste" }),
      other.call("gui_type", { text: theirs, method: "paste" }),
    ]);
    expect([`${ours}${theirs}`, `${theirs}${ours}`]).toContain(await received());
    expect(await reader.read()).toEqual(before);
  }
  await app.command({ pasteDelayMs: 0 });
});

test("texts that two programs type at once arrive whole, and neither keeps the other waiting", async () => {
  // Upper case, so that a Shift of the one would show in the other.
  const texts = (letter: string) =>
    Array.from({ length: 20 }, (_, index) => `<${letter}${index} ${letter.repeat(30)}>`);
  const [ours, theirs] = [texts("A"), texts("b")];
  await Promise.all([
    ...ours.map((text) => one.call("gui_type", { text })),
    ...theirs.map((text) => other.call("gui_type", { text })),
  ]);
  const pieces = piecesOf(await received(), [...ours, ...theirs]);
  expect(pieces.filter((text) => ours.includes(text))).toEqual(ours);
  expect(pieces.filter((text) => theirs.includes(text))).toEqual(theirs);
  const places = (own: readonly string[]) => own.map((text) => pieces.indexOf(text));
  expect(Math.min(...places(theirs))).toBeLessThan(Math.max(...places(ours)));
  expect(Math.min(...places(ours))).toBeLessThan(Math.max(...places(theirs)));
});

test("while a program holds a button, another one's click is refused, or waits until it is up", async () => {
  const { button } = (await app.command()).rectangles;
  const place = (column: number) => ({ x: button.x + 20 + column * 100, y: button.y + 20 });
  const [pressed, moved, clicked] = [place(0), place(1), place(2)];
  await one.call("gui_mouse_down", pressed);
  const refused = await impatient.callFailing("gui_click", somewhere);
  expect(refused).toMatchObject({
    code: "busy",
    message: expect.stringContaining(`(process ${one.pid}) since 20`),
  });
  expect(refused.remedy).toContain("mouse button");
  // Who only looks waits for nobody.
  await impatient.call("gui_screenshot");
  const waiting = other.call("gui_click", clicked);
  await one.call("gui_move_mouse", moved);
  await one.call("gui_mouse_up");
  await waiting;
  const events = () => app.events.all().flatMap((event) => (event.event === "button" ? [event] : []));
  await app.events.waitFor("both clicks", () => events().length === 4);
  expect(events()).toMatchObject([
    { phase: "press", ...pressed },
    { phase: "release", ...moved },
    { phase: "press", ...clicked },
    { phase: "release", ...clicked },
  ]);
});

describe("a task while another program holds a button", () => {
  const end = script({ does: "end", end: "done" });
  // No request goes there: the script asks no model.
  const env = { GUI_AGENT_BASE_URL: "http://127.0.0.1:9" };

  beforeEach(() => one.call("gui_mouse_down", somewhere));

  test("tells its client whom it waits for and since when, and can be cancelled", async () => {
    await using client = await startStdioGuiAgent({ display: server.display, env });
    const task = startTask(client.client, end);
    await task.heard(`in use by another gui-agent (process ${one.pid}) since 20`);
    expect(task.messages.filter((message) => message.includes("another gui-agent"))).toHaveLength(1);
    task.cancel();
    await one.call("gui_mouse_up");
    // It waits no more, or the place in line would be its own.
    await other.call("gui_move_mouse", somewhere);
  });

  test("run by hand, says so too, and goes on once the button is up", async () => {
    await using installation = await installGuiAgent({ display: server.display, env });
    await using child = startChild([...scriptedProgram, "run", end], {
      env: installation.env,
      cwd: installation.workingDirectory,
    });
    await waitFor("it to say so", () => child.stderr().includes(`(process ${one.pid})`));
    expect(child.stderr()).toContain("this call waits for it");
    await one.call("gui_mouse_up");
    expect(await child.exited).toMatchObject({ code: 0 });
  });
});

describe("what one that is killed has left down", () => {
  test("a key: the next call of another one lets go of it, and its own key arrives alone", async () => {
    // Presses on the desktop itself have taken the keyboard from the program.
    const { text } = (await app.command()).rectangles;
    await one.call("gui_click", { x: text.x + 20, y: text.y + 20 });
    await using holding = await start();
    const hold = holding.callRaw("gui_press_key", { key: "ctrl", holdMs: 10_000 });
    await waitFor("Ctrl to be down", () => readHeldInput(server).keycodes.includes(controlKeycode));
    process.kill(holding.pid, "SIGKILL");
    await expect(hold).rejects.toThrow();
    await other.call("gui_type", { text: "a" });
    expect(await received()).toBe("a");
    expect(readHeldInput(server)).toEqual(nothingHeld);
  });

  test("a button: the next call of another one lets go of it before its own", async () => {
    await using holding = await start();
    const { button } = (await app.command()).rectangles;
    const place = { x: button.x + 20, y: button.y + 20 };
    await holding.call("gui_mouse_down", somewhere);
    process.kill(holding.pid, "SIGKILL");
    await waitFor("the desktop to be free", async () => !(await isKeptFrom(impatient, holding.pid)));
    expect(readHeldInput(server)).toEqual(nothingHeld);
    await other.call("gui_mouse_down", place);
    expect(readHeldInput(server)).toEqual({ keycodes: [], buttons: [1] });
    // The one that has it keeps what it has pressed itself.
    await other.call("gui_move_mouse", somewhere);
    expect(readHeldInput(server)).toEqual({ keycodes: [], buttons: [1] });
    await other.call("gui_mouse_up");
    expect(readHeldInput(server)).toEqual(nothingHeld);
    expect(await server.run(["xprop", "-root", "_GUI_AGENT_HELD"])).toContain("not found");
  });
});

test("one that is killed while it pastes keeps nobody out", async () => {
  await using pasting = await start();
  app.pause();
  const paste = pasting.callRaw("gui_type", { text: "你好".repeat(100), method: "paste" });
  await waitFor("the first to use the desktop", () => isKeptFrom(impatient, pasting.pid));
  const waiting = other.call("gui_click", somewhere);
  process.kill(pasting.pid, "SIGKILL");
  await expect(paste).rejects.toThrow();
  app.resume();
  await waiting;
});
