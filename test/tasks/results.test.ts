import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { startChild } from "../support/child.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { runGuiAgent, scriptedProgram, startGuiAgent } from "../support/gui-agent.ts";
import { noModelEnvironment } from "../support/input-examples.ts";
import { installGuiAgent } from "../support/installation.ts";
import { type ScriptLine, script } from "../support/scripted-task.ts";
import { startTask } from "../support/started-task.ts";
import { textOf } from "../support/tool-client.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const app = resources.use(await openGtkApp(server));
const { display } = server;
const started = { command: scriptedProgram, display, env: noModelEnvironment };
const agent = resources.use(await startGuiAgent(started));

const call = (tool: string, input: Record<string, unknown>): ScriptLine => ({ does: "call", tool, input });

beforeEach(async () => {
  await app.command({ focus: "entry", entry: "" });
  app.events.clear();
});

describe("what a task returns", () => {
  test("is the last screenshot, and behind it what was done as JSON", async () => {
    const task = startTask(agent.client, script(call("gui_type", { text: "done" })));
    const result = await task.result;
    expect(result.content.map(({ type }) => type)).toEqual(["image", "text"]);
    expect(result).not.toHaveProperty("structuredContent");
    expect(result).not.toHaveProperty("isError");
    expect(JSON.parse(textOf(result))).toEqual({
      success: true,
      end: "done",
      result: "As told.",
      steps: [
        {
          number: 1,
          action: "gui_type",
          input: { text: "done" },
          outcome: "ok",
          elapsedMs: expect.any(Number),
        },
      ],
      screenshot: expect.objectContaining({ imageWidth: 1280, imageHeight: 800, mimeType: "image/jpeg" }),
    });
    await app.waitForState("the text", ({ entry }) => entry === "done");
  });

  test.each([
    ["gave_up", "task_failed"],
    ["stuck", "task_failed"],
    ["failures", "task_failed"],
    ["max_steps", "limit_exceeded"],
  ] as const)(
    "when it ended with %s is an error that says so first, with the steps so far",
    async (end, code) => {
      const task = startTask(agent.client, script(call("gui_type", { text: "x" }), { does: "end", end }));
      const result = await task.result;
      expect(result.content.map(({ type }) => type)).toEqual(["text", "image"]);
      expect(result.isError).toBe(true);
      expect(await task.report()).toMatchObject({
        success: false,
        end,
        steps: [{ action: "gui_type" }],
        error: { code, message: expect.any(String), remedy: expect.any(String) },
      });
    },
  );

  test("counts up its progress, one notification a step", async () => {
    const task = startTask(
      agent.client,
      script(call("gui_type", { text: "a" }), call("gui_press_key", { key: "nonsense" })),
    );
    await task.report();
    expect(task.messages).toEqual([
      "The task has begun, with 50 steps at most",
      'Step 1: gui_type "a"',
      expect.stringContaining("Step 2: gui_press_key nonsense failed (invalid_input): "),
      "The task is done: As told.",
    ]);
    expect(task.progress).toEqual([1, 2, 3, 4]);
  });
});

