import { describe, expect, test } from "bun:test";
import type { ModelEndpoint } from "../../src/models/endpoint.ts";
import type { VisionModel } from "../../src/models/port.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { startModelServer, type WireFormatName } from "../support/model-servers/model-server.ts";
import type { Break, ModelAnswer, Refusal } from "../support/model-servers/wire-format.ts";
import { runRecordedTask } from "../support/recorded-task.ts";
import { openModelAt, testKey } from "../support/vision-model.ts";
import { waitFor } from "../support/wait-for.ts";

const protocols = ["anthropic", "openai", "openai-responses", "gemini"] as const;

const target = { x: 10, y: 200 };
/** What must not be clicked: it is only said in replies that go wrong. */
const trap = { x: 6, y: 66 };
const done: ModelAnswer = { text: "It is done." };
const clickTarget: ModelAnswer = { text: "I click.", calls: [{ name: "click", arguments: target }] };
const clickTrap: ModelAnswer = { text: "I click there.", calls: [{ name: "click", arguments: trap }] };

/** Longer than a model may be silent, in milliseconds. */
const longSilence = 120_000;

/** Lets a model click, and tells where it did. */
async function runClickingTask(model: VisionModel, signal?: AbortSignal) {
  const { calls, ...task } = await runRecordedTask(model, ["click"], signal === undefined ? {} : { signal });
  return { ...task, clicks: calls.map(({ input }) => input) };
}

/** A model that goes wrong at first, and how the task with it went. */
async function taskWith(
  protocol: WireFormatName,
  first: readonly (ModelAnswer | Refusal)[],
  changes: Partial<ModelEndpoint> = {},
) {
  const clock = new ManualClock();
  const pauses: string[] = [];
  await using server = await startModelServer(protocol, (_request, count) => {
    const answer = first[count - 1] ?? [clickTarget, done][count - 1 - first.length] ?? done;
    if (isSilent(answer)) void clock.advance(longSilence);
    return answer;
  });
  const model = await openModelAt(protocol, server.baseUrl, {
    ...changes,
    clock,
    warn: (message) => {
      pauses.push(/again in \d+ s/.exec(message)?.[0] ?? message);
      void clock.advance(60_000);
    },
  });
  const task = await runClickingTask(model);
  await waitFor("every request to be over", () => server.open === 0);
  return { ...task, requests: server.requests, pauses };
}

function isSilent(answer: ModelAnswer | Refusal): boolean {
  if ("without" in answer) return answer.without === "answer";
  return "breaks" in answer && answer.breaks?.how === "hangs";
}

