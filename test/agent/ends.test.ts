import { afterAll, describe, expect, test } from "bun:test";
import { GuiAgentError } from "../../src/core/errors.ts";
import { beforeTool, call, done, inTurn, openFormStage } from "../support/form-stage.ts";
import { ManualClock } from "../support/manual-clock.ts";
import type { ModelAnswer } from "../support/model-servers/wire-format.ts";

const stage = await openFormStage();
afterAll(() => stage[Symbol.asyncDispose]());

const protocols = ["anthropic", "openai", "openai-responses", "gemini"] as const;

/** Longer than a text cursor is to be seen between two blinks, in milliseconds. */
const overABlink = 700;

function times(count: number, answer: ModelAnswer): readonly ModelAnswer[] {
  return Array.from({ length: count }, () => answer);
}

test("a task that is done says what came of it, and shows the screen", async () => {
  const { result } = await stage.run(() => inTurn([call("done", { result: "There was nothing to do." })]));
  expect(result).toMatchObject({
    end: "done",
    result: "There was nothing to do.",
    error: undefined,
    steps: [],
  });
  // And nothing beside, such as the pixels that it was made of.
  expect(result.screenshot).toEqual({
    bytes: expect.any(Uint8Array),
    mimeType: "image/jpeg",
    metadata: expect.objectContaining({ imageWidth: 1000 }),
  });
});

test("a task that is given up says why", async () => {
  const { result } = await stage.run(({ entry }) =>
    inTurn([call("gui_click", { ...entry }), call("give_up", { reason: "There is a login." })]),
  );
  expect(result).toMatchObject({
    end: "gave_up",
    result: "There is a login.",
    error: undefined,
    steps: [{ number: 1 }],
  });
});

test("an end without a word is asked for again", async () => {
  const { result, requests } = await stage.run(() =>
    inTurn([call("done", {}), call("done", { result: " " })]),
  );
  expect(result).toMatchObject({ end: "done", result: "It is done.", steps: [] });
  expect(requests).toHaveLength(3);
});

describe("a task is stuck", () => {
  test("after three clicks that change nothing, though a text cursor blinks", async () => {
    const { result, requests } = await stage.run(
      ({ entry, nothing }) =>
        inTurn([call("gui_click", { ...entry }), ...times(9, call("gui_click", { ...nothing }))]),
      { stepDelayMs: overABlink },
    );
    expect(result).toMatchObject({ end: "stuck", error: { code: "task_failed" } });
    expect(result.steps).toHaveLength(4);
    expect(JSON.stringify(requests[2]?.messages.at(-1))).toContain("The screen has not changed noticeably.");
  });

  test("not after waits and looks", async () => {
    const region = { x: 0, y: 0, width: 100, height: 100 };
    const { result } = await stage.run(() =>
      inTurn([...times(4, call("gui_wait", { ms: 0 })), ...times(4, call("gui_screenshot", { region }))]),
    );
    expect(result).toMatchObject({ end: "done" });
    expect(result.steps).toHaveLength(8);
  });

  test("not when something changed in between", async () => {
    const { result } = await stage.run(({ entry, nothing }) =>
      inTurn([
        ...times(2, call("gui_click", { ...nothing })),
        call("gui_click", { ...entry }),
        ...times(2, call("gui_click", { ...nothing })),
      ]),
    );
    expect(result.end).toBe("done");
    expect(result.steps).toHaveLength(5);
  });
});

describe("too many failures", () => {
  test("of a model that answers in text: the error has its words, and what they should have been", async () => {
    const { result } = await stage.run(() => inTurn(times(5, { text: "I see a form." })), {
      protocol: "openai",
      modelName: "qwen2.5-vl-7b",
    });
    expect(result).toMatchObject({
      end: "failures",
      error: {
        message: expect.stringContaining("It said: I see a form."),
        remedy: expect.stringMatching(
          /qwen2\.5-vl-7b is not a model whose answers are those of qwen.*family/,
        ),
      },
    });
  });

  const outside = call("gui_click", { x: 5000, y: 5 });

  test("end a task when they are five in a row", async () => {
    const { result, requests } = await stage.run(() => inTurn(times(9, outside)));
    expect(result).toMatchObject({
      end: "failures",
      error: { code: "task_failed", message: expect.stringContaining("must be from 0 to 999") },
    });
    expect(result.steps.map(({ outcome }) => outcome)).toEqual(Array(5).fill("out_of_range"));
    expect(requests).toHaveLength(5);
  });

  test.each(
    protocols.flatMap((protocol) =>
      ["[1, 2]", '"all of it"', "null"].map((args) => [protocol, args] as const),
    ),
  )("are also calls by %s whose arguments are no object but %s", async (protocol, args) => {
    const { result, requests } = await stage.run(() => inTurn(times(9, call("gui_type", args))), {
      protocol,
    });
    expect(result).toMatchObject({ end: "failures", error: { code: "task_failed" } });
    expect(result.steps.map(({ input, outcome }) => ({ input, outcome }))).toEqual(
      Array(5).fill({ input: {}, outcome: "invalid_input" }),
    );
    expect(requests).toHaveLength(5);
  });

  test("do not when one action between them succeeds", async () => {
    const four = times(4, outside);
    const { result } = await stage.run(() => inTurn([...four, call("gui_wait", { ms: 0 }), ...four]));
    expect(result.end).toBe("done");
    expect(result.steps).toHaveLength(9);
  });

  test("are also replies without a call, of which the model is told", async () => {
    const { result, requests } = await stage.run(() => () => ({ text: "I would click the field." }));
    expect(result).toMatchObject({
      end: "failures",
      steps: [],
      error: { message: expect.stringContaining("called no tool. It said: I would click the field.") },
    });
    expect(requests).toHaveLength(5);
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain("You made no call");
  });

  test("are also answers in text in which there is no action", async () => {
    const { result } = await stage.run(() => () => ({ text: "I would click the field." }), {
      modelName: "ui-tars-1.5-7b",
      protocol: "openai",
    });
    expect(result.end).toBe("failures");
    expect(
      result.steps.map(({ action, input, outcome, said }) => ({ action, input, outcome, said })),
    ).toEqual(
      Array(5).fill({
        action: "none",
        input: {},
        outcome: "invalid_input",
        said: "I would click the field.",
      }),
    );
    expect(result.error?.message).toContain("Nothing of the answer was executed.");
  });
});

