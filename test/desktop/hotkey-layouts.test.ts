import { afterAll, expect, test } from "bun:test";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { lockKeyboardGroup } from "../support/keyboard-group.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const app = resources.use(await openGtkApp(server));

test.each([
  ["us,ru", 0, ["ctrl", "й"]],
  ["us,ru", 1, ["ctrl", "й"]],
  ["ru", 0, ["ctrl", "Й"]],
  ["ru", 0, ["ctrl", "alt", "д"]],
  ["us,ru", 0, ["meta", "shift", "у"]],
])(
  "under the layout %s, group %d, %j is refused for the key that it presses",
  async (layout, group, keys) => {
    await server.setLayout(layout);
    lockKeyboardGroup(server.display, group);
    app.events.clear();
    expect((await agent.callFailing("gui_hotkey", { keys })).code).toBe("hotkey_refused");
    await agent.call("gui_press_key", { key: "F8" });
    const first = await app.events.waitFor("a key", (event) => event.event === "key" && event);
    expect(first).toMatchObject({ key: "F8", modifiers: [] });
  },
);

test.each([
  ["fr", ["ctrl", "a"], "a"],
  ["us,ru", ["ctrl", "ф"], "Cyrillic_ef"],
])("under the layout %s, %j is pressed", async (layout, keys, name) => {
  await server.setLayout(layout);
  app.events.clear();
  await agent.call("gui_hotkey", { keys });
  await app.events.waitFor(name, (event) => event.event === "key" && event.key === name);
});
