import { describe, expect, test } from "bun:test";
import type { ModelContext } from "../../src/models/port.ts";
import { startModelServer } from "../support/model-servers/model-server.ts";
import { openModelAt } from "../support/vision-model.ts";

const protocols = ["anthropic", "openai", "openai-responses", "gemini"] as const;

/** Pictures that differ; providers do not look into them here. */
const pictures = [1, 2].map((seed) => Uint8Array.from({ length: 300 }, (_, index) => (index * seed) % 256));
const [first = new Uint8Array(), second = new Uint8Array()] = pictures;
const picture = (bytes: Uint8Array) =>
  ({ type: "image", data: bytes.toBase64(), mimeType: "image/jpeg" }) as const;

const schema = {
  type: "object",
  properties: { x: { type: "integer", minimum: 0, maximum: 999, description: "从左边" } },
  required: ["x"],
};
const context = (): ModelContext => ({
  systemPrompt: "You look at the screen. 你好。",
  messages: [
    { role: "user", content: [{ type: "text", text: "Press “好”." }, picture(first)], timestamp: 0 },
  ],
  tools: [{ name: "click", description: "Clicks.", parameters: schema }],
});

describe.each(protocols)("a request by %s", (protocol) => {
  test("brings the task, the pictures and the tools to the model, and its call back", async () => {
    await using server = await startModelServer(protocol, (_request, count) =>
      count === 1
        ? { text: "I click.", calls: [{ name: "click", arguments: { x: 5 } }] }
        : { text: "Pressed." },
    );
    const model = await openModelAt(protocol, server.baseUrl);
    const talk = context();
    const reply = await (await model.stream(model.loopModel, talk)).result();
    expect(reply.stopReason).toBe("toolUse");
    const call = reply.content.find((part) => part.type === "toolCall");
    if (call === undefined) throw new Error("There is no call.");
    expect(call).toMatchObject({ name: "click", arguments: { x: 5 } });
    expect(model.refusalOf(call.id)).toBeUndefined();

    const content = [{ type: "text", text: "Clicked." } as const, picture(second)];
    const { id: toolCallId, name: toolName } = call;
    talk.messages.push(reply, {
      role: "toolResult",
      toolCallId,
      toolName,
      content,
      isError: false,
      timestamp: 0,
    });
    const end = await (await model.stream(model.loopModel, talk)).result();
    expect(end).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "Pressed." }] });

    const [, request] = server.requests;
    expect(request).toMatchObject({
      model: "some-model",
      system: "You look at the screen. 你好。",
      maxTokens: 4096,
    });
    expect(request?.images.map(({ bytes }) => bytes)).toEqual([first, second]);
    expect(request?.tools).toMatchObject([{ name: "click", description: "Clicks.", schema }]);
    const texts = request?.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => ("text" in part ? [part.text] : [])),
    );
    expect(texts?.join("\n")).toContain("Press “好”.\nI click.\nClicked.");
  });

  test("asks for a plain answer", async () => {
    await using server = await startModelServer(protocol, ({ images, tools, maxTokens }) => ({
      text: `${images.length} picture, ${tools.length} tools, ${maxTokens} tokens`,
    }));
    const model = await openModelAt(protocol, server.baseUrl);
    const { messages } = context();
    const { signal } = new AbortController();
    const said = await model.complete({ system: "You describe.", messages, signal });
    expect(said).toBe("1 picture, 0 tools, 4096 tokens");
  });

  test("for a plain answer that was cut off says so", async () => {
    await using server = await startModelServer(protocol, () => ({ text: "A button and", isCut: true }));
    const model = await openModelAt(protocol, server.baseUrl);
    const { signal } = new AbortController();
    const said = await model.complete({ system: "", messages: context().messages, signal });
    expect(said).toMatch(/^A button and… \[.*cut off/);
    const whole = model.complete({ system: "", messages: context().messages, signal, mustBeWhole: true });
    await expect(whole).rejects.toMatchObject({
      code: "model_unavailable",
      message: "The answer of some-model was cut off at its greatest length.",
    });
  });

  test("that is answered with nothing fails", async () => {
    await using server = await startModelServer(protocol, () => ({ text: " " }));
    const model = await openModelAt(protocol, server.baseUrl);
    const { signal } = new AbortController();
    await expect(model.complete({ system: "", messages: context().messages, signal })).rejects.toMatchObject({
      code: "model_unavailable",
      message: "some-model answered without a word.",
    });
  });

  test("for a plain answer leaves the refusals of the task's last reply alone", async () => {
    await using server = await startModelServer(protocol, (_request, count) =>
      count === 1 ? { calls: [{ name: "click", arguments: { x: 5 } }], isCut: true } : { text: "A summary." },
    );
    const model = await openModelAt(protocol, server.baseUrl);
    const reply = await (await model.stream(model.loopModel, context())).result();
    const { signal } = new AbortController();
    await model.complete({ system: "You sum up.", messages: context().messages, signal });
    expect(reply.stopReason).toBe("length");
    const ids = reply.content.flatMap((part) => (part.type === "toolCall" ? [part.id] : []));
    expect(ids.map((id) => model.refusalOf(id))).toEqual([expect.stringContaining("cut off")]);
  });
});

