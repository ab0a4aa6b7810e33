import { afterAll, expect, test } from "bun:test";
import { startGuiAgent } from "../support/gui-agent.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 800, height: 600 } }));

/** The whole keyboard map, as the server tells it to any program. */
function keyboardMap(): Promise<string> {
  return server.run(["xkbcomp", "-w", "0", server.display, "-"]);
}

const chord = { tool: "gui_hotkey", input: { keys: ["ctrl", "c"] } };
const text = { tool: "gui_type", input: { text: "一二三éèê", method: "keys" } };

test.each([
  { layout: "ru", used: chord },
  { layout: "us", used: text },
])("under $layout the keyboard map is as before once the program has ended", async ({ layout, used }) => {
  await server.setLayout(layout);
  const before = await server.run(["xmodmap", "-pke"]);
  {
    await using agent = await startGuiAgent({ display: server.display });
    await agent.call(used.tool, used.input);
    expect(await server.run(["xmodmap", "-pke"])).not.toBe(before);
  }
  expect(await server.run(["xmodmap", "-pke"])).toBe(before);
});

test.each([
  { first: "ru", used: chord, chosen: "us" },
  { first: "us", used: text, chosen: "de" },
  { first: "us", used: text, chosen: "us,ru" },
])(
  "a layout $chosen that the user loads after $used.tool under $first outlives the program",
  async ({ first, used, chosen }) => {
    await server.setLayout(first);
    let loaded = "";
    {
      await using agent = await startGuiAgent({ display: server.display });
      await agent.call(used.tool, used.input);
      await server.setLayout(chosen);
      loaded = await keyboardMap();
    }
    expect(await keyboardMap()).toBe(loaded);
  },
);
