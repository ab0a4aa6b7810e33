import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { startChild } from "../support/child.ts";
import { decode, findPatch, formOracle } from "../support/form-oracle.ts";
import { call, inTurn } from "../support/form-stage.ts";
import { formColors, openGtkForm } from "../support/gtk-form.ts";
import { type GuiAgentOptions, runGuiAgent, startGuiAgent } from "../support/gui-agent.ts";
import { installGuiAgent } from "../support/installation.ts";
import { lendingClient, lent } from "../support/lending-client.ts";
import { coverScreen } from "../support/locker.ts";
import { type Model, type ModelServer, startModelServer } from "../support/model-servers/model-server.ts";
import { startTask } from "../support/started-task.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const form = resources.use(await openGtkForm(server, { x: 200, y: 150, width: 700, height: 500 }));
const text = "你好，世界";
const task = `Write ${text} into the field, then press the button.`;

beforeEach(() => form.reset());

/** The compiled file, set up for a model behind a server. */
function setUp(
  models: ModelServer,
  provider: string,
  model: string,
  env: Record<string, string> = {},
): GuiAgentOptions {
  return {
    display: server.display,
    env: {
      GUI_AGENT_PROVIDER: provider,
      GUI_AGENT_MODEL: model,
      GUI_AGENT_BASE_URL: models.baseUrl,
      GUI_AGENT_STEP_DELAY_MS: "200",
      ...env,
    },
  };
}

describe.each([
  { provider: "anthropic", protocol: "anthropic", model: "claude-sonnet-4-20250514" },
  { provider: "openai", protocol: "openai", model: "some-model-of-tomorrow" },
  { provider: "gemini", protocol: "gemini", model: "gemini-2.5-pro" },
  { provider: "openai", protocol: "openai", model: "bytedance/ui-tars-1.5-7b" },
] as const)("$model", ({ provider, protocol, model }) => {
  test("fills in a form for an MCP client", async () => {
    await using models = await startModelServer(protocol, formOracle(model, text));
    await using agent = await startGuiAgent(setUp(models, provider, model));
    const started = startTask(agent.client, task);
    expect(await started.report()).toMatchObject({ success: true, end: "done" });
    await form.events.waitFor("the button", (event) => event.event === "clicked" && event.text === text);
    // The last picture is of the form as it was left.
    const [picture] = (await started.result).content;
    if (picture?.type !== "image") throw new Error("There is no picture.");
    expect(findPatch(await decode(Uint8Array.fromBase64(picture.data)), formColors.pressed)).toBeDefined();
    expect(started.messages.filter((heard) => heard.startsWith("Step")).join()).toContain("gui_type");
  });
});

test("gui-agent run fills in a form by itself", async () => {
  const model = "claude-sonnet-4-20250514";
  await using models = await startModelServer("anthropic", formOracle(model, text));
  const { code, stdout, stderr } = await runGuiAgent(["run", task], setUp(models, "anthropic", model));
  expect(JSON.parse(stdout)).toMatchObject({ success: true, end: "done" });
  expect(stderr).toContain("Step 1: ");
  // The library of model calls has advice for programmers about this model, with every request.
  expect(stderr).not.toContain("deprecated");
  expect(code).toBe(0);
  await form.events.waitFor("the button", (event) => event.event === "clicked" && event.text === text);
});

