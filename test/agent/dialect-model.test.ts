import { describe, expect, test } from "bun:test";
import { noAction, withToolCalls } from "../../src/agent/dialect-model.ts";
import type { Message } from "../../src/models/port.ts";
import { inTurn, openFormStage } from "../support/form-stage.ts";
import { startModelServer } from "../support/model-servers/model-server.ts";
import type { ModelAnswer, ModelRequest } from "../support/model-servers/wire-format.ts";
import { runRecordedTask } from "../support/recorded-task.ts";
import { openModelAt } from "../support/vision-model.ts";

const protocols = ["anthropic", "openai", "openai-responses", "gemini"] as const;
const tools = ["gui_click", "gui_type", "gui_press_key", noAction, "done"];

/** What a model of the family says, one answer after the other. */
async function speak(protocol: (typeof protocols)[number], model: string, answers: readonly ModelAnswer[]) {
  await using server = await startModelServer(
    protocol,
    (_request, count): ModelAnswer => answers[count - 1] ?? { calls: [] },
  );
  const opened = withToolCalls(await openModelAt(protocol, server.baseUrl, { model }));
  const { calls, messages } = await runRecordedTask(opened, tools, { longest: answers.length });
  return { calls, messages, requests: server.requests };
}

/** Who spoke, and what was said. */
function conversation({ messages }: ModelRequest): readonly string[] {
  return messages.map(
    ({ role, parts }) =>
      `${role}: ${parts.map((part) => (part.type === "text" ? part.text : part.type)).join(" | ")}`,
  );
}

const thoughtful =
  "Thought: There is a field.\nAction: click(start_box='(10,20)')\n\ntype(content='你好\\n')";

describe.each(protocols)("by %s a model that answers in text", (protocol) => {
  test("has its actions executed in order, and is told in words what came of them", async () => {
    const { calls, messages, requests } = await speak(protocol, "ui-tars-1.5-7b", [
      { text: thoughtful },
      { text: "Thought: It is sent.\nAction: finished(content='Sent.')" },
    ]);
    expect(calls).toEqual([
      { name: "gui_click", input: { x: 10, y: 20, button: "left", count: 1 } },
      { name: "gui_type", input: { text: "你好" } },
      { name: "gui_press_key", input: { key: "enter" } },
      { name: "done", input: { result: "Sent." } },
    ]);
    const said = messages.flatMap((message) =>
      message.role === "assistant" ? message.content.filter(({ type }) => type === "text") : [],
    );
    expect(said).toEqual([
      { type: "text", text: "There is a field." },
      { type: "text", text: "It is sent." },
    ]);
    const [first, second] = requests;
    if (first === undefined || second === undefined) throw new Error("There are not two requests.");
    expect(first.tools).toEqual([]);
    expect(first.system).toStartWith("You operate a computer.");
    expect(first.system).toContain("left_double(");
    expect(second.system).toBe(first.system);
    expect(conversation(second)).toEqual([
      "user: Do it.",
      `assistant: ${thoughtful}`,
      "user: gui_click was done. | gui_type was done. | gui_press_key was done.",
    ]);
  });
});

test.each([
  ["what cannot be read", { text: "Action: click(start_box='(10,20)" }, "no closing '"],
  ["what was cut off after a whole action", { text: thoughtful, isCut: true }, "cut off"],
  ["what was cut off within an action", { text: "Action: click(start_box=", isCut: true }, "cut off"],
  ["silence", { text: "" }, "no action"],
  ["prose", { text: "I would click on the button." }, "no action"],
] as const)("of %s nothing is executed, and the model is told why", async (_what, answer, mention) => {
  const { calls, requests } = await speak("openai", "ui-tars-1.5-7b", [
    answer,
    { text: "Action: click(start_box='(1,2)')" },
  ]);
  expect(calls).toEqual([{ name: "gui_click", input: { x: 1, y: 2, button: "left", count: 1 } }]);
  const [, second] = requests;
  const [said] = second === undefined ? [] : conversation(second).slice(-1);
  expect(said).toStartWith("user: ");
  const roles = second?.messages.map(({ role }) => role) ?? [];
  expect(roles.filter((role, place) => role === roles[place + 1])).toEqual([]);
  expect(said).toContain(mention);
  expect(said).toContain("Nothing of the answer was executed.");
});

/** A call that a server has taken out of the text. */
function called(args: Readonly<Record<string, unknown>> | string) {
  return { name: "computer_use", arguments: args };
}

test("a server that makes tool calls of the text changes nothing for the model", async () => {
  const click = { action: "left_click", coordinate: [1, 2] };
  const { calls, messages, requests } = await speak("openai", "qwen3-vl-plus", [
    { text: "<think>So.</think>\n\nI click.", calls: [called(click)] },
    { calls: [called({ action: "type", text: "</tool_call>\n" })] },
    { text: "It is sent.", calls: [called({ action: "terminate", status: "success" })] },
  ]);
  expect(calls).toEqual([
    { name: "gui_click", input: { x: 1, y: 2, button: "left", count: 1 } },
    { name: "gui_type", input: { text: "</tool_call>" } },
    { name: "gui_press_key", input: { key: "enter" } },
    { name: "done", input: { result: "It is sent." } },
  ]);
  expect(JSON.stringify(messages)).not.toContain("<think>");
  const [, second] = requests;
  expect(second && conversation(second)).toEqual([
    "user: Do it.",
    `assistant: I click.\n<tool_call>\n${JSON.stringify(called(click))}\n</tool_call>`,
    "user: gui_click was done.",
  ]);
});

