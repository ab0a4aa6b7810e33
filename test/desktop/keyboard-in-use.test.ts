import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { nothingHeld, readHeldInput } from "../support/held-input.ts";
import { accessControls, keyboardState, modifierBits } from "../support/keyboard-state.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const app = resources.use(await openGtkApp(server));
const keyboard = keyboardState(server.display);

beforeEach(async () => {
  await app.command({ focus: "entry", entry: "" });
  app.events.clear();
});
afterEach(() => {
  keyboard.latch(0);
  keyboard.lock(0);
  keyboard.setControls(0);
});

/** One call of each kind that reaches a program. */
const calls = [
  { tool: "gui_type", input: { text: "quit" } },
  { tool: "gui_press_key", input: { key: "f4" } },
  { tool: "gui_hotkey", input: { keys: ["shift", "f9"] } },
  { tool: "gui_click", input: { x: 300, y: 300 } },
  { tool: "gui_scroll", input: { x: 300, y: 300, deltaY: 1 } },
] as const;

/** Nothing but what the test itself did has reached the program. */
async function expectUntouched(): Promise<void> {
  await app.command();
  const own = new Set(["Control_L", "Shift_L", "Alt_L", "Super_L"]);
  const others = app.events
    .all()
    .filter((event) => event.event !== "answer" && !(event.event === "key" && own.has(event.key)));
  expect(others).toEqual([]);
}

describe.each([
  ["ctrl", "Ctrl"],
  ["shift", "Shift"],
  ["alt", "Alt"],
  ["super", "Super"],
])("while somebody holds %s", (key, name) => {
  test.each(calls)("$tool is refused, nothing is sent and the key stays down", async ({ tool, input }) => {
    await server.run(["xdotool", "keydown", key]);
    const held = readHeldInput(server);
    const { code, message, remedy } = await agent.callFailing(tool, input);
    const heldAfterwards = readHeldInput(server);
    await server.run(["xdotool", "keyup", key]);
    expect(code).toBe("keyboard_in_use");
    expect(message).toContain(`${name} is held`);
    expect(remedy).toBeTruthy();
    expect(heldAfterwards).toEqual(held);
    await expectUntouched();
  });
});

describe.each(["latched", "locked"] as const)("while a modifier is %s", (kind) => {
  test.each([
    ["Shift", modifierBits.shift],
    ["Ctrl", modifierBits.ctrl],
    ["Alt", modifierBits.alt],
    ["Super", modifierBits.super],
  ])("and that is %s, calls are refused", async (name, bit) => {
    if (kind === "latched") keyboard.latch(bit);
    else keyboard.lock(bit);
    const { code, message, remedy } = await agent.callFailing("gui_type", { text: "quit" });
    expect(code).toBe("keyboard_in_use");
    expect(message).toContain(`${name} is ${kind}`);
    expect(remedy).toBeTruthy();
    expect((await agent.callFailing("gui_click", { x: 300, y: 300 })).code).toBe("keyboard_in_use");
    await expectUntouched();
  });
});

test("NumLock and Caps Lock are no hindrance", async () => {
  keyboard.lock(modifierBits.numLock | modifierBits.capsLock);
  await agent.call("gui_type", { text: "Good 1!" });
  expect((await app.waitForState("the text", ({ entry }) => entry.length >= 7)).entry).toBe("Good 1!");
});

test("a key that is let go of in time only delays the call", async () => {
  await server.run(["xdotool", "keydown", "ctrl"]);
  const typing = agent.call("gui_type", { text: "quit" });
  await server.run(["xdotool", "keyup", "ctrl"]);
  await typing;
  expect((await app.waitForState("the text", ({ entry }) => entry.length >= 4)).entry).toBe("quit");
});

test.each(calls)("$tool while somebody holds a mouse button is refused", async ({ tool, input }) => {
  await server.run(["xdotool", "mousemove", "300", "88", "mousedown", "1"]);
  const { code, message, remedy } = await agent.callFailing(tool, input);
  const held = readHeldInput(server);
  await server.run(["xdotool", "mouseup", "1"]);
  expect(code).toBe("pointer_in_use");
  expect(message).toContain("left");
  expect(remedy).toBeTruthy();
  expect(held).toEqual({ keycodes: [], buttons: [1] });
  // What the test itself did is all that the program has seen.
  await app.events.waitFor("the release", (event) => event.event === "clicked");
  const seen = app.events.all().filter(({ event }) => event !== "answer" && event !== "clicked");
  expect(seen).toMatchObject([{ phase: "press" }, { phase: "release" }]);
});

test.each(["left", "right"])("our own %s button is no hindrance", async (button) => {
  await server.run(["xmodmap", "-e", "pointer = 3 2 1"]);
  await agent.call("gui_mouse_down", { x: 300, y: 88, button });
  // Until the window manager has let the press through, it holds the pointer.
  await app.events.waitFor("the press", (event) => event.event === "button" && event.phase === "press");
  await agent.call("gui_move_mouse", { x: 310, y: 90 });
  await agent.call("gui_mouse_up", { button });
  await server.run(["xmodmap", "-e", "pointer = default"]);
  expect(readHeldInput(server)).toEqual(nothingHeld);
});

describe("under Sticky Keys", () => {
  beforeEach(() => keyboard.setControls(accessControls.stickyKeys));

  test("our keys leave nothing latched: alt, then F4 is F4", async () => {
    await agent.call("gui_press_key", { key: "alt" });
    expect(keyboard.latched()).toBe(0);
    await agent.call("gui_press_key", { key: "f4" });
    const f4 = await app.events.waitFor(
      "F4",
      (event) => event.event === "key" && event.key === "F4" && event,
    );
    expect(f4.modifiers).toEqual([]);
  });

  test("text arrives", async () => {
    await agent.call("gui_type", { text: "Big AND small?!" });
    const { entry } = await app.waitForState("the text", (state) => state.entry.length >= 15);
    expect(entry).toBe("Big AND small?!");
  });

  test("what the user has latched is refused", async () => {
    await server.run(["xdotool", "key", "alt"]);
    await waitFor("Alt to be latched", () => keyboard.latched() === modifierBits.alt);
    expect((await agent.callFailing("gui_press_key", { key: "f4" })).code).toBe("keyboard_in_use");
    expect(keyboard.latched()).toBe(modifierBits.alt);
  });
});

describe.each([
  ["Slow Keys", accessControls.slowKeys],
  ["Bounce Keys", accessControls.bounceKeys],
] as const)("under %s", (name, control) => {
  beforeEach(() => keyboard.setControls(control));

  test.each([
    { tool: "gui_type", input: { text: "aabb" } },
    { tool: "gui_press_key", input: { key: "f8" } },
    { tool: "gui_hotkey", input: { keys: ["shift", "f9"] } },
    { tool: "gui_hotkey", input: { keys: ["shift", "ж"] } },
    { tool: "gui_click", input: { x: 300, y: 300, modifiers: ["shift"] } },
  ])("$tool with $input is refused before anything is sent", async ({ tool, input }) => {
    const { code, message, remedy } = await agent.callFailing(tool, input);
    expect(code).toBe("unsupported");
    expect(message).toContain(name);
    expect(remedy).toContain(name);
    await expectUntouched();
  });

  test("the mouse works", async () => {
    await agent.call("gui_click", { x: 300, y: 450 });
  });

  test("the permissions say so", async () => {
    const permissions = JSON.stringify(await agent.readResource("gui://permissions"));
    expect(permissions).toContain(`${name} is on`);
    keyboard.setControls(0);
    expect(JSON.stringify(await agent.readResource("gui://permissions"))).not.toContain("is on");
  });
});
