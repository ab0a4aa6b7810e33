import { afterAll, describe, expect, test } from "bun:test";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent, startStdioGuiAgent } from "../support/gui-agent.ts";
import { nothingHeld, readHeldInput } from "../support/held-input.ts";
import type { ToolClient } from "../support/tool-client.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const app = resources.use(await openGtkApp(server));

/** Something that holds a key or a button for a while, and how the program sees it begin and end. */
interface Gesture {
  readonly name: string;
  readonly tool: string;
  readonly input: () => Promise<Record<string, unknown>>;
  readonly holds: "Control_L" | "Shift_L" | "button 1";
}

const gestures: readonly Gesture[] = [
  {
    name: "a drag",
    tool: "gui_drag",
    input: async () => {
      const { x, y } = (await app.command()).rectangles.button;
      return { startX: x + 10, startY: y + 10, endX: x + 200, endY: y + 10, steps: 60 };
    },
    holds: "button 1",
  },
  {
    name: "a click",
    tool: "gui_click",
    input: async () => {
      const { x, y } = (await app.command()).rectangles.button;
      return { x: x + 10, y: y + 10, count: 3 };
    },
    holds: "button 1",
  },
  {
    name: "a click with a modifier",
    tool: "gui_click",
    input: async () => {
      const { x, y } = (await app.command()).rectangles.button;
      return { x: x + 10, y: y + 10, count: 3, modifiers: ["ctrl"] };
    },
    holds: "Control_L",
  },
  {
    name: "a hotkey",
    tool: "gui_hotkey",
    input: async () => {
      await app.command();
      return { keys: ["ctrl", "shift", "f8"] };
    },
    holds: "Control_L",
  },
  {
    name: "typing capitals",
    tool: "gui_type",
    input: async () => {
      await app.command({ focus: "entry", entry: "" });
      return { text: "ABC ".repeat(2000), method: "keys" };
    },
    holds: "Shift_L",
  },
  {
    name: "typing characters that the keyboard lacks",
    tool: "gui_type",
    input: async () => {
      await app.command({ focus: "entry", entry: "" });
      return { text: "ЖäÄ@ ".repeat(1000), method: "keys" };
    },
    holds: "Shift_L",
  },
  {
    name: "a held key",
    tool: "gui_press_key",
    input: async () => {
      await app.command();
      return { key: "ctrl", holdMs: 5000 };
    },
    holds: "Control_L",
  },
  {
    name: "a button that was left down",
    tool: "gui_mouse_down",
    input: async () => {
      const { x, y } = (await app.command()).rectangles.button;
      return { x: x + 10, y: y + 10 };
    },
    holds: "button 1",
  },
];

/** Each time that the program has seen what is held go down (1) or come up (-1). */
function changesOf(holds: Gesture["holds"]): readonly number[] {
  return app.events.all().flatMap((event) => {
    if (event.event === "button" && holds === `button ${event.button}`) {
      // GTK reports the second press of a double click twice.
      return event.phase === "press" ? [1] : event.phase === "release" ? [-1] : [];
    }
    if (event.event === "key" && event.key === holds) return [event.phase === "press" ? 1 : -1];
    return [];
  });
}

function stillDown(holds: Gesture["holds"]): number {
  return changesOf(holds).reduce((sum, change) => sum + change, 0);
}

async function expectReleased(
  { tool, input, holds }: Gesture,
  agent: ToolClient,
  end: () => PromiseLike<unknown>,
) {
  const given = await input();
  app.events.clear();
  const call = agent.callRaw(tool, given).catch(() => undefined);
  await app.events.waitFor("the press", () => changesOf(holds).includes(1));
  await end();
  await call;
  // As the server has it, and with it every other key and button; then as the program has it.
  await waitFor("everything to be up", () => Bun.deepEquals(readHeldInput(server), nothingHeld));
  await app.events.waitFor("the release", () => stillDown(holds) === 0);
  await caughtUp();
}

/**
 * Waits until the program has seen all keys that were sent, by one more of another hand. On a busy machine
 * it lags far behind a text whose characters have to be lent to the keyboard.
 */
async function caughtUp() {
  await server.run(["xdotool", "key", "F9"]);
  const isLast = () => app.events.all().some((event) => event.event === "key" && event.key === "F9");
  await waitFor("the program to catch up", isLast, { deadlineMs: 60_000 });
}

describe.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s in the middle of", (signal) => {
  test.each(gestures)("$name leaves nothing down", async (gesture) => {
    await using agent = await startGuiAgent({ display: server.display });
    await expectReleased(gesture, agent, () => agent.stop(signal));
  });
});

describe("the end of a session in the middle of", () => {
  test.each(gestures)("$name leaves nothing down, over HTTP", async (gesture) => {
    await using agent = await startGuiAgent({ display: server.display });
    const leaving = await agent.connect();
    await expectReleased(gesture, leaving, () => leaving[Symbol.asyncDispose]());
  });

  test.each(gestures)("$name leaves nothing down, over stdio", async (gesture) => {
    const agent = await startStdioGuiAgent({ display: server.display });
    await expectReleased(gesture, agent, () => agent[Symbol.asyncDispose]());
  });
});

