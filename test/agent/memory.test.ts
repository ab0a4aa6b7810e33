import { afterAll, describe, expect, test } from "bun:test";
import type { VisionModel } from "../../src/models/port.ts";
import { call, done, openFormStage } from "../support/form-stage.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { type Model, startModelServer, type WireFormatName } from "../support/model-servers/model-server.ts";
import type {
  ModelAnswer,
  ModelMessage,
  ModelRequest,
  Refusal,
} from "../support/model-servers/wire-format.ts";
import { openModelAt } from "../support/vision-model.ts";

const stage = await openFormStage();
afterAll(() => stage[Symbol.asyncDispose]());

const steps = 200;
/** What a model that nothing is known of is taken to have, in tokens. */
const contextWindow = 32_768;
/** Longer than a model may be silent, in milliseconds. */
const longSilence = 120_000;
const longestBody = 4_000_000;
const secret = "correct horse battery staple";

/** What the request takes of the model's window: a token for 3 characters, and for 750 pixels. */
function tokensOf({ system, messages, tools, images, maxTokens = 0 }: ModelRequest): number {
  const text = JSON.stringify([system, messages.map(readable), tools]);
  return text.length / 3 + images.length * ((1000 * 700) / 750) + maxTokens;
}

/** A message with a mark in place of each picture. */
function readable({ role, parts }: ModelMessage): string {
  const written = parts.map((part) => (part.type === "image" ? "[picture]" : JSON.stringify(part)));
  return `${role}: ${written.join(" ")}`;
}

/** Picture or not: only whether the rest stays the same. */
function withoutPictures(message: ModelMessage): string {
  return readable(message).replaceAll(/\[picture\]|\{[^{}]*not shown any more[^{}]*\}/g, "*");
}

/** What the model says with each step; it takes more of its window than 200 steps have room for. */
function thoughtOf(count: number): string {
  return `Thought ${count}. ${"I look at the screen and wait for it to change. ".repeat(12)}`;
}

function stepAnswer(count: number): ModelAnswer {
  const text = thoughtOf(count);
  // Texts that differ, so that the screen does.
  if (count === 1) return { text, calls: [{ name: "gui_type", arguments: { text: secret, secret: true } }] };
  return { ...call("gui_wait", { ms: 0 }), text };
}

/** Refuses what does not fit into its window, as providers do. */
function withinWindow(answer: (count: number) => ModelAnswer): Model {
  return (request, count) => {
    const tokens = tokensOf(request);
    if (tokens > contextWindow) return { status: 400, message: `The prompt is too long: ${tokens} tokens.` };
    if (request.byteLength > longestBody) return { status: 413, message: `${request.byteLength} bytes.` };
    return answer(count);
  };
}

const longTask = withinWindow((count) => (count > steps ? done : stepAnswer(count)));

interface LongTask {
  readonly model?: Model;
  readonly modelName?: string;
  /** Of the model that sums up. */
  readonly memoryProtocol?: WireFormatName;
}

async function runLongTask(
  protocol: WireFormatName,
  remember: (request: ModelRequest, count: number) => ModelAnswer | Refusal,
  { model = longTask, modelName = "some-model", memoryProtocol = "openai" }: LongTask = {},
) {
  const clock = new ManualClock();
  await using memory = await startModelServer(memoryProtocol, (request, count) => {
    const answer = remember(request, count);
    if ("without" in answer) void clock.advance(longSilence);
    return answer;
  });
  const memoryModel: VisionModel = await openModelAt(memoryProtocol, memory.baseUrl, {
    model: "memory-model",
    clock,
    warn: () => void clock.advance(60_000),
  });
  const warnings: string[] = [];
  const { result, requests } = await stage.run(() => model, {
    protocol,
    modelName,
    warn: (message) => warnings.push(message),
    memoryModel,
    maxSteps: steps + 1,
    maxSeconds: 1000,
    stepDelayMs: 0,
  });
  return { result, requests, summaries: memory.requests, warnings };
}

/** The requests between which the past was summed up, as places of the later ones. */
function prunings(requests: readonly ModelRequest[]): readonly number[] {
  return requests.flatMap(({ messages }, place) => {
    const before = requests[place - 1]?.messages ?? [];
    return messages.length < before.length ? [place] : [];
  });
}

