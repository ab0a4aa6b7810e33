import { afterAll, describe, expect, test } from "bun:test";
import { GuiAgentError } from "../../src/core/errors.ts";
import { beforeTool, call, done, inTurn, openFormStage } from "../support/form-stage.ts";
import type { Break, Refusal } from "../support/model-servers/wire-format.ts";
import type { TaskOptions } from "../support/task-desk.ts";
import { waitFor } from "../support/wait-for.ts";

const stage = await openFormStage();
afterAll(() => stage[Symbol.asyncDispose]());

/** Runs a task whose first answer is wrong, and tells what came of that. */
async function afterWrong(first: Parameters<typeof stage.run>[0], options: TaskOptions = {}) {
  const { result, requests } = await stage.run(
    (places) => {
      const wrong = first(places);
      // The last thing it does is seen by the program, and with it everything before.
      return (request, count) =>
        count === 1
          ? wrong(request, 1)
          : inTurn([call("gui_click", { ...places.entry })])(request, count - 1);
    },
    { ...options, silenceEnds: true },
  );
  return { result, requests, events: await eventsUntilField() };
}

/** What the program has seen, the last of it a click on the field. */
async function eventsUntilField() {
  await stage.form.events.waitFor(
    "the click on the field",
    (event) => event.event === "press" && event.widget === "entry",
  );
  return stage.form.events
    .all()
    .map((each) => ("widget" in each ? `${each.event} ${each.widget}` : each.event));
}

describe("a call is not executed", () => {
  test.each([
    ["that is cut off", (x: number) => `{"x": ${x}, "y": 40`, "not one complete JSON object"],
    ["whose numbers are texts", (x: number) => ({ x: String(x), y: "300" }), "expected number"],
    ["whose number is null", (x: number) => ({ x, y: null }), "expected number"],
    ["that lacks a number", (x: number) => ({ x }), "expected number"],
    ["that has null instead of arguments", () => "null", "not one complete JSON object"],
    ["that has a list instead of arguments", (x: number) => `[${x}, 300]`, "not one complete JSON object"],
    ["with an argument too many", (x: number) => ({ x, y: 300, force: true }), "force"],
    [
      "with an argument that is filled in for the model",
      (x: number) => ({ x, y: 300, displayIndex: 0 }),
      "displayIndex",
    ],
    [
      "that points beside the picture",
      (x: number) => ({ x, y: 700 + 300 }),
      "must be from 0 to 999 and y from 0 to 699",
    ],
  ])("%s", async (_name, args, told) => {
    const { result, requests, events } = await afterWrong(({ button }) =>
      inTurn([call("gui_click", args(button.x))]),
    );
    expect(events).toEqual(["press entry"]);
    expect(result.end).toBe("done");
    expect(result.steps.map(({ outcome }) => outcome)).toEqual([expect.not.stringMatching(/^ok$/), "ok"]);
    expect(JSON.stringify(requests[1]?.messages)).toContain(told);
  });

  test("of a tool that there is not", async () => {
    const { result, events } = await afterWrong(({ button }) => inTurn([call("left_click", { ...button })]));
    expect(events).toEqual(["press entry"]);
    expect(result.steps[0]).toMatchObject({ action: "left_click", outcome: "unknown_tool" });
  });

  test("of a tool whose name is no name", async () => {
    const name = `gui_\u001b[2J${"x".repeat(5000)}`;
    const { result } = await afterWrong(() => inTurn([call(name, {})]));
    const [step] = result.steps;
    expect(step).toMatchObject({ action: expect.stringContaining("gui_ [2Jxxx"), outcome: "unknown_tool" });
    expect(step?.message?.length).toBeLessThan(500);
  });

  test.each(["gui_find_image", "gui_mouse_down", "gui_list_displays", "gui_execute_task"])(
    "of %s, which the model was not told of",
    async (name) => {
      const { result, requests, events } = await afterWrong(({ button }) =>
        inTurn([call(name, { ...button })]),
      );
      expect(events).toEqual(["press entry"]);
      expect(result.steps[0]).toMatchObject({ action: name, outcome: "unknown_tool" });
      expect(requests[0]?.tools.map((tool) => tool.name)).not.toContain(name);
    },
  );

  test("of a reply that was cut off at its greatest length", async () => {
    const { result, events } = await afterWrong(({ button }) =>
      inTurn([{ ...call("gui_click", { ...button }), isCut: true }]),
    );
    expect(events).toEqual(["press entry"]);
    expect(result.steps[0]).toMatchObject({
      outcome: "invalid_input",
      message: expect.stringContaining("greatest length"),
    });
  });

  test.each([
    [{ x: 5000, y: 5 }, "out_of_range"],
    ["null", "invalid_input"],
  ] as const)("after one that failed, in the same reply (%j)", async (args, outcome) => {
    const { result, requests, events } = await afterWrong(({ button }) =>
      inTurn([
        {
          calls: [
            { name: "gui_click", arguments: args },
            { name: "gui_click", arguments: { ...button } },
            { name: "gui_type", arguments: { text: "no" } },
          ],
        },
      ]),
    );
    expect(events).toEqual(["press entry"]);
    expect(result.steps.map(({ outcome }) => outcome)).toEqual([outcome, "ok"]);
    expect(JSON.stringify(requests[1]?.messages)).toContain("Not executed: a call before it failed.");
  });

  test("after a closer look, before the model has seen it", async () => {
    const region = { x: 100, y: 100, width: 300, height: 200 };
    const { requests, events } = await afterWrong(({ button }) =>
      inTurn([
        {
          calls: [
            { name: "gui_screenshot", arguments: { region } },
            { name: "gui_click", arguments: { ...button } },
          ],
        },
      ]),
    );
    expect(events).toEqual(["press entry"]);
    // The region, and all of the screen again: points refer to that.
    expect(requests[1]?.images).toHaveLength(3);
  });

  test("that was read off a picture of another size than the screen has now", async () => {
    let pictures = 0;
    const wrap: TaskOptions["wrap"] = (operator) => ({
      call: async (tool, input, signal) => {
        const outcome = await operator.call(tool, input, signal);
        if (tool !== "gui_screenshot" || outcome.kind !== "image") return outcome;
        pictures += 1;
        const { image } = outcome;
        // The one just before the first click.
        return pictures === 2
          ? { kind: "image", image: { ...image, metadata: { ...image.metadata, imageWidth: 900 } } }
          : outcome;
      },
    });
    const { result, requests, events } = await afterWrong(
      ({ button }) => inTurn([call("gui_click", { ...button })]),
      { wrap },
    );
    expect(events).toEqual(["press entry"]);
    expect(result.steps.map(({ outcome }) => outcome)).toEqual(["stale_screenshot", "ok"]);
    // The model was shown the screen anew.
    expect(requests[1]?.images).toHaveLength(2);
  });

  const breaks = (["closes", "drops", "hangs", "error", "garbage"] as const).flatMap((how) =>
    (["half", "end"] as const).map((at): Break => ({ how, at })),
  );
  test.each(breaks)("of a reply that broke off (%j)", async (breaks) => {
    const { result, events } = await afterWrong(({ button }) =>
      inTurn([{ ...call("gui_click", { ...button }), breaks }]),
    );
    expect(events).toEqual(["press entry"]);
    expect(result.steps).toHaveLength(1);
  });
});