describe.each(protocols)("a model that speaks %s", (protocol) => {
  test("acts when all goes well", async () => {
    const { clicks, last, requests, pauses } = await taskWith(protocol, []);
    expect(clicks).toEqual([target]);
    expect(last.stopReason).toBe("stop");
    expect(requests).toHaveLength(2);
    expect(pauses).toEqual([]);
  });

  test.each([
    ["cut off in the middle", '{"x": 6, "y": 6'],
    ["cut off after a comma", '{"x": 6, "y": 66,'],
    ["followed by more", '{"x": 6, "y": 66} and {"x": 6'],
    ["written like code", "{x: 6, y: 66}"],
    ["a list", "[6, 66]"],
    ["a number", "6"],
    ["nothing but null", "null"],
  ])("arguments that are %s are never executed", async (_name, written) => {
    const answer = { calls: [{ name: "click", arguments: written }] };
    const { clicks, requests } = await taskWith(protocol, [answer]);
    // Gemini leaves them out where there are none; it is for the tool to say what is missing.
    const asNone = protocol === "gemini" && written === "null" ? [{}] : [];
    expect(clicks).toEqual([...asNone, target]);
    expect(requests).toHaveLength(3);
  });

  test("of several calls, the whole ones are executed and the broken one is not", async () => {
    const calls = [
      { name: "click", arguments: target },
      { name: "click", arguments: '{"x": 6, "y": 66' },
    ];
    const { clicks } = await taskWith(protocol, [{ calls }]);
    // Gemini's calls come as parts of events, so a broken one breaks the reply, which is asked for again.
    expect(clicks).toEqual(protocol === "gemini" ? [target] : [target, target]);
  });

  test("calls that have one id are not executed, and the model is told", async () => {
    const [first = { name: "", arguments: {} }] = clickTrap.calls ?? [];
    const calls = [
      { ...first, id: "call_1" },
      { ...first, id: "call_1" },
      { name: "click", arguments: target, id: "call_2" },
    ];
    const { clicks, requests } = await taskWith(protocol, [{ calls }]);
    expect(clicks).toEqual([target, target]);
    const [, next] = requests;
    const parts = next?.messages.flatMap((message) => message.parts) ?? [];
    expect(JSON.stringify(parts)).toContain("had one id");
    const ids = parts.flatMap((part) => (part.type === "call" ? [part.id] : []));
    // The server of this protocol looks at the names of calls alone.
    if (protocol !== "gemini") expect(new Set(ids).size).toBe(ids.length);
  });

  test("a reply that was cut off at its greatest length is not executed, and the model is told", async () => {
    const { clicks, requests } = await taskWith(protocol, [{ ...clickTrap, isCut: true }]);
    expect(clicks).toEqual([target]);
    expect(requests).toHaveLength(3);
    expect(JSON.stringify(requests[1]?.messages)).toContain("cut off at its greatest length");
  });

  const breaks = (["closes", "drops", "hangs", "error", "garbage"] as const).flatMap((how) =>
    (["half", "end"] as const).map((at): Break => ({ how, at })),
  );
  test.each(breaks)(
    "a stream that breaks (%j) is asked for again, and nothing of it executed",
    async (breaks) => {
      const { clicks, requests, pauses } = await taskWith(protocol, [{ ...clickTrap, breaks }]);
      expect(clicks).toEqual([target]);
      expect(requests).toHaveLength(3);
      expect(pauses).toEqual(["again in 5 s"]);
      // Nothing of the broken reply is in what the model is told.
      expect(JSON.stringify(requests.map(({ messages }) => messages))).not.toContain("I click there");
    },
  );

  const id = "reply-1";
  test.each([
    ["is broken off", { ...clickTrap, breaks: { how: "closes", at: "end" } }, done],
    ["is broken off", { ...clickTrap, breaks: { how: "closes", at: "end" } }, clickTrap],
    ["is complete", clickTrap, done],
    ["is complete", clickTrap, clickTrap],
    ["has the same name", { ...clickTrap, id }, { ...clickTrap, id }],
    ["only speaks", { ...done, id }, { ...clickTrap, id }],
  ] as const)(
    "nothing is executed of a reply that %s when another follows in its stream",
    async (_how, answer, next) => {
      const { clicks, last, pauses } = await taskWith(protocol, [{ ...answer, next }]);
      // What comes after the last event of this protocol is not read.
      const isRead = protocol !== "openai" || "breaks" in answer;
      const first = answer.text === done.text ? [] : [trap, target];
      expect(clicks).toEqual(isRead ? [target] : first);
      expect(pauses).toEqual(isRead ? ["again in 5 s"] : []);
      expect(last.stopReason).toBe("stop");
    },
  );

  test("a reply whose events are loosely written is executed", async () => {
    const { clicks, pauses } = await taskWith(protocol, [{ ...clickTarget, isLoose: true }]);
    expect(clicks).toEqual([target, target]);
    expect(pauses).toEqual([]);
  });

  test.each([{ without: "answer" }, { without: "connection" }] as const)(
    "%j is tried again",
    async (refusal) => {
      const { clicks, requests, pauses } = await taskWith(protocol, [refusal]);
      expect(clicks).toEqual([target]);
      expect(requests).toHaveLength(3);
      expect(pauses).toEqual(["again in 5 s"]);
    },
  );

  test.each([408, 409, 429, 500, 502, 503, 529])("status %i is tried again", async (status) => {
    const { clicks, pauses } = await taskWith(protocol, [{ status }, { status }]);
    expect(clicks).toEqual([target]);
    expect(pauses).toEqual(["again in 5 s", "again in 10 s"]);
  });

  test.each([
    ["7", "again in 7 s"],
    ["0", "again in 0 s"],
    ["86400", "again in 60 s"],
    // The tests' clock starts at the beginning of 1970.
    ["Thu, 01 Jan 1970 00:00:09 GMT", "again in 9 s"],
    ["soon", "again in 5 s"],
    ["-3", "again in 5 s"],
    ["Wed, 31 Dec 1969 23:59:50 GMT", "again in 5 s"],
  ])("Retry-After: %s means %s", async (value, expected) => {
    const { clicks, pauses } = await taskWith(protocol, [{ status: 429, headers: { "retry-after": value } }]);
    expect(clicks).toEqual([target]);
    expect(pauses).toEqual([expected]);
  });

  test("after four attempts it gives up, and says why", async () => {
    const refusal = { status: 503, message: "Come back tomorrow." };
    const { clicks, last, failure, requests, pauses } = await taskWith(protocol, Array(9).fill(refusal));
    expect(clicks).toEqual([]);
    expect(requests).toHaveLength(4);
    expect(pauses).toEqual(["again in 5 s", "again in 10 s", "again in 10 s"]);
    expect(last.stopReason).toBe("error");
    expect(failure).toMatchObject({
      code: "model_unavailable",
      message: expect.stringMatching(
        /^some-model at http.* answered with status 503: .*Come back tomorrow\.$/,
      ),
      remedy: expect.stringContaining("GUI_AGENT_MODEL"),
    });
  });

  test.each([
    [400, "GUI_AGENT_MODEL"],
    [401, "GUI_AGENT_API_KEY"],
    [403, "GUI_AGENT_API_KEY"],
    [404, "GUI_AGENT_BASE_URL"],
    [413, "GUI_AGENT_MODEL"],
  ])("status %i is final, and %s is named", async (status, variable) => {
    const { clicks, failure, requests } = await taskWith(protocol, [{ status, message: "No." }]);
    expect(clicks).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(failure).toMatchObject({ code: "model_unavailable", remedy: expect.stringContaining(variable) });
  });

  test.each([
    [400, "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing."],
    [402, "This request requires more credits, or fewer max_tokens."],
    [402, "Insufficient Balance"],
    [403, "Sorry, your account balance is insufficient"],
    [429, "余额不足或无可用资源包,请充值。"],
  ])("status %i with %j is final, and who has to pay is said", async (status, message) => {
    const { clicks, failure, requests } = await taskWith(protocol, [{ status, message }]);
    expect(clicks).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(failure).toMatchObject({
      code: "model_unavailable",
      remedy: expect.stringMatching(/^Top up the account of the key from GUI_AGENT_API_KEY/),
    });
  });

  test.each([
    "Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000. You can add a payment method at https://platform.openai.com/account/billing.",
    "You exceeded your current quota, please check your plan and billing details. * Quota exceeded for metric: generate_content_free_tier_requests, limit: 15. Please retry in 28.9s.",
    "This request would exceed your organization's rate limit of 30,000 input tokens per minute.",
  ])("status 429 with %j is tried again", async (message) => {
    const { clicks, pauses } = await taskWith(protocol, [{ status: 429, message }]);
    expect(clicks).toEqual([target]);
    expect(pauses).toEqual(["again in 5 s"]);
  });

  test.each([
    "prompt is too long: 210000 tokens > 200000 maximum",
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    "the request exceeds the available context size, try increasing it",
  ])("status 400 with %j is final, and a longer context is asked for", async (message) => {
    const { failure, requests } = await taskWith(protocol, [{ status: 400, message }]);
    expect(requests).toHaveLength(1);
    expect(failure).toMatchObject({
      code: "model_unavailable",
      remedy: expect.stringMatching(/GUI_AGENT_MODEL to a model with a longer context/),
    });
  });

  test("what the provider declines is not asked again", async () => {
    const endsWith = {
      anthropic: "refusal",
      openai: "content_filter",
      "openai-responses": "content_filter",
      gemini: "SAFETY",
    }[protocol];
    const { clicks, failure, requests } = await taskWith(protocol, [{ ...clickTrap, endsWith }]);
    expect(clicks).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(failure).toMatchObject({ code: "model_declined", message: expect.stringContaining(endsWith) });
  });

  test("a reply that ended for a reason that nobody knows is not executed, and the reason is told", async () => {
    const { clicks, failure, requests } = await taskWith(protocol, [{ ...clickTrap, endsWith: "banana" }]);
    expect(clicks).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(failure).toMatchObject({
      code: "model_unavailable",
      message: expect.stringMatching(/ ended for a reason that gui-agent does not know: banana\.$/),
      remedy: "Try again, or set GUI_AGENT_MODEL to another model.",
    });
  });

  test("a server without resources is asked again, and its reason is told", async () => {
    const answer = { ...clickTrap, endsWith: "insufficient_system_resource" };
    const { clicks, failure, pauses } = await taskWith(protocol, Array(4).fill(answer));
    expect(clicks).toEqual([]);
    expect(pauses).toHaveLength(3);
    expect(failure).toMatchObject({
      code: "model_unavailable",
      message: expect.stringMatching(/ broke off: insufficient_system_resource\.$/),
    });
  });

  test("what the provider calls the end of a reply is shown on one short line, without the key", async () => {
    const endsWith = `filtered\u001b[31m\n${testKey}${"!".repeat(5000)}`;
    const { failure } = await taskWith(protocol, [{ ...clickTrap, endsWith }]);
    expect(failure?.code).toBe("model_unavailable");
    expect(failure?.message).toContain("filtered [31m [key]!!!");
    expect(failure?.message.length).toBeLessThan(500);
  });

  test("what a server says with a refusal cannot give orders to a terminal", async () => {
    const message = "No\u001b]0;title\u0007\u202e way.";
    const { failure } = await taskWith(protocol, [{ status: 400, message }]);
    expect(failure?.message).toEndWith("No ]0;title way.");
  });

  test("a reply that is longer than any limit is not executed, and asked for again", async () => {
    const { clicks, requests, pauses } = await taskWith(protocol, [
      { ...clickTrap, text: "x".repeat(65_000) },
    ]);
    expect(clicks).toEqual([target]);
    expect(requests).toHaveLength(3);
    expect(pauses).toEqual(["again in 5 s"]);
  });

  test("an address that redirects gets no second request", async () => {
    await using elsewhere = await startModelServer(protocol, () => clickTrap);
    const place = `${new URL(elsewhere.baseUrl).origin}/there`;
    const headers = { location: `${place.replace("//", "//user:secret@")}?key=${testKey}#secret` };
    for (const status of [301, 307, 308]) {
      const { clicks, failure, requests } = await taskWith(protocol, [{ status, headers }]);
      expect(clicks).toEqual([]);
      expect(requests).toHaveLength(1);
      expect(failure?.message).toEndWith(` answered with status ${status}: it redirects to ${place}`);
      expect(failure?.remedy).toContain("GUI_AGENT_BASE_URL to the address to which this one redirects");
    }
    expect(elsewhere.requests).toEqual([]);
  });

  test.each([
    { status: 304, headers: { location: "/there" } },
    { status: 307 },
    { status: 307, headers: { location: "http://" } },
  ])("%j does not redirect", async (refusal) => {
    const { clicks, failure, requests } = await taskWith(protocol, [refusal]);
    expect(clicks).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(failure?.message).not.toContain("redirects");
    expect(failure?.remedy).not.toContain("redirects");
    expect(failure?.remedy).toContain("GUI_AGENT_BASE_URL");
  });
});