test.each(["gpt-5", "gpt-5-pro", "o3", "gpt-9-of-tomorrow"])(
  "%s gets its thoughts back with its calls",
  async (name) => {
    const [thought, calls] = ["There is a button.", [{ name: "click", arguments: { x: 5 } }]];
    await using server = await startModelServer("openai-responses", (_request, count) =>
      count === 1 ? { thought, calls } : { text: "Pressed." },
    );
    const model = await openModelAt("openai-responses", server.baseUrl, { model: name });
    const talk = context();
    const reply = await (await model.stream(model.loopModel, talk)).result();
    const [call] = reply.content.filter((part) => part.type === "toolCall");
    if (call === undefined) throw new Error(`There is no call: ${reply.errorMessage}`);
    const content = [{ type: "text", text: "Clicked." } as const];
    const result = { toolCallId: call.id, toolName: call.name, content, isError: false, timestamp: 0 };
    talk.messages.push(reply, { role: "toolResult", ...result });
    const end = await (await model.stream(model.loopModel, talk)).result();
    expect(end).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "Pressed." }] });
    expect(JSON.stringify(server.requests[1]?.messages)).toContain(thought);
  },
);

test.each(["gpt-4o", "gpt-5-chat-latest", "computer-use-preview"])(
  "%s is not told how to think",
  async (name) => {
    await using server = await startModelServer("openai-responses", () => ({ text: "Here." }));
    const model = await openModelAt("openai-responses", server.baseUrl, { model: name });
    const { signal } = new AbortController();
    expect(await model.complete({ system: "", messages: context().messages, signal })).toBe("Here.");
  },
);

test("requests at the same time keep to their own models and keys", async () => {
  await using one = await startModelServer("openai", () => ({ text: "one" }));
  await using other = await startModelServer("gemini", () => ({ text: "other" }));
  const models = [
    await openModelAt("openai", one.baseUrl, { key: "key-of-one" }),
    await openModelAt("gemini", other.baseUrl, { key: "key-of-other" }),
  ];
  const { signal } = new AbortController();
  const questions = Array.from({ length: 10 }, () =>
    models.map((model) => model.complete({ system: "", messages: context().messages, signal })),
  );
  expect(new Set(await Promise.all(questions.flat()))).toEqual(new Set(["one", "other"]));
  expect(one.requests).toHaveLength(10);
  expect(other.requests).toHaveLength(10);
  expect(JSON.stringify(one.requests)).not.toContain("key-of-other");
  expect(JSON.stringify(other.requests)).not.toContain("key-of-one");
});

test.each([
  ["anthropic", "claude-sonnet-4-20250514", 200_000, 8192],
  ["anthropic", "claude-of-tomorrow", 32_768, 4096],
  ["gemini", "gemini-2.5-flash", 1_048_576, 8192],
  ["openai-responses", "gpt-5", 400_000, 8192],
  ["openai", "gpt-5", 400_000, 8192],
  ["openai", "Qwen/Qwen2.5-VL-7B-Instruct", 32_768, 4096],
] as const)("%s, %s: %i tokens at most, %i in a reply", async (protocol, name, contextWindow, maxTokens) => {
  await using server = await startModelServer(protocol, () => ({ text: "Here." }));
  const model = await openModelAt(protocol, server.baseUrl, { model: name });
  expect(model.loopModel).toMatchObject({ contextWindow, maxTokens, input: ["text", "image"] });
  const { signal } = new AbortController();
  expect(await model.complete({ system: "", messages: context().messages, signal })).toBe("Here.");
  expect(server.requests[0]).toMatchObject({ model: name, maxTokens });
});

test("a model's own coordinates are known, unless settings say otherwise", async () => {
  const gemini = await openModelAt("gemini", "http://127.0.0.1:9", { model: "gemini-2.5-pro" });
  expect(gemini).toMatchObject({ name: "gemini-2.5-pro", profile: { mode: "normalized-999", order: "yx" } });
  const set = await openModelAt("openai", "http://127.0.0.1:9/v1", { coordinateMode: "normalized-0-1" });
  expect(set.profile.mode).toBe("normalized-0-1");
});