test.each([
  // After the click, and just before it.
  { failing: 3, outcome: "ok" },
  { failing: 2, outcome: "permission_denied" },
])(
  "a screen that may not be seen any more ends the task at once (picture $failing)",
  async ({ failing, outcome: expected }) => {
    let pictures = 0;
    const denied = new GuiAgentError("permission_denied", "No pictures.", { remedy: "Allow them." });
    const { result, requests } = await stage.run(
      ({ entry }) => inTurn(times(9, call("gui_click", { ...entry }))),
      {
        wrap: (operator) => ({
          call: async (tool, input, signal) => {
            if (tool === "gui_screenshot") pictures += 1;
            if (tool === "gui_screenshot" && pictures >= failing) return { kind: "error", error: denied };
            return await operator.call(tool, input, signal);
          },
        }),
      },
    );
    expect(result).toMatchObject({
      end: "failures",
      error: { code: "permission_denied", message: "No pictures.", remedy: "Allow them." },
    });
    expect(result.steps).toMatchObject([{ outcome: expected }]);
    expect(requests).toHaveLength(1);
  },
);

test("what one tool does not support does not end a task", async () => {
  const { result } = await stage.run(() => inTurn([call("gui_type", { text: "\u0007" })]));
  expect(result).toMatchObject({ end: "done", steps: [{ action: "gui_type", outcome: "unsupported" }] });
});