test.each([
  { provider: "openai", clicked: [] },
  // Its name for so many tokens a minute.
  { provider: "qwen", clicked: [target] },
] as const)(
  "of a quota that is used up, the word of $provider is taken for what it means there",
  async ({ provider, clicked }) => {
    const message = "You exceeded your current quota, please check your plan and billing details.";
    const refusal = { status: 429, message, code: "insufficient_quota" };
    const { clicks } = await taskWith("openai", [refusal], { provider });
    expect(clicks).toEqual([...clicked]);
  },
);

test.each(protocols)(
  "a server that keeps a connection of %s alive may take ten minutes",
  async (protocol) => {
    const clock = new ManualClock();
    const breaks = { how: "comments", at: "half" } as const;
    await using server = await startModelServer(protocol, (_request, count) =>
      count === 1 ? { ...clickTrap, breaks } : done,
    );
    const model = await openModelAt(protocol, server.baseUrl, {
      clock,
      warn: () => void clock.advance(60_000),
    });
    const task = runClickingTask(model);
    const step = 30_000;
    for (let passed = 0; passed < 600_000; passed += step) {
      // Some of the comments since the last step have been read, so the server is not silent.
      const before = server.pieces;
      await waitFor("comments", () => server.pieces > before + 5);
      expect(server.requests).toHaveLength(1);
      await clock.advance(step);
    }
    expect((await task).last.stopReason).toBe("stop");
    expect(server.requests).toHaveLength(2);
  },
);