const refusals: readonly (readonly Refusal[])[] = [
  [{ without: "answer" }],
  [{ without: "connection" }],
  [{ status: 429, headers: { "retry-after": "7" } }],
  [{ status: 500 }, { status: 500 }],
];
test.each(refusals.map((first) => [first] as const))(
  "a model that does not answer at first is asked again, and the task goes on (%j)",
  async (first) => {
    const { result, requests } = await stage.run(
      ({ entry }) => inTurn([...first, call("gui_click", { ...entry })]),
      { silenceEnds: true },
    );
    expect(result).toMatchObject({ end: "done", steps: [{ action: "gui_click", outcome: "ok" }] });
    expect(requests).toHaveLength(first.length + 2);
    expect(stage.form.events.all().map(({ event }) => event)).toEqual(["press"]);
  },
);

test("several calls of one reply are executed in their order", async () => {
  const { result } = await stage.run(({ entry, button }) =>
    inTurn([
      {
        calls: [
          { name: "gui_click", arguments: { ...entry } },
          { name: "gui_type", arguments: { text: "abc" } },
          { name: "gui_click", arguments: { ...button } },
        ],
      },
    ]),
  );
  expect(result.steps.map(({ action }) => action)).toEqual(["gui_click", "gui_type", "gui_click"]);
  await stage.form.events.waitFor("the button", (event) => event.event === "clicked" && event.text === "abc");
});

