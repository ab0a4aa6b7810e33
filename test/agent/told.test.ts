import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { call, done, inTurn, openFormStage } from "../support/form-stage.ts";

const stage = await openFormStage();
afterAll(() => stage[Symbol.asyncDispose]());

const protocols = ["anthropic", "openai", "openai-responses", "gemini"] as const;

const number = z.looseObject({ type: z.string(), minimum: z.number(), maximum: z.number() });
const schema = z.looseObject({ type: z.literal("object"), properties: z.record(z.string(), z.unknown()) });

/** What a model is told of a tool's arguments. */
async function argumentsOf(modelName: string, tool: string): Promise<Record<string, unknown>> {
  const protocol = modelName.startsWith("gemini") ? "gemini" : "anthropic";
  const { requests } = await stage.run(() => inTurn([]), { modelName, protocol });
  const told = requests[0]?.tools.find(({ name }) => name === tool);
  return schema.parse(told?.schema).properties;
}

describe("points are asked for in the range of the model", () => {
  test.each([
    ["claude-sonnet-4", "integer", 999, 699],
    ["some-model", "integer", 999, 699],
    ["gemini-3-pro", "integer", 999, 999],
  ])("%s", async (model, type, width, height) => {
    const { x, y } = await argumentsOf(model, "gui_click");
    expect(number.parse(x)).toMatchObject({ type, minimum: 0, maximum: width });
    expect(number.parse(y)).toMatchObject({ type, minimum: 0, maximum: height });
    const { startX, endY } = await argumentsOf(model, "gui_drag");
    expect(number.parse(startX)).toMatchObject({ type, maximum: width });
    expect(number.parse(endY)).toMatchObject({ type, maximum: height });
    const { region } = await argumentsOf(model, "gui_screenshot");
    const { width: regionWidth } = schema.parse(region).properties;
    expect(number.parse(regionWidth)).toMatchObject({ type, maximum: width });
  });

  test("and in its order, by names that cannot be mistaken", async () => {
    expect(Object.keys(await argumentsOf("gemini-3-pro", "gui_click")).slice(0, 2)).toEqual(["y", "x"]);
    expect(Object.keys(await argumentsOf("gemini-3-pro", "gui_drag")).slice(0, 4)).toEqual([
      "startY",
      "startX",
      "endY",
      "endX",
    ]);
    expect(Object.keys(await argumentsOf("claude-sonnet-4", "gui_click")).slice(0, 2)).toEqual(["x", "y"]);
  });
});

test("what is filled in for the model, it is not told of", async () => {
  const { requests } = await stage.run(() => inTurn([]));
  const told = JSON.stringify(requests[0]?.tools);
  for (const name of ["displayIndex", "coordinateMode", "savePath", "$ref", "$defs"])
    expect(told).not.toContain(`"${name}"`);
});

test("of windows the model is not told places in other coordinates than its own", async () => {
  const { requests } = await stage.run(() => inTurn([call("gui_list_windows", {})]));
  const answer = JSON.stringify(requests[1]?.messages);
  expect(answer).toContain('\\"title\\":\\"form\\"');
  expect(answer).not.toContain('\\"width\\"');
});

test("a closer look shows the region, and then all of the screen again", async () => {
  const { requests } = await stage.run(({ entry }) => {
    const region = { x: entry.x - 100, y: entry.y - 50, width: 200, height: 100 };
    return inTurn([call("gui_screenshot", { region }), call("gui_click", { ...entry })]);
  });
  expect(requests.map(({ images }) => images.length)).toEqual([1, 3, 3]);
  // The click was resolved on the picture of all of the screen.
  await stage.form.events.waitFor(
    "the click",
    (event) => event.event === "press" && event.widget === "entry",
  );
});

test("a look at all of the screen shows it once", async () => {
  const { result, requests } = await stage.run(() => inTurn([call("gui_screenshot", {})]));
  expect(result.steps).toMatchObject([{ action: "gui_screenshot", outcome: "ok" }]);
  expect(requests[1]?.images).toHaveLength(2);
});

test("the size of a picture is told to models that count in its pixels alone", async () => {
  const caption = async (modelName: string) => {
    const { requests } = await stage.run(() => inTurn([]), { modelName });
    return JSON.stringify(
      requests[0]?.messages.map(({ parts }) => parts.filter(({ type }) => type === "text")),
    );
  };
  expect(await caption("claude-sonnet-4")).toContain("1000×700");
  expect(await caption("gemini-3-pro")).not.toContain("1000×700");
});

describe.each(protocols)("a model that speaks %s", (protocol) => {
  test.each([
    ["says nothing at all", {}],
    ["only talks", { text: "I would click." }],
    ["is cut off before a call", { text: "I would", isCut: true }],
  ] as const)("is told when it %s", async (_name, answer) => {
    const { result, requests } = await stage.run(() => inTurn([answer, done]), { protocol });
    expect(result).toMatchObject({ end: "done", steps: [] });
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain(
      "isCut" in answer ? "cut off" : "You made no call",
    );
  });

  test("sees what came of several calls", async () => {
    const { result, requests } = await stage.run(
      ({ entry }) =>
        inTurn([
          {
            thought: "Both at once.",
            calls: [
              { name: "gui_click", arguments: { ...entry } },
              { name: "gui_type", arguments: { text: "ab" } },
            ],
          },
        ]),
      { protocol },
    );
    expect(result).toMatchObject({ end: "done", steps: [{ outcome: "ok" }, { outcome: "ok" }] });
    expect(requests[1]?.images).toHaveLength(2);
    expect(requests[1]?.messages.filter(({ role }) => role === "tool")).toHaveLength(2);
  });
});