test("gui-agent run gives up after the time that it is given, and says of variables that are no settings", async () => {
  await using models = await startModelServer("openai", () => ({ without: "answer" }));
  const misspelt = { GUI_AGENT_MAX_SECOND: "9" };
  const { code, stdout, stderr } = await runGuiAgent(
    ["run", task, "--max-seconds", "1"],
    setUp(models, "openai", "some-model", misspelt),
  );
  expect(JSON.parse(stdout)).toMatchObject({
    success: false,
    end: "max_seconds",
    error: { code: "timed_out" },
  });
  expect(stderr).toContain("GUI_AGENT_MAX_SECOND is not a setting");
  expect(code).toBe(1);
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "gui-agent run that %s stops ends with %i, as what a signal has ended",
  async (signal, exitCode) => {
    await using models = await startModelServer("openai", () => ({ without: "answer" }));
    await using installation = await installGuiAgent(setUp(models, "openai", "some-model"));
    const { program, env, workingDirectory: cwd } = installation;
    await using child = startChild([program, "run", task], { env, cwd });
    await waitFor("the model to be asked", () => models.requests.length > 0);
    expect(await child.stop(signal)).toEqual({ code: exitCode, signal: null, killed: false });
    expect(JSON.parse(child.stdout())).toMatchObject({ end: "cancelled" });
  },
);

test("a client's own model fills in a form, if it is lent with tools", async () => {
  await using agent = await startGuiAgent({
    display: server.display,
    env: { GUI_AGENT_STEP_DELAY_MS: "200" },
  });
  const { client, asked } = lendingClient(true, lent(formOracle("claude", text)));
  await using lender = await agent.connect({ client });
  expect(await startTask(lender.client, task).report()).toMatchObject({ success: true, end: "done" });
  await form.events.waitFor("the button", (event) => event.event === "clicked" && event.text === text);
  expect(asked[0]?.tools?.map(({ name }) => name)).toContain("gui_click");
});

test("a password that a task types is told nowhere, though the task and the model have it in their words", async () => {
  const password = "correct horse";
  const secret = { name: "gui_type", arguments: { text: password, secret: true } };
  const finish = Promise.withResolvers<void>();
  await using models = await startModelServer("openai", async (_request, count) => {
    if (count === 1)
      return { text: `Next I type ${password}.`, calls: [{ name: "gui_wait", arguments: { ms: 0 } }] };
    if (count === 2) return { text: `I type ${password}.`, calls: [secret] };
    if (count === 3) return call("gui_clipboard_write", { text: `It is ${password}` });
    await finish.promise;
    return call("done", { result: "It is typed." });
  });
  await using agent = await startGuiAgent(setUp(models, "openai", "some-model"));
  const started = startTask(agent.client, `Type the password ${password} and press Enter.`);
  await started.heard("Step 3: gui_clipboard_write");
  const status = JSON.stringify(await agent.readResource("gui://status"));
  expect(status).toContain("Type the password [redacted] and press Enter.");
  expect(status).toContain("It is [redacted]");
  finish.resolve();
  const { steps } = await started.report();
  expect(steps).toMatchObject([
    { said: "Next I type [redacted]." },
    { said: "I type [redacted].", input: { text: "[redacted, 13 characters]" } },
    { action: "gui_clipboard_write", input: { text: "It is [redacted]" } },
  ]);
  expect(started.messages).toContain('Step 2: gui_type "[redacted, 13 characters]". I type [redacted].');
  const audit = JSON.stringify(await agent.readResource("gui://audit-log"));
  expect(audit).toContain("Type the password [redacted] and press Enter.");
  expect(status + JSON.stringify(steps) + audit + agent.stderr()).not.toContain(password);
});

test("a password is told nowhere in part, where a text is cut that it is in", async () => {
  const password = "correct horse";
  /** Longer than what is kept of any text, with half of the password before where it is cut. */
  const around = (longest: number) => `${"x".repeat(longest - 7)} ${password} ${"y".repeat(longest)}`;
  const finish = Promise.withResolvers<void>();
  await using models = await startModelServer("openai", async (_request, count) => {
    if (count === 1) return call("gui_type", { text: password, secret: true });
    if (count === 2) return { ...call("gui_clipboard_write", { text: around(400) }), text: around(400) };
    if (count === 3) return { ...call("gui_clipboard_write", { text: around(40) }), text: around(200) };
    await finish.promise;
    return call("done", { result: around(200) });
  });
  await using agent = await startGuiAgent(setUp(models, "openai", "some-model"));
  const started = startTask(agent.client, `${around(400)} Type the password.`);
  await started.heard("Step 3: gui_clipboard_write");
  const status = JSON.stringify(await agent.readResource("gui://status"));
  finish.resolve();
  const { steps } = await started.report();
  expect(steps).toMatchObject([
    { input: { text: "[redacted, 13 characters]" } },
    { input: { text: expect.stringContaining("x [redac") }, said: expect.stringContaining("x [redac") },
    { input: { text: expect.stringContaining("x [redacted] y") } },
  ]);
  expect(started.messages.at(-1)).toContain("x [red");
  const audit = JSON.stringify(await agent.readResource("gui://audit-log"));
  const told = [status, JSON.stringify(steps), started.messages.join(), audit, agent.stderr()];
  for (const each of told) expect(each).not.toContain(password.slice(0, 4));
});

test("a password is told nowhere whose call was refused, nor in the name of a tool that there is not", async () => {
  const password = "S3cret!Pass";
  const finish = Promise.withResolvers<void>();
  await using models = await startModelServer("openai", async (_request, count) => {
    if (count === 1)
      return {
        text: `I type ${password}.`,
        calls: [{ name: "gui_type", arguments: { text: password, secret: true, quickly: true } }],
      };
    if (count === 2) return call(`nosuch_${password}`, {});
    if (count === 3) return call(`${"x".repeat(395)}${password}`, {});
    await finish.promise;
    return call("done", { result: `I could not type ${password}.` });
  });
  await using agent = await startGuiAgent(setUp(models, "openai", "some-model"));
  const started = startTask(agent.client, task);
  await started.heard("Step 3: xxx");
  const status = JSON.stringify(await agent.readResource("gui://status"));
  finish.resolve();
  const { steps } = await started.report();
  expect(steps).toMatchObject([
    { action: "gui_type", outcome: "invalid_input", said: "I type [redacted]." },
    { action: "nosuch_[redacted]", outcome: "unknown_tool" },
    { action: expect.stringContaining("xxx[reda"), outcome: "unknown_tool" },
  ]);
  const audit = JSON.stringify(await agent.readResource("gui://audit-log"));
  const told = [status, JSON.stringify(steps), started.messages.join(), audit, agent.stderr()];
  for (const each of told) expect(each).not.toContain(password.slice(0, 4));
});

test("what a model says at length is cut once, and the length is told", async () => {
  const thought = "I look at the screen. ".repeat(100);
  await using models = await startModelServer(
    "openai",
    inTurn([{ text: thought, calls: [{ name: "gui_wait", arguments: { ms: 0 } }] }]),
  );
  await using agent = await startGuiAgent(setUp(models, "openai", "some-model"));
  const { steps } = await startTask(agent.client, task).report();
  expect(steps).toMatchObject([{ said: expect.stringMatching(/^I look .*… \[2200 characters\]$/) }]);
});

test.each([399, 198, 38])(
  "what a model says is not cut within a character (after %i others)",
  async (before) => {
    const said = `${"x".repeat(before)}${"😀".repeat(300)}`;
    await using models = await startModelServer("openai", (_request, count) =>
      count === 1
        ? { text: said, calls: [{ name: "gui_clipboard_write", arguments: { text: said } }] }
        : call("done", { result: said }),
    );
    await using agent = await startGuiAgent(setUp(models, "openai", "some-model"));
    const started = startTask(agent.client, task);
    const { steps } = await started.report();
    expect(steps).toHaveLength(1);
    const audit = JSON.stringify(await agent.readResource("gui://audit-log"));
    const told = [...steps.flatMap(({ said: words, input }) => [words, input]), ...started.messages, audit];
    // JSON writes half a character as an escape.
    for (const each of told) expect(JSON.stringify(each)).not.toMatch(/\\ud[89a-f]/i);
  },
);

describe("a desktop that cannot be driven any more", () => {
  const click = call("gui_click", { x: 20, y: 20 });

  const locked = { action: expect.any(String), outcome: "screen_locked" };
  test.each([
    ["a key", call("gui_press_key", { key: "a" }), [locked]],
    // Where the model meant to click is something else by now, and that is seen first.
    ["a click", click, [{ action: "gui_click", outcome: "stale_screenshot" }, locked]],
  ])("because it was locked ends the task with what to do about it: %s", async (_what, action, steps) => {
    await using screen = await startXServer({ size: { width: 640, height: 480 } });
    await using resources = new AsyncDisposableStack();
    await using models = await startModelServer("openai", async (_request, count) => {
      if (count === 1) resources.use(await coverScreen(screen, "i3lock"));
      return action;
    });
    const { display } = screen;
    await using agent = await startGuiAgent({ ...setUp(models, "openai", "some-model"), display });
    expect(await startTask(agent.client, task).report()).toMatchObject({
      end: "failures",
      error: {
        code: "screen_locked",
        message: expect.stringContaining("i3lock"),
        remedy: expect.stringContaining("Unlock the screen"),
      },
      steps,
    });
    expect(models.requests).toHaveLength(steps.length);
  });

  test("because it was lost ends the task with that reason, when it does not come back", async () => {
    await using screen = await startXServer({ size: { width: 640, height: 480 } });
    await using models = await startModelServer("openai", async (_request, count) => {
      if (count === 1) await screen.crash();
      return click;
    });
    const { display } = screen;
    await using agent = await startGuiAgent({ ...setUp(models, "openai", "some-model"), display });
    expect(await startTask(agent.client, task).report()).toMatchObject({
      end: "failures",
      error: { code: "display_unavailable", remedy: expect.stringContaining("X server") },
    });
  });

  test("does not end the task when it was lost and comes back", async () => {
    await using screen = await startXServer({ size: { width: 640, height: 480 } });
    await using models = await startModelServer("openai", async (_request, count) => {
      if (count === 1) await screen.crash();
      if (count === 2) await screen.restart();
      return count < 3 ? click : call("done", { result: "It is back." });
    });
    const { display } = screen;
    await using agent = await startGuiAgent({ ...setUp(models, "openai", "some-model"), display });
    expect(await startTask(agent.client, task).report()).toMatchObject({
      end: "done",
      steps: [{ outcome: "display_unavailable" }, { outcome: "ok" }],
    });
  });
});

describe("a task that is cancelled frees the desktop", () => {
  const slowly = { GUI_AGENT_STEP_DELAY_MS: "60000" };
  const phases: readonly {
    readonly phase: string;
    readonly model: Model;
    readonly env?: Record<string, string>;
    /** What the client hears when the phase has begun, beside the model having been asked. */
    readonly heard?: string;
  }[] = [
    {
      phase: "while its model answers",
      model: () => ({ text: "an answer without an end", breaks: { at: "half", how: "hangs" } }),
    },
    {
      phase: "in the pause before its model is asked again",
      model: () => ({ status: 429, headers: { "retry-after": "60" } }),
    },
    {
      phase: "in the pause after a step",
      model: inTurn([call("gui_move_mouse", { x: 20, y: 20 })]),
      env: slowly,
      heard: "Step 1: gui_move_mouse",
    },
    {
      phase: "in the middle of a tool",
      model: inTurn([
        {
          calls: [
            { name: "gui_move_mouse", arguments: { x: 20, y: 20 } },
            { name: "gui_wait", arguments: { ms: 600_000 } },
          ],
        },
      ]),
      heard: "Step 1: gui_move_mouse",
    },
  ];

  test.each(phases)("$phase", async ({ model, env, heard }) => {
    await using models = await startModelServer("openai", model);
    await using agent = await startGuiAgent(setUp(models, "openai", "some-model", env));
    await using other = await agent.connect();
    const started = startTask(agent.client, task);
    await waitFor("the model to be asked", () => models.requests.length > 0);
    if (heard !== undefined) await started.heard(heard);
    started.cancel();
    const { entry } = await form.reset();
    await other.call("gui_click", { x: entry.x + 10, y: entry.y + 10 });
    await form.events.waitFor("the other's click", (event) => event.event === "press");
    await waitFor("the request to end", () => models.open === 0);
    expect(models.requests).toHaveLength(1);
  });
});