describe.each(["anthropic", "openai", "openai-responses", "gemini"] as const)(
  "a task of 200 steps by a model that speaks %s",
  (protocol) => {
    test("never exceeds the model's window, and remembers by summaries", async () => {
      const { result, requests, summaries } = await runLongTask(protocol, (_request, count) => ({
        text: `Summary ${count}: the field was filled in.`,
      }));
      expect(result).toMatchObject({ end: "done", error: undefined });
      expect(result.steps).toHaveLength(steps);
      expect(requests).toHaveLength(steps + 1);

      // Only the newest three pictures are shown.
      expect(requests.map(({ images }) => images.length)).toEqual(
        requests.map((_, place) => Math.min(place + 1, 3)),
      );

      const pruned = prunings(requests);
      expect(summaries.length).toBeGreaterThan(1);
      expect(pruned).toHaveLength(summaries.length);
      for (const [place, request] of requests.entries()) {
        const before = requests[place - 1];
        if (before === undefined) continue;
        const [now, then] = [request, before].map(({ messages }) => messages.map(withoutPictures));
        // Between two summaries, words are only added.
        if (!pruned.includes(place)) expect(now?.slice(0, then?.length)).toEqual(then ?? []);
        const made = pruned.filter((each) => each <= place).length;
        const text = JSON.stringify(request.messages.map(readable));
        if (made > 0) expect(text).toContain(`Summary ${made}: `);
        expect(text).not.toContain(`Summary ${made - 1}: `);
        expect(text).toContain("Task: Fill in the form.");
        expect(request.system).toBe(before.system);
        expect(request.tools).toEqual(before.tools);
      }
      // Each summary is made of the one before and the steps since.
      for (const [place, { system, messages }] of summaries.entries()) {
        const asked = JSON.stringify(messages);
        expect(system).toContain("summary");
        expect(asked).toContain("Fill in the form.");
        if (place > 0) expect(asked).toContain(`Summary ${place}: `);
        expect(asked).not.toContain(secret);
      }
      expect(JSON.stringify(summaries[0]?.messages)).toContain("step 1, gui_type");
    });
  },
);

test("a model that makes no summaries does not end the task", async () => {
  const refused: Refusal = { status: 401, message: "No." };
  const { result, requests, summaries, warnings } = await runLongTask("anthropic", () => refused);
  expect(result).toMatchObject({ end: "done", error: undefined });
  expect(summaries.length).toBeGreaterThan(0);
  const pruned = prunings(requests);
  expect(pruned.length).toBeGreaterThan(1);
  expect(warnings).toHaveLength(pruned.length);
  expect(warnings[0]).toContain("status 401");
  // What takes the place of a summary: the end of what was to be summed up.
  const place = pruned[0] ?? 0;
  const [task] = requests[place]?.messages ?? [];
  expect(task && readable(task)).toContain("Thought ");
  expect(task && readable(task)).toContain("gui_wait");
});

test("a summary is made of what each call did, also when all of them have one id", async () => {
  const summaries: string[] = [];
  const { result } = await stage.run(
    () => {
      let actions = 0;
      return ({ tools, messages }) => {
        if (tools.length === 0) {
          summaries.push(JSON.stringify(messages.map(readable)));
          return { text: "The field was filled in." };
        }
        actions += 1;
        const { calls = [], ...said } = stepAnswer(actions);
        return { ...said, calls: calls.map((each) => ({ ...each, id: "call" })) };
      };
    },
    { maxSteps: 60, maxSeconds: 1000, stepDelayMs: 0 },
  );
  expect(result.end).toBe("max_steps");
  const [first = ""] = summaries;
  const numbers = [...first.matchAll(/step (\d+), gui_/g)].map(([, number]) => Number(number));
  expect(numbers.length).toBeGreaterThan(2);
  expect(numbers).toEqual(numbers.map((_, place) => place + 1));
});

test("a model for summaries that is silent is waited for once each time", async () => {
  const { result, requests, summaries } = await runLongTask("anthropic", () => ({ without: "answer" }));
  expect(result).toMatchObject({ end: "done", error: undefined });
  const pruned = prunings(requests);
  expect(pruned.length).toBeGreaterThan(1);
  expect(summaries).toHaveLength(pruned.length);
});

