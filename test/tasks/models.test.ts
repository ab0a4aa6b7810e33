import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { openGtkApp } from "../support/gtk-app.ts";
import { scriptedProgram, startGuiAgent } from "../support/gui-agent.ts";
import { lendingClient } from "../support/lending-client.ts";
import { startModelServer } from "../support/model-servers/model-server.ts";
import { script } from "../support/scripted-task.ts";
import { startTask } from "../support/started-task.ts";
import { textOf } from "../support/tool-client.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const app = resources.use(await openGtkApp(server));
const { display } = server;
const command = scriptedProgram;
const agent = resources.use(await startGuiAgent({ command, display }));

beforeEach(() => app.events.clear());

describe("without a key", () => {
  test.each([
    ["gui_execute_task", { task: script() }],
    ["gui_analyze_screen", { prompt: "What is there?" }],
  ])("%s says which variables to set", async (tool, input) => {
    const { code, remedy } = await agent.callFailing(tool, input);
    expect(code).toBe("model_unavailable");
    expect(remedy).toContain("ANTHROPIC_API_KEY or GUI_AGENT_API_KEY");
    expect(remedy).toContain("GUI_AGENT_BASE_URL");
  });

  test("gui://status says so, without its being tried", async () => {
    expect(await agent.readResource("gui://status")).toMatchObject({
      visionModel: {
        provider: "anthropic",
        model: "claude-sonnet-4-20250514",
        problem: expect.stringContaining("no key"),
      },
    });
  });

  test("a task that waits for nothing is refused before it waits for another", async () => {
    const { client } = lendingClient(true, () => ({ role: "assistant", model: "m", content: [] }));
    await using lender = await agent.connect({ client });
    const running = startTask(lender.client, script({ does: "wait", ms: 600_000 }));
    await running.heard("The task has begun");
    expect(await agent.callFailing("gui_execute_task", { task: script() })).toMatchObject({
      code: "model_unavailable",
    });
    running.cancel();
  });

  test("the client's own model acts, if it takes tools", async () => {
    const { button } = (await app.command()).rectangles;
    const target = { x: button.x + 10, y: button.y + 10 };
    const { client, asked } = lendingClient(true, () => ({
      role: "assistant",
      model: "claude-of-the-client",
      stopReason: "toolUse",
      content: [
        { type: "text", text: "I press it." },
        { type: "tool_use", id: "1", name: "gui_click", input: target },
      ],
    }));
    await using lender = await agent.connect({ client });
    const task = startTask(lender.client, script({ does: "choose", tool: "gui_click" }));
    expect(await task.report()).toMatchObject({ success: true, steps: [{ action: "gui_click" }] });
    await app.events.waitFor("the click", () =>
      app.events.all().some((event) => event.event === "button" && event.phase === "press"),
    );
    expect(asked).toMatchObject([
      {
        systemPrompt: "You act.",
        messages: [{ role: "user", content: [{ type: "text", text: "Act." }] }],
        tools: [{ name: "gui_click", inputSchema: { type: "object" } }],
      },
    ]);
  });

  test("a call that the client's model did not finish is not executed", async () => {
    const { client } = lendingClient(true, () => ({
      role: "assistant",
      model: "m",
      stopReason: "maxTokens",
      content: { type: "tool_use", id: "1", name: "gui_click", input: { x: 1, y: 2 } },
    }));
    await using lender = await agent.connect({ client });
    const task = startTask(lender.client, script({ does: "choose", tool: "gui_click" }));
    expect(await task.report()).toMatchObject({ steps: [{ outcome: "model_declined" }] });
    // It answers once it has seen whatever was done.
    await app.command();
    expect(app.events.all().filter(({ event }) => event === "button")).toEqual([]);
  });

  test("the client's model describes the screen, also without tools", async () => {
    const { client, asked } = lendingClient(false, () => ({
      role: "assistant",
      model: "m",
      content: { type: "text", text: "A window with a button." },
    }));
    await using lender = await agent.connect({ client });
    const { analysis, imageWidth, imageHeight } = await lender.call("gui_analyze_screen", {
      prompt: "What?",
    });
    // What the family of this client's models takes unresized.
    expect({ analysis, imageWidth, imageHeight }).toEqual({
      analysis: "A window with a button.",
      imageWidth: 1280,
      imageHeight: 800,
    });
    expect(asked[0]?.messages[0]?.content).toMatchObject([
      { type: "image", mimeType: "image/jpeg" },
      { type: "text", text: "What?" },
    ]);
    const { code, message } = await lender.callFailing("gui_execute_task", { task: script() });
    expect(code).toBe("model_unavailable");
    expect(message).toContain("without tools");
  });

  test("what the client's model says of the screen is marked where it was cut off", async () => {
    const { client } = lendingClient(false, () => ({
      role: "assistant",
      model: "m",
      stopReason: "maxTokens",
      content: { type: "text", text: "A window with a" },
    }));
    await using lender = await agent.connect({ client });
    const { analysis } = await lender.call("gui_analyze_screen", { prompt: "What?" });
    expect(analysis).toMatch(/^A window with a… \[.*cut off/);
  });

  test("a client that refuses is told so", async () => {
    const { client } = lendingClient(true, () => {
      throw new Error("The user said no");
    });
    await using lender = await agent.connect({ client });
    const { code, message } = await lender.callFailing("gui_analyze_screen", { prompt: "What?" });
    expect(code).toBe("model_unavailable");
    expect(message).toContain("The user said no");
  });
});

describe("with a model of its own", () => {
  test("gui_analyze_screen shows it the screen, and does not wait for a task", async () => {
    const seen: number[] = [];
    await using models = await startModelServer("openai", async ({ images, model }) => {
      for (const { bytes } of images) seen.push((await new Bun.Image(bytes).metadata()).width);
      return { text: `${model} sees ${images.length} picture` };
    });
    const env = {
      GUI_AGENT_PROVIDER: "openai",
      GUI_AGENT_BASE_URL: models.baseUrl,
      GUI_AGENT_MODEL: "gpt-4o",
    };
    await using own = await startGuiAgent({ command, display, env });
    await using other = await own.connect();
    const running = startTask(own.client, script({ does: "wait", ms: 600_000 }));
    await running.heard("The task has begun");
    expect(await other.call("gui_analyze_screen", { prompt: "What?" })).toMatchObject({
      analysis: "gpt-4o sees 1 picture",
    });
    const named = { prompt: "What?", model: "another-model" };
    expect(await other.call("gui_analyze_screen", named)).toMatchObject({
      analysis: "another-model sees 1 picture",
    });
    running.cancel();
    expect(await other.readResource("gui://status")).toMatchObject({
      visionModel: { provider: "openai", model: "gpt-4o", problem: null },
    });
    expect(seen).toHaveLength(2);
    expect(
      textOf(
        await other.callRaw("gui_execute_task", {
          task: script({ does: "ask", prompt: "?" }),
          model: "third",
        }),
      ),
    ).toContain("third sees 0 picture");
  });
});