test("done is not taken while no picture can be taken of what was done", async () => {
  let pictures = 0;
  const wrap: TaskOptions["wrap"] = (operator) => ({
    call: async (tool, input, signal) => {
      if (tool === "gui_screenshot") pictures += 1;
      // The first is of the start, the second is taken just before the click, the third after it.
      if (tool !== "gui_screenshot" || pictures !== 3) return await operator.call(tool, input, signal);
      return { kind: "error", error: new GuiAgentError("display_unavailable", "There is no screen.") };
    },
  });
  const { result, requests } = await stage.run(
    ({ entry }) =>
      inTurn([
        call("gui_click", { ...entry }),
        call("done", { result: "too early" }),
        call("done", { result: "seen" }),
      ]),
    { wrap },
  );
  expect(result).toMatchObject({ end: "done", result: "seen", steps: [{ action: "gui_click" }] });
  const told = requests.map(({ messages }) => JSON.stringify(messages));
  expect(told[1]).toContain("No picture of the screen could be taken.");
  expect(told[2]).toContain("you have not seen yet what came of the calls before it");
  expect(requests.map(({ images }) => images.length)).toEqual([1, 1, 2]);
});

test.each([
  { name: "gui_click", input: { x: 130, y: 480 } },
  { name: "gui_wait", input: { ms: 0 } },
])(
  "done is not taken from a reply with a $name, before its outcome has been seen",
  async ({ name, input }) => {
    const { result, requests } = await stage.run(() =>
      inTurn([
        {
          calls: [
            { name, arguments: input },
            { name: "done", arguments: { result: "too early" } },
          ],
        },
      ]),
    );
    expect(result).toMatchObject({ end: "done", result: "It is done." });
    expect(requests).toHaveLength(2);
  },
);

describe("cancelling", () => {
  test("during a call executes none of those after it", async () => {
    const abort = new AbortController();
    const { result, requests } = await stage.run(
      ({ entry, button }) =>
        inTurn([
          {
            calls: [
              { name: "gui_move_mouse", arguments: { ...entry } },
              { name: "gui_click", arguments: { ...button } },
            ],
          },
        ]),
      { signal: abort.signal, wrap: beforeTool("gui_move_mouse", () => abort.abort()) },
    );
    expect(result).toMatchObject({ end: "cancelled", error: { code: "cancelled" } });
    expect(requests).toHaveLength(1);
    expect(result.steps).toMatchObject([{ action: "gui_move_mouse" }]);
    await stage.run(({ entry }) => inTurn([call("gui_click", { ...entry })]), { goesOn: true });
    expect(await eventsUntilField()).toEqual(["press entry"]);
  });

  test("after a call begins none of those after it", async () => {
    const abort = new AbortController();
    const calls = [
      { name: "gui_wait", arguments: { ms: 0 } },
      { name: "gui_wait", arguments: { ms: 0 } },
    ];
    const { result } = await stage.run(() => inTurn([{ calls }]), {
      signal: abort.signal,
      onStep: () => abort.abort(),
    });
    expect(result.end).toBe("cancelled");
    expect(result.steps).toHaveLength(1);
  });

  test("during a call that does not notice ends the task all the same", async () => {
    const abort = new AbortController();
    const { result, requests } = await stage.run(({ entry }) => inTurn([call("gui_click", { ...entry })]), {
      signal: abort.signal,
      wrap: beforeTool("gui_click", () => {
        abort.abort();
        return new Promise(() => undefined);
      }),
    });
    expect(result.end).toBe("cancelled");
    expect(result.steps).toMatchObject([{ action: "gui_click", outcome: "cancelled" }]);
    expect(requests).toHaveLength(1);
  });

  test.each([{ without: "answer" }, { ...done, breaks: { at: "half", how: "hangs" } }] as const)(
    "while the model answers (%j)",
    async (answer) => {
      const abort = new AbortController();
      let asked = false;
      const running = stage.run(
        () => () => {
          asked = true;
          return answer;
        },
        { signal: abort.signal },
      );
      await waitFor("the question", () => asked);
      abort.abort();
      const { result } = await running;
      expect(result).toMatchObject({ end: "cancelled", steps: [] });
      expect(result.screenshot).toBeDefined();
    },
  );

  test("while what was done settles", async () => {
    const abort = new AbortController();
    const { result, requests } = await stage.run(({ entry }) => inTurn([call("gui_click", { ...entry })]), {
      signal: abort.signal,
      stepDelayMs: 600_000,
      onStep: () => setTimeout(() => abort.abort(), 0),
    });
    expect(result).toMatchObject({ end: "cancelled", steps: [{ outcome: "ok" }] });
    expect(requests).toHaveLength(1);
  });

  test("before the start does nothing", async () => {
    const { result, requests } = await stage.run(() => inTurn([]), { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ end: "cancelled", steps: [] });
    expect(requests).toEqual([]);
  });
});