test.each([
  [
    "that is not whole",
    [called('{"action": "left_click", "coordinate": [1, 2')],
    "not one complete JSON object",
  ],
  ["of no action", [called({ action: "fly" })], "There is no action fly"],
  [
    "beside one that is wrong",
    [called({ action: "left_click", coordinate: [1, 2] }), called({ action: "left_click" })],
    "left_click is not as it should be",
  ],
  [
    "beside one of another function",
    [called({ action: "left_click", coordinate: [1, 2] }), { name: "gui_click", arguments: { x: 1, y: 2 } }],
    "A call looks like",
  ],
] as const)(
  "a call made by a server %s is not executed, and the model is told why",
  async (_what, made, why) => {
    const { calls, requests } = await speak("openai", "qwen3-vl-plus", [
      { text: "I click.", calls: made },
      { calls: [called({ action: "key", keys: ["enter"] })] },
    ]);
    expect(calls).toEqual([{ name: "gui_press_key", input: { key: "enter" } }]);
    const [, second] = requests;
    const [said] = second === undefined ? [] : conversation(second).slice(-1);
    expect(said).toContain(why);
    expect(said).toContain("Nothing of the answer was executed.");
  },
);

test("a form is filled in by a model whose calls the server takes out of the text", async () => {
  await using stage = await openFormStage();
  const password = "correct horse";
  const { result } = await stage.run(
    ({ entry, button }) =>
      inTurn([
        { calls: [called({ action: "left_click", coordinate: [entry.x, entry.y] })] },
        { calls: [called({ action: "type", text: password, secret: true })] },
        { calls: [called({ action: "left_click", coordinate: [button.x, button.y] })] },
        { calls: [called({ action: "answer", text: "It is sent." })] },
      ]),
    { protocol: "openai", modelName: "qwen2.5-vl-7b" },
  );
  expect(result).toMatchObject({ end: "done", result: "It is sent.", error: undefined });
  expect(result.steps.map(({ action, outcome }) => [action, outcome])).toEqual([
    ["gui_click", "ok"],
    ["gui_type", "ok"],
    ["gui_click", "ok"],
  ]);
  expect(JSON.stringify(result.steps)).not.toContain(password);
  await stage.form.events.waitFor(
    "the button",
    (event) => event.event === "clicked" && event.text === password,
  );
});

test("calls of the task's own tools are executed, though the model was not told of them", async () => {
  const { calls, requests } = await speak("openai", "qwen3-vl-plus", [
    { calls: [{ name: "gui_click", arguments: { x: 1, y: 2 } }] },
    { calls: [{ name: "gui_click", arguments: '{"x": 1, "y": 2' }] },
  ]);
  expect(calls).toEqual([{ name: "gui_click", input: { x: 1, y: 2 } }]);
  expect(JSON.stringify(requests[1]?.messages)).not.toContain("Nothing of the answer");
});

test.each([
  ["cogagent-9b", [2]],
  ["qwen3-vl-plus", [1, 2]],
] as const)("%s is shown pictures %j of two", async (name, shown) => {
  await using server = await startModelServer("openai", () => ({ text: "I see." }));
  const model = withToolCalls(await openModelAt("openai", server.baseUrl, { model: name }));
  const messages = [1, 2].map(
    (number): Message => ({
      role: "user",
      content: [
        { type: "text", text: `Picture ${number}` },
        { type: "image", data: new Uint8Array([number]).toBase64(), mimeType: "image/jpeg" },
      ],
      timestamp: 0,
    }),
  );
  await (await model.stream(model.loopModel, { messages })).result();
  const [request] = server.requests;
  expect(request?.images.map(({ bytes }) => bytes[0])).toEqual([...shown]);
  expect(JSON.stringify(request?.messages)).toContain("Picture 1");
});

test("a model that cannot be reached fails as it does without a dialect", async () => {
  await using server = await startModelServer("openai", () => ({ status: 400, message: "no such model" }));
  const model = withToolCalls(await openModelAt("openai", server.baseUrl, { model: "ui-tars-7b" }));
  const reply = await (await model.stream(model.loopModel, { messages: [] })).result();
  expect(reply).toMatchObject({ stopReason: "error", content: [] });
  expect(model.failureOf(reply)).toMatchObject({ code: "model_unavailable" });
});

test("a model that calls tools is left as it is", async () => {
  const model = await openModelAt("anthropic", "http://127.0.0.1:9", { model: "claude-sonnet-4-20250514" });
  expect(withToolCalls(model)).toBe(model);
});