describe.each(protocols)("cancelling a model that speaks %s", (protocol) => {
  const hanging: readonly (ModelAnswer | Refusal)[] = [
    { without: "answer" },
    { ...clickTrap, breaks: { how: "hangs", at: "half" } },
    { ...clickTrap, breaks: { how: "hangs", at: "end" } },
  ];
  test.each(hanging)("ends the request (%j)", async (answer) => {
    const abort = new AbortController();
    await using server = await startModelServer(protocol, () => answer);
    const model = await openModelAt(protocol, server.baseUrl, { clock: new ManualClock() });
    const task = runClickingTask(model, abort.signal);
    await waitFor("the request", () => server.requests.length === 1);
    abort.abort();
    expect(await task).toMatchObject({
      clicks: [],
      last: { stopReason: "aborted" },
      failure: { code: "cancelled" },
    });
    await waitFor("the connection to be closed", () => server.open === 0);
    expect(server.requests).toHaveLength(1);
  });

  test("ends the pause before another attempt", async () => {
    const abort = new AbortController();
    await using server = await startModelServer(protocol, () => ({ status: 500 }));
    const model = await openModelAt(protocol, server.baseUrl, {
      clock: new ManualClock(),
      warn: () => abort.abort(),
    });
    const task = await runClickingTask(model, abort.signal);
    expect(task).toMatchObject({ clicks: [], failure: { code: "cancelled" } });
    expect(server.requests).toHaveLength(1);
  });

  test("before the start sends nothing", async () => {
    await using server = await startModelServer(protocol, () => clickTrap);
    const model = await openModelAt(protocol, server.baseUrl);
    expect(await runClickingTask(model, AbortSignal.abort())).toMatchObject({
      clicks: [],
      failure: { code: "cancelled" },
    });
    expect(server.requests).toEqual([]);
  });
});