describe("the calls of a task", () => {
  const entries = z.object({
    entries: z.array(z.looseObject({ session: z.string(), operation: z.string(), outcome: z.string() })),
  });

  test("are bound by the same policy as any, and recorded without their secrets", async () => {
    const task = startTask(
      agent.client,
      script(
        call("gui_hotkey", { keys: ["alt", "f4"] }),
        call("gui_type", { text: "pass-word", secret: true }),
        call("gui_execute_task", { task: script() }),
        call("gui_analyze_screen", { prompt: "What?" }),
        call("gui_click", { x: -5, y: 5 }),
      ),
    );
    const { steps } = await task.report();
    const outcomes = ["hotkey_refused", "ok", "unsupported", "unsupported", "out_of_range"];
    expect(steps.map(({ outcome }) => outcome)).toEqual(outcomes);
    await app.waitForState("the text", ({ entry }) => entry === "pass-word");
    const log = JSON.stringify(await agent.readResource("gui://audit-log"));
    // Nor in the words in which the task itself was given.
    expect(log).not.toContain("pass-word");
    expect(log).toContain("[redacted]");
    const recorded = entries.parse(JSON.parse(log)).entries.slice(-7);
    expect(recorded.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
      "gui_hotkey hotkey_refused",
      "gui_type ok",
      "gui_execute_task unsupported",
      "gui_analyze_screen unsupported",
      "gui_click out_of_range",
      "gui_screenshot ok",
      "gui_execute_task ok",
    ]);
    expect(new Set(recorded.map(({ session }) => session)).size).toBe(1);
    expect(recorded.at(-1)).toMatchObject({ result: { end: "done", steps: 5 } });
  });
});

describe("gui-agent run", () => {
  test("carries out a task, with its progress on stderr and its result on stdout", async () => {
    const { code, stdout, stderr } = await runGuiAgent(
      ["run", script(call("gui_type", { text: "ran" }))],
      started,
    );
    expect(JSON.parse(stdout)).toMatchObject({ success: true, end: "done", steps: [{ action: "gui_type" }] });
    expect(stderr).toContain('Step 1: gui_type "ran"\nThe task is done: As told.\n');
    expect(code).toBe(0);
    await app.waitForState("the text", ({ entry }) => entry === "ran");
  });

  test("ends with 1 when the task was not done", async () => {
    const { code, stdout } = await runGuiAgent(["run", script({ does: "end", end: "gave_up" })], started);
    expect(JSON.parse(stdout)).toMatchObject({
      success: false,
      end: "gave_up",
      error: { code: "task_failed" },
    });
    expect(code).toBe(1);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)(
    "stops when %s asks it to, says what had been done by then, and ends with %i",
    async (signal, exitCode) => {
      await using installation = await installGuiAgent(started);
      const { env, workingDirectory: cwd } = installation;
      const { button } = (await app.command()).rectangles;
      const task = script(call("gui_mouse_down", { x: button.x + 10, y: button.y + 10, button: "right" }), {
        does: "wait",
        ms: 600_000,
      });
      await using child = startChild([...scriptedProgram, "run", task], { env, cwd });
      await waitFor("the first step", () => child.stderr().includes("Step 1"));
      const { code, killed } = await child.stop(signal);
      expect({ code, killed }).toEqual({ code: exitCode, killed: false });
      expect(JSON.parse(child.stdout())).toMatchObject({
        end: "cancelled",
        steps: [{ action: "gui_mouse_down" }],
      });
      await app.events.waitFor("the button to go up", () =>
        app.events.all().some((event) => event.event === "button" && event.phase === "release"),
      );
    },
  );

  test.each([
    { args: ["run"], says: "run needs a task" },
    { args: ["run", " "], says: "run needs a task" },
    { args: ["run", "press", "it"], says: "in quotes" },
  ])("$args is not understood", async ({ args, says }) => {
    const { code, stderr } = await runGuiAgent(args, { display });
    expect(stderr).toContain(says);
    expect(code).toBe(2);
  });

  test("without a key says which variables to set", async () => {
    const { code, stdout } = await runGuiAgent(["run", "Press the button."], { display });
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "model_unavailable" } });
    expect(stdout).toContain("ANTHROPIC_API_KEY");
    expect(code).toBe(1);
  });

  test("with a variable that is no key says so at once, without its text", async () => {
    const env = { ANTHROPIC_API_KEY: "secret-one\nX-Injected: 1" };
    const { code, stdout, stderr } = await runGuiAgent(["run", "Press the button."], { display, env });
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "invalid_input", message: expect.stringContaining("ANTHROPIC_API_KEY is no key") },
    });
    expect(stdout + stderr).not.toContain("secret-one");
    expect(code).toBe(1);
  });
});