describe("maxSteps", () => {
  test("ends a task that goes on", async () => {
    const { result, requests } = await stage.run(() => inTurn(times(9, call("gui_wait", { ms: 0 }))), {
      maxSteps: 3,
    });
    expect(result).toMatchObject({ end: "max_steps", error: { code: "limit_exceeded" } });
    expect(result.steps.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(requests).toHaveLength(4);
    expect(JSON.stringify(requests[3]?.messages.at(-1))).toContain("There are no steps left.");
  });

  test("lets the last step be enough", async () => {
    const { result } = await stage.run(() => inTurn(times(3, call("gui_wait", { ms: 0 }))), { maxSteps: 3 });
    expect(result.end).toBe("done");
  });

  test.each([
    ["a tool that there is not", "left_click"],
    ["a tool that there is", "gui_wait"],
  ])("ends it also with a call of %s", async (_name, tool) => {
    const answers = [call("gui_wait", { ms: 0 }), call(tool, {})];
    const { result } = await stage.run(() => inTurn(answers), { maxSteps: 1 });
    expect(result.end).toBe("max_steps");
    expect(result.steps).toHaveLength(1);
  });

  test("counts each call of a reply", async () => {
    const { result } = await stage.run(
      ({ entry, button }) =>
        inTurn([
          {
            calls: [
              { name: "gui_move_mouse", arguments: { ...entry } },
              { name: "gui_click", arguments: { ...entry } },
              { name: "gui_click", arguments: { ...button } },
            ],
          },
        ]),
      { maxSteps: 2 },
    );
    expect(result.end).toBe("max_steps");
    expect(result.steps.map(({ action }) => action)).toEqual(["gui_move_mouse", "gui_click"]);
  });
});

describe("maxSeconds", () => {
  test("ends a task whose model is thinking", async () => {
    const clock = new ManualClock();
    const { result } = await stage.run(
      () => () => {
        void clock.advance(60_000);
        return { without: "answer" };
      },
      { clock, maxSeconds: 60 },
    );
    expect(result).toMatchObject({ end: "max_seconds", error: { code: "timed_out" }, steps: [] });
  });

  test("ends a task in the middle of an action", async () => {
    const clock = new ManualClock();
    const { result } = await stage.run(({ entry }) => inTurn([call("gui_click", { ...entry })]), {
      clock,
      maxSeconds: 60,
      wrap: beforeTool("gui_click", () => {
        void clock.advance(60_000);
        return new Promise(() => undefined);
      }),
    });
    expect(result).toMatchObject({
      end: "max_seconds",
      steps: [{ action: "gui_click", outcome: "cancelled" }],
    });
  });
});

test("a model that cannot be asked ends the task, with the reason", async () => {
  const { result } = await stage.run(() => inTurn([{ status: 401, message: "No." }]));
  expect(result).toMatchObject({
    end: "model",
    error: { code: "model_unavailable", remedy: expect.stringContaining("GUI_AGENT_API_KEY") },
  });
});

describe("a step", () => {
  test("says where it acted, in the model's numbers and on the screen", async () => {
    const { result } = await stage.run(({ entry }) =>
      inTurn([call("gui_click", { ...entry, button: "middle" })]),
    );
    const [step] = result.steps;
    const point = { x: expect.any(Number), y: expect.any(Number) };
    expect(step).toMatchObject({
      number: 1,
      action: "gui_click",
      input: { ...point, button: "middle" },
      outcome: "ok",
      said: "I call gui_click.",
    });
    expect(step?.modelPoint).toEqual(step?.screenPoint);
    const press = stage.form.events.all().find((event) => event.event === "press");
    expect(step?.screenPoint).toEqual({ x: press?.x ?? 0, y: press?.y ?? 0 });
  });

  test("says where a drag ended, too", async () => {
    const { result } = await stage.run(({ entry }) =>
      inTurn([
        call("gui_drag", { startX: entry.x, startY: entry.y, endX: entry.x + 40, endY: entry.y + 30 }),
      ]),
    );
    const [step] = result.steps;
    const [, x = "", y = ""] =
      /x:(\d+) y:(\d+)/.exec(await stage.server.run(["xdotool", "getmouselocation"])) ?? [];
    expect(step?.screenEnd).toEqual({ x: Number(x), y: Number(y) });
    expect(step?.modelEnd).toEqual({ x: Number(x), y: Number(y) });
    expect(step?.screenPoint).not.toEqual(step?.screenEnd);
  });

  test("does not tell a secret", async () => {
    const { result } = await stage.run(({ entry }) =>
      inTurn([call("gui_click", { ...entry }), call("gui_type", { text: "hunter2", secret: true })]),
    );
    await stage.form.events.waitFor(
      "the text",
      (event) => event.event === "text" && event.text === "hunter2",
    );
    expect(result.steps[1]?.input).toEqual({ text: "[redacted, 7 characters]", secret: true });
    expect(JSON.stringify({ ...result, screenshot: undefined })).not.toContain("hunter2");
  });

  test("does not tell the beginning of a secret that was cut off before it was called one", async () => {
    const cut = '{"text": "hunter2 and so on", "sec';
    const { result } = await stage.run(() => inTurn([call("gui_type", cut)]));
    expect(result.steps).toMatchObject([{ action: "gui_type", input: {}, outcome: "invalid_input" }]);
    expect(JSON.stringify({ ...result, screenshot: undefined })).not.toContain("hunter2");
  });

  test.each([
    ["is written wrong", { text: "Action: type(content='hunter2', secret=True" }],
    ["is cut off before its mark", { text: "Action: type(content='hunter2', s", isCut: true }],
  ] as const)("does not tell a secret in an answer that %s", async (_name, answer) => {
    const { result, requests } = await stage.run(
      () => inTurn([answer, { text: "Action: finished(content='No.')" }]),
      { modelName: "ui-tars-7b", protocol: "openai" },
    );
    expect(result).toMatchObject({ end: "done", steps: [{ action: "none", outcome: "invalid_input" }] });
    expect(JSON.stringify({ ...result, screenshot: undefined })).not.toContain("hunter");
    // The model is told what it had answered all the same.
    expect(JSON.stringify(requests[1]?.messages)).toContain("hunter2");
  });

  test("says what was different from what was asked for", async () => {
    const { result } = await stage.run(() => inTurn([call("gui_clipboard_read", {})]));
    expect(result.steps).toMatchObject([{ outcome: "ok", notice: expect.stringContaining("clipboard") }]);
  });

  test("is told as soon as it ends", async () => {
    const seen: string[] = [];
    const { result } = await stage.run(
      () => (_request, count) => {
        seen.push(`request ${count}`);
        return count < 3 ? call("gui_wait", { ms: 0 }) : done;
      },
      { onStep: ({ number }) => seen.push(`step ${number}`) },
    );
    expect(result.end).toBe("done");
    expect(seen).toEqual(["request 1", "step 1", "request 2", "step 2", "request 3"]);
  });
});
