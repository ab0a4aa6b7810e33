import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { openGtkApp } from "../support/gtk-app.ts";
import { scriptedProgram, startGuiAgent } from "../support/gui-agent.ts";
import { nothingHeld, readHeldInput } from "../support/held-input.ts";
import { noModelEnvironment } from "../support/input-examples.ts";
import { type ScriptLine, script } from "../support/scripted-task.ts";
import { startTask } from "../support/started-task.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const app = resources.use(await openGtkApp(server));
const agent = resources.use(
  await startGuiAgent({
    command: scriptedProgram,
    display: server.display,
    env: noModelEnvironment,
    // Shorter than a display that hangs is waited for: who waits that long for the lock finds it taken.
    args: ["--lock-timeout-ms", "5000"],
  }),
);
const other = resources.use(await agent.connect());

const call = (tool: string, input: Record<string, unknown> = {}): ScriptLine => ({
  does: "call",
  tool,
  input,
});
const wait: ScriptLine = { does: "wait", ms: 600_000 };
const buttons = () =>
  app.events.all().flatMap((event) => (event.event === "button" ? [`${event.button} ${event.phase}`] : []));

const status = z.object({
  running: z.literal(true),
  displays: z.unknown(),
  lock: z.object({ holder: z.object({ operation: z.string() }).nullable() }),
  task: z.object({ task: z.string() }).nullable(),
  permissions: z.array(z.object({ name: z.string(), state: z.string() })),
});

let place: { readonly x: number; readonly y: number };

beforeEach(async () => {
  const { button } = (await app.command({ focus: "entry", entry: "" })).rectangles;
  place = { x: button.x + 20, y: button.y + 10 };
  await agent.call("gui_move_mouse", place);
  app.events.clear();
});

/** What another client hears of a display that hangs. */
async function expectFrozen(): Promise<void> {
  const { code, message, remedy } = await other.callFailing("gui_click", { x: 5, y: 5 });
  expect({ code, message }).toEqual({
    code: "display_unavailable",
    message: expect.stringContaining("does not answer"),
  });
  expect(remedy).toBeTruthy();
}

describe("a task that is cancelled while the display hangs frees the desktop", () => {
  const held = call("gui_mouse_down", { button: "right" });

  test.each([
    { phase: "in a pause, with a button held", lines: [held, wait] },
    {
      phase: "in the middle of typing, with a button held",
      lines: [held, call("gui_type", { text: "x".repeat(4_000), method: "keys" })],
    },
    {
      phase: "in the middle of a search, with a button held",
      lines: [held, call("gui_wait", { ms: 600_000, untilStable: true })],
    },
  ])("$phase, which goes up before anything else is done", async ({ lines }) => {
    const running = startTask(agent.client, script(...lines));
    await running.heard("Step 1: gui_mouse_down");
    server.pause();
    try {
      running.cancel();
      await expectFrozen();
    } finally {
      server.resume();
    }
    await other.call("gui_click", place);
    await app.events.waitFor("the other's click", () => buttons().includes("1 release"));
    expect(buttons()).toEqual(["3 press", "3 release", "1 press", "1 release"]);
    expect(readHeldInput(server)).toEqual(nothingHeld);
  });

  test("before its first step", async () => {
    server.pause();
    try {
      const running = startTask(agent.client, script(wait));
      await waitFor("the task to have the desktop", async () => {
        const { lock } = status.parse(await other.readResource("gui://status"));
        return lock.holder?.operation === "gui_execute_task";
      });
      running.cancel();
      await expectFrozen();
    } finally {
      server.resume();
    }
    await other.call("gui_click", place);
    await app.events.waitFor("the other's click", () => buttons().includes("1 release"));
  });
});

test("a click that is cancelled while the display hangs frees the desktop", async () => {
  server.pause();
  try {
    const cancelled = new AbortController();
    const clicking = agent.client
      .callTool({ name: "gui_click", arguments: place }, undefined, { signal: cancelled.signal })
      .catch(() => undefined);
    cancelled.abort();
    await clicking;
    await expectFrozen();
  } finally {
    server.resume();
  }
  await other.call("gui_click", place);
});

test("the button of a session that ends while the display hangs goes up once it goes on, with nobody calling", async () => {
  const leaving = await agent.connect();
  await leaving.call("gui_mouse_down", { button: "right" });
  server.pause();
  try {
    await Promise.all([leaving[Symbol.asyncDispose](), expectFrozen()]);
  } finally {
    server.resume();
  }
  await waitFor("everything to be up", () => Bun.deepEquals(readHeldInput(server), nothingHeld));
});

test("what was held goes up however long the display has hung, with nobody calling", async () => {
  const running = startTask(agent.client, script(call("gui_mouse_down", { button: "right" }), wait));
  await running.heard("Step 1: gui_mouse_down");
  server.pause();
  try {
    running.cancel();
    // Each hears of it when an attempt to connect has failed.
    for (let attempt = 0; attempt < 3; attempt += 1) await expectFrozen();
  } finally {
    server.resume();
  }
  await waitFor("everything to be up", () => Bun.deepEquals(readHeldInput(server), nothingHeld));
}, 90_000);

test("what is known is told of a display that hangs, and that it does", async () => {
  const running = startTask(agent.client, script(call("gui_mouse_down", { button: "right" }), wait));
  await running.heard("Step 1: gui_mouse_down");
  server.pause();
  try {
    const told = [
      await other.readResource("gui://status"),
      await other.readResource("gui://permissions"),
    ] as const;
    expect(status.parse(told[0])).toMatchObject({
      displays: { error: expect.stringContaining("does not answer") },
      lock: { holder: { operation: "gui_execute_task" } },
      task: { task: expect.stringContaining("gui_mouse_down") },
      permissions: expect.arrayContaining([{ name: "X server", state: "missing" }]),
    });
    expect(told[1]).toMatchObject({
      permissions: expect.arrayContaining([
        expect.objectContaining({
          name: "X server",
          state: "missing",
          detail: expect.stringContaining("does not answer"),
        }),
      ]),
    });
  } finally {
    server.resume();
  }
  // Neither has waited until the display was given up, and with it what is held.
  await other.call("gui_cursor_position");
  expect(readHeldInput(server)).toEqual({ keycodes: [], buttons: [3] });
  running.cancel();
  expect(status.parse(await other.readResource("gui://status")).displays).toMatchObject({
    displays: [{ width: 1280, height: 800 }],
  });
});