describe("a model for summaries that thinks first", () => {
  const shorterTask = withinWindow((count) => (count > 80 ? done : stepAnswer(count)));

  test.each([
    { memoryProtocol: "gemini", answer: { text: "The field was filled in.", thoughtTokens: 2000 } },
    { memoryProtocol: "openai", answer: { text: "<think>Well, well.</think>\n\nThe field was filled in." } },
  ] as const)("has time to sum up as well: by $memoryProtocol", async ({ memoryProtocol, answer }) => {
    const options = { model: shorterTask, memoryProtocol };
    const { result, requests, warnings } = await runLongTask("anthropic", () => answer, options);
    expect(result).toMatchObject({ end: "done", error: undefined });
    expect(warnings).toEqual([]);
    const [first] = prunings(requests);
    const [task] = requests[first ?? 0]?.messages ?? [];
    expect(task && readable(task)).toContain("summed up:\\nThe field was filled in.");
  });

  test.each([
    {
      what: "a part of a thought",
      answer: { text: "<think>Well, the field", isCut: true },
      warning: "cut off",
    },
    { what: "a thought", answer: { text: "<think>Well, the field" }, warning: "a thought without a summary" },
    { what: "a part of a summary", answer: { text: "Well, the field", isCut: true }, warning: "cut off" },
  ] as const)("but says no more than $what has made no summary", async ({ answer, warning }) => {
    const options = { model: shorterTask };
    const { result, requests, warnings } = await runLongTask("anthropic", () => answer, options);
    expect(result).toMatchObject({ end: "done", error: undefined });
    const [first] = prunings(requests);
    expect(warnings[0]).toContain(warning);
    const [task] = requests[first ?? 0]?.messages ?? [];
    expect(task && readable(task)).toContain("Thought ");
    expect(JSON.stringify(requests.map(({ messages }) => messages.map(readable)))).not.toContain(answer.text);
  });
});

test("without a model for summaries, the model of the task makes them", async () => {
  const { result, requests } = await stage.run(
    () => {
      let actions = 0;
      return (request) => {
        if (request.tools.length === 0) return { text: "The field was filled in." };
        actions += 1;
        return longTask(request, actions);
      };
    },
    { maxSteps: steps + 1, maxSeconds: 1000, stepDelayMs: 0 },
  );
  expect(result.end).toBe("done");
  expect(requests.filter(({ tools }) => tools.length === 0).length).toBeGreaterThan(1);
});

const pondered = "Is it this, or is it that? I look again, and go through all of it once more. ".repeat(40);

/** What Qwen's models that think aloud say, and what can go wrong with it. */
const ponderings = [
  { text: `<think>${pondered}</think>\n\n${waiting()}` },
  { text: `${pondered}</think>\n\n${waiting()}` },
  { text: `<think>${pondered}`, isCut: true },
  { text: `<think>So.</think>${pondered}`, isCut: true },
  // It cannot be read and may hold a secret, so nobody but the model is shown it again.
  { text: `It says secret. ${pondered}` },
] as const;

function waiting(): string {
  const call = { name: "computer_use", arguments: { action: "wait", time: 0 } };
  return `I wait.\n<tool_call>\n${JSON.stringify(call)}\n</tool_call>`;
}

test("a task of 200 steps by a model that thinks aloud, or without end, never exceeds its window", async () => {
  const end =
    '<tool_call>\n{"name": "computer_use", "arguments": {"action": "answer", "text": "Done."}}\n</tool_call>';
  const { result, requests } = await runLongTask("openai", () => ({ text: "It was waited." }), {
    modelName: "qwen3-vl-that-thinks",
    model: withinWindow((count) =>
      count > steps ? { text: end } : (ponderings[count % ponderings.length] ?? { text: "" }),
    ),
  });
  expect(result).toMatchObject({ end: "done", error: undefined });
  expect(result.steps).toHaveLength(steps);
  expect(result.steps.filter(({ outcome }) => outcome === "ok")).toHaveLength((steps * 2) / 5);
  expect(requests).toHaveLength(steps + 1);
  // The model is shown what it said, and not what it thought.
  const [, , afterWaiting] = requests;
  expect(afterWaiting && JSON.stringify(afterWaiting.messages.map(readable))).toContain("I wait.");
  for (const said of requests.flatMap(({ messages }) => messages.map(readable))) {
    expect(said).not.toContain("think>");
    // Nor all of what was cut off.
    if (!said.includes("It says secret.")) expect(said).not.toContain(pondered.trim());
  }
});