test("a server that cannot be reached is named, after four attempts", async () => {
  const clock = new ManualClock();
  const server = await startModelServer("openai", () => done);
  await server[Symbol.asyncDispose]();
  const warn = () => void clock.advance(60_000);
  const model = await openModelAt("openai", server.baseUrl, { clock, warn });
  const { failure } = await runClickingTask(model);
  expect(failure).toMatchObject({
    code: "model_unavailable",
    message: `some-model at ${server.baseUrl} could not be reached: ECONNREFUSED.`,
    remedy: "No server listens there. Start it, or correct GUI_AGENT_BASE_URL.",
  });
});

test.each([
  ["a page that says yes", { body: "<p>Hello</p>", init: { headers: { "content-type": "text/html" } } }],
  [
    "a reply that is not streamed",
    { body: '{"choices": []}', init: { headers: { "content-type": "application/json" } } },
  ],
  ["a page that is not there", { body: "404 page not found", init: { status: 404 } }],
] as const)("%s is no model, and the setting and the address are named", async (_what, page) => {
  await using server = servePage(page);
  const model = await openModelAt("anthropic", server.baseUrl);
  const { failure } = await runClickingTask(model);
  expect(server.asked()).toBe(1);
  expect(failure).toMatchObject({ code: "model_unavailable" });
  for (const part of [
    `${server.baseUrl}/v1/messages`,
    "GUI_AGENT_BASE_URL",
    "set GUI_AGENT_PROVIDER to openai",
  ])
    expect(failure?.remedy).toContain(part);
});

test.each([
  ['{"detail": "No such token."}', "No such token."],
  ['{"error": "No such token."}', "No such token."],
  ["No such token", "No such token."],
  ["", "it gives no reason."],
])("of a refusal, %j, its words are told", async (body, told) => {
  await using server = servePage({ body, init: { status: 401 } });
  const { failure } = await runClickingTask(await openModelAt("openai", server.baseUrl));
  expect(failure?.message.replaceAll('"', "")).toEndWith(` answered with status 401: ${told}`);
});

test("a stream that never ends is left", async () => {
  const clock = new ManualClock();
  const body = "x".repeat(17 * 1_048_576);
  await using server = servePage({ body, init: { headers: { "content-type": "text/event-stream" } } });
  const warn = () => void clock.advance(60_000);
  const { failure } = await runClickingTask(await openModelAt("openai", server.baseUrl, { clock, warn }));
  expect(failure?.message).toEndWith(" broke off: it is larger than 16 MiB.");
});

interface Page {
  readonly body: string;
  readonly init: { readonly status?: number; readonly headers?: Record<string, string> };
}

/** A server that is not a model's. */
function servePage({ body, init }: Page) {
  let count = 0;
  const fetch = () => {
    count += 1;
    return new Response(body, init);
  };
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
  return {
    baseUrl: `http://127.0.0.1:${server.port}`,
    asked: () => count,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