test.each(gestures.filter(({ tool }) => tool !== "gui_mouse_down"))(
  "$name that its client cancels leaves nothing down",
  async (gesture) => {
    await using agent = await startGuiAgent({ display: server.display });
    const cancelled = new AbortController();
    const client: ToolClient = {
      ...agent,
      callRaw: async (name, input) => {
        await agent.client.callTool({ name, arguments: input }, undefined, { signal: cancelled.signal });
        return { content: [] };
      },
    };
    await expectReleased(gesture, client, async () => cancelled.abort());
    // The desktop is free again at once.
    await agent.call("gui_move_mouse", { x: 1, y: 1 });
  },
);

test("releasing what is not down is an error", async () => {
  await using agent = await startGuiAgent({ display: server.display });
  await agent.call("gui_move_mouse", { x: 30, y: 20 });
  expect((await agent.callFailing("gui_mouse_up", { x: 1, y: 1 })).code).toBe("invalid_input");
  expect(await agent.call("gui_cursor_position")).toMatchObject({ x: 30, y: 20 });
  await agent.call("gui_mouse_down", {});
  await agent.call("gui_mouse_up", {});
  expect((await agent.callFailing("gui_mouse_up")).code).toBe("invalid_input");
});

test("a click or a drag with a button that is held is refused, and the button stays down", async () => {
  await using agent = await startGuiAgent({ display: server.display });
  const { x, y } = (await app.command()).rectangles.button;
  app.events.clear();
  await agent.call("gui_mouse_down", { x: x + 5, y: y + 5 });
  await app.events.waitFor("the press", () => stillDown("button 1") > 0);
  for (const [tool, input] of [
    ["gui_click", { x: x + 9, y: y + 9 }],
    ["gui_double_click", { x: x + 9, y: y + 9 }],
    ["gui_drag", { startX: x + 9, startY: y + 9, endX: x + 20, endY: y + 9 }],
    ["gui_mouse_down", {}],
    ["gui_mouse_down", { x: x + 40, y: y + 9 }],
  ] as const) {
    expect([tool, (await agent.callFailing(tool, input)).code]).toEqual([tool, "invalid_input"]);
  }
  expect(stillDown("button 1")).toBe(1);
  expect(await agent.call("gui_cursor_position")).toMatchObject({ x: x + 5, y: y + 5 });
  await agent.call("gui_mouse_up", {});
  await app.events.waitFor("the release", () => stillDown("button 1") === 0);
});

/** Presses and releases of the button at a point, as GTK counts them. */
async function phasesAt(
  agent: ToolClient,
  offset: number,
  act: (point: { x: number; y: number }) => Promise<unknown>,
) {
  const { x, y } = (await app.command()).rectangles.button;
  // Far from where the test before has clicked: another process knows nothing of those clicks.
  const point = { x: x + offset, y: y + 5 };
  app.events.clear();
  await act(point);
  // Comes after everything that belongs to the clicks.
  await agent.call("gui_press_key", { key: "F8" });
  await app.events.waitFor("the key", (event) => event.event === "key" && event.key === "F8");
  return app.events.all().flatMap((event) => (event.event === "button" ? [event.phase] : []));
}

test("a press after a click is no double click", async () => {
  await using agent = await startGuiAgent({ display: server.display });
  const phases = await phasesAt(agent, 200, async (point) => {
    await agent.call("gui_click", point);
    await agent.call("gui_mouse_down", point);
    await agent.call("gui_mouse_up", {});
  });
  expect(phases).toEqual(["press", "release", "press", "release"]);
});

test("a click after a double click is no triple click", async () => {
  await using agent = await startGuiAgent({ display: server.display });
  const phases = await phasesAt(agent, 300, async (point) => {
    await agent.call("gui_double_click", point);
    await agent.call("gui_click", point);
  });
  expect(phases).toEqual(["press", "release", "press", "double", "release", "press", "release"]);
});

test("a held button can be released while somebody holds a key", async () => {
  await using agent = await startGuiAgent({ display: server.display });
  const { x, y } = (await app.command()).rectangles.button;
  app.events.clear();
  await agent.call("gui_mouse_down", { x: x + 5, y: y + 5 });
  await app.events.waitFor("the press", () => stillDown("button 1") > 0);
  await server.run(["xdotool", "keydown", "Shift_L"]);
  try {
    expect((await agent.callFailing("gui_move_mouse", { x: x + 9, y: y + 9 })).code).toBe("keyboard_in_use");
    await agent.call("gui_mouse_up", {});
    await app.events.waitFor("the release", () => stillDown("button 1") === 0);
  } finally {
    await server.run(["xdotool", "keyup", "Shift_L"]);
  }
});
