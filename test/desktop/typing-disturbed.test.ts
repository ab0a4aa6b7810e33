import { afterAll, afterEach, expect, test } from "bun:test";
import { startGuiAgent } from "../support/gui-agent.ts";
import { lockKeyboardGroup } from "../support/keyboard-group.ts";
import { keyboardState, modifierBits } from "../support/keyboard-state.ts";
import { slowDown } from "../support/processes.ts";
import { startXServer } from "../support/x-server.ts";
import { openXterm } from "../support/xterm.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const terminal = resources.use(await openXterm(server));
const keyboard = keyboardState(server.display);
afterEach(async () => {
  keyboard.lock(0);
  lockKeyboardGroup(server.display, 0);
});

const text = "The QUICK brown FOX? ".repeat(450);

/** What somebody at the keyboard may do while a text is being typed. */
const disturbances = [
  { name: "loads another layout", act: () => server.setLayout("de"), mention: "layout" },
  {
    name: "switches the layout",
    act: async () => lockKeyboardGroup(server.display, 1),
    mention: "layout",
  },
  { name: "turns Caps Lock on", act: async () => keyboard.lock(modifierBits.capsLock), mention: "key" },
  { name: "locks Ctrl", act: async () => keyboard.lock(modifierBits.ctrl), mention: "key" },
] as const;

/** Does something in the middle of the text, which would often be typed before it is done. */
async function disturb(act: () => Promise<unknown>) {
  using _slow = slowDown(agent.pid);
  await terminal.typed(1);
  await act();
}

test.each(disturbances)("typing fails when somebody $name in the middle", async ({ act, mention }) => {
  await server.setLayout("us,ru");
  await terminal.clear();
  const typing = agent.callFailing("gui_type", { text, method: "keys" });
  await disturb(act);
  const { code, message, remedy } = await typing;
  expect(code).toBe("keyboard_in_use");
  expect(message).toContain(mention);
  expect(message).toContain(`of ${text.length} characters`);
  expect(remedy).toBeTruthy();
});

test("another keyboard map that is the same does no harm", async () => {
  await server.setLayout("us,ru");
  await terminal.clear();
  const typing = agent.call("gui_type", { text, method: "keys" });
  await disturb(() => server.setLayout("us,ru"));
  await typing;
  await agent.call("gui_press_key", { key: "end" });
  expect(await terminal.typedBeforeEnd()).toBe(text);
});
