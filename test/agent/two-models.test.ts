import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { profileFor } from "../../src/coordinates/model-profiles.ts";
import { inFamilyWords } from "../support/answers/family-words.ts";
import { decode, findPatch, inFamilyFormat } from "../support/form-oracle.ts";
import { formColors, type GtkForm, openGtkForm } from "../support/gtk-form.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { type Model, startModelServer, type WireFormatName } from "../support/model-servers/model-server.ts";
import type { ModelAnswer, ModelRequest } from "../support/model-servers/wire-format.ts";
import { openTaskDesk, type TaskDesk } from "../support/task-desk.ts";
import { openModelAt } from "../support/vision-model.ts";
import { startXServer } from "../support/x-server.ts";

/** Of the model that finds places. */
const variables = {
  provider: "GUI_AGENT_GROUNDING_PROVIDER",
  model: "GUI_AGENT_GROUNDING_MODEL",
  key: "GUI_AGENT_GROUNDING_API_KEY",
  baseUrl: "GUI_AGENT_GROUNDING_BASE_URL",
};
/** Longer than a model may be silent, in milliseconds. */
const longSilence = 120_000;

const text = "你好，世界";
/** The words for what the form shows, and where it is. */
const named = {
  "the text field": formColors.idle,
  // It is to be seen once the field has been clicked.
  "the blue field": formColors.focused,
  "the purple button": formColors.button,
} as const;

/** A planner that knows what to do, and not where. */
const plan: readonly ModelAnswer[] = [
  { text: "I click the field.", calls: [{ name: "gui_click", arguments: { target: "the text field" } }] },
  { text: "I type.", calls: [{ name: "gui_type", arguments: { text } }] },
  { text: "I press it.", calls: [{ name: "gui_click", arguments: { target: "the purple button" } }] },
  { calls: [{ name: "done", arguments: { result: "It is sent." } }] },
];

/** A grounding model that looks for the colour of what is named, and answers as its family does. */
function pointer(model: string): Model {
  return async ({ images, messages }) => {
    const [bytes] = images.map((image) => image.bytes);
    const words = messages.flatMap(({ parts }) =>
      parts.flatMap((part) => ("text" in part ? [part.text] : [])),
    );
    const color = Object.entries(named).find(([name]) => words.includes(name))?.[1];
    if (bytes === undefined || color === undefined) return { text: "I see nothing of that kind." };
    const picture = await decode(bytes);
    const spot = findPatch(picture, color);
    if (spot === undefined) return { text: "It is not there." };
    const { x, y } = inFamilyFormat(model, spot, picture);
    return inWords(model, x, y);
  };
}

function inWords(model: string, x: number, y: number): ModelAnswer {
  const { dialect, order } = profileFor(model);
  switch (dialect) {
    case undefined:
      return { text: JSON.stringify({ point: order === "xy" ? [x, y] : [y, x] }) };
    case "qwen":
      return { text: `\`\`\`json\n[{"point_2d": [${x}, ${y}], "label": "it"}]\n\`\`\`` };
    case "showui":
      return { text: `[${x}, ${y}]` };
    default:
      return inFamilyWords(model, { text: "There.", calls: [{ name: "gui_click", arguments: { x, y } }] });
  }
}

describe("a model that names what it wants, beside one that finds it,", () => {
  let resources: AsyncDisposableStack;
  let desk: TaskDesk;
  let form: GtkForm;

  beforeAll(async () => {
    resources = new AsyncDisposableStack();
    const server = resources.use(await startXServer({ size: { width: 2560, height: 1440 } }));
    form = resources.use(await openGtkForm(server, { x: 537, y: 475, width: 1536, height: 720 }));
    desk = resources.use(await openTaskDesk(server));
  });

  afterAll(() => resources.disposeAsync());

  async function run(
    name: string,
    planned: readonly ModelAnswer[],
    groundingModel: string,
    find: Model = pointer(groundingModel),
    protocol: WireFormatName = "openai",
  ) {
    const rectangles = await form.reset();
    const answers = planned.values();
    const clock = new ManualClock();
    await using planner = await startModelServer("anthropic", () => answers.next().value ?? { text: "?" });
    await using finder = await startModelServer(protocol, async (request, count) => {
      const answer = await find(request, count);
      if ("without" in answer) void clock.advance(longSilence);
      return answer;
    });
    const result = await desk.run(await openModelAt("anthropic", planner.baseUrl, { model: name }), {
      groundingModel: await openModelAt(protocol, finder.baseUrl, {
        model: groundingModel,
        variables,
        clock,
        warn: () => void clock.advance(60_000),
      }),
    });
    return { result, rectangles, planner: planner.requests, finder: finder.requests };
  }

  test.each([
    "ui-tars-7b",
    "ui-tars-1.5-7b",
    "qwen2.5-vl-7b",
    "qwen3-vl-plus",
    "cogagent-9b",
    "showui-2b",
    "seeclick",
    "gemini-2.5-flash",
    "gpt-4o",
  ])("fills in a form with %s", async (groundingModel) => {
    const { result, rectangles, planner } = await run("claude-sonnet-4", plan, groundingModel);
    expect({ end: result.end, error: result.error }).toEqual({ end: "done", error: undefined });
    await form.events.waitFor("the button", (event) => event.event === "clicked" && event.text === text);
    const presses = form.events.all().filter((event) => event.event === "press");
    expect(presses.map(({ widget }) => widget)).toEqual(["entry", "button"]);
    for (const press of presses) {
      const { x, y, width, height } = rectangles[press.widget];
      expect(Math.abs(press.x - (x + width / 2))).toBeLessThanOrEqual(3);
      expect(Math.abs(press.y - (y + height / 2))).toBeLessThanOrEqual(3);
    }
    expect(result.steps.map(({ input, outcome }) => [input.target, outcome])).toEqual([
      ["the text field", "ok"],
      [undefined, "ok"],
      ["the purple button", "ok"],
    ]);
    expect(result.steps[0]?.screenPoint).toEqual({ x: presses[0]?.x ?? -1, y: presses[0]?.y ?? -1 });
    assertInWords(planner);
  });

  test("finds the second place of a reply on the screen as the first call has left it", async () => {
    const both: ModelAnswer = {
      calls: [
        { name: "gui_click", arguments: { target: "the text field" } },
        { name: "gui_double_click", arguments: { target: "the blue field" } },
      ],
    };
    const [, , press, end] = plan;
    if (press === undefined || end === undefined) throw new Error("The plan is too short.");
    const { result, planner } = await run("claude-sonnet-4", [both, press, end], "ui-tars-7b");
    expect(result.end).toBe("done");
    expect(result.steps.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "ok"]);
    // The planner sees what came of both, and nothing in between.
    expect(planner.map(({ images }) => images.length)).toEqual([1, 2, 3]);
    await form.events.waitFor("the button", (event) => event.event === "clicked");
    const presses = form.events.all().flatMap((event) => (event.event === "press" ? [event.widget] : []));
    expect(presses.filter((widget) => widget === "entry").length).toBeGreaterThan(2);
  });

  test("fills in a form with one that thinks before it answers", async () => {
    const find = pointer("gemini-2.5-flash");
    const thinking: Model = async (request, count) => ({
      ...(await find(request, count)),
      thoughtTokens: 2000,
    });
    const { result } = await run("claude-sonnet-4", plan, "gemini-2.5-flash", thinking, "gemini");
    expect({ end: result.end, error: result.error }).toEqual({ end: "done", error: undefined });
    await form.events.waitFor("the button", (event) => event.event === "clicked" && event.text === text);
  });

  test("is told when an answer was cut off, and nothing is done", async () => {
    const [, , press, end] = plan;
    if (press === undefined || end === undefined) throw new Error("The plan is too short.");
    const find = pointer("ui-tars-7b");
    const cutFirst: Model = async (request, count) => ({
      ...(await find(request, count)),
      ...(count === 1 ? { isCut: true } : {}),
    });
    const { result, planner } = await run("claude-sonnet-4", [press, press, end], "ui-tars-7b", cutFirst);
    expect(result.end).toBe("done");
    expect(result.steps.map(({ outcome }) => outcome)).toEqual(["model_unavailable", "ok"]);
    expect(JSON.stringify(planner[1]?.messages)).toContain("cut off at its greatest length");
    await form.events.waitFor("the button", (event) => event.event === "clicked");
    expect(form.events.all().filter((event) => event.event === "press")).toHaveLength(1);
  });

  test("is told when a place is not found, and nothing is done", async () => {
    const [, , press, end] = plan;
    const lost: ModelAnswer = { calls: [{ name: "gui_click", arguments: { target: "the moon" } }] };
    const numbers: ModelAnswer = { calls: [{ name: "gui_click", arguments: { x: 100, y: 100 } }] };
    if (press === undefined || end === undefined) throw new Error("The plan is too short.");
    const { result, planner } = await run("claude-sonnet-4", [lost, numbers, press, end], "ui-tars-7b");
    expect(result.steps.map(({ input, outcome }) => [input, outcome])).toEqual([
      [{ target: "the moon" }, "target_not_found"],
      [{ x: 100, y: 100 }, "invalid_input"],
      [expect.objectContaining({ target: "the purple button" }), "ok"],
    ]);
    expect(JSON.stringify(planner[1]?.messages)).toContain("the moon");
    expect(JSON.stringify(planner[1]?.messages)).toContain("other words");
    await form.events.waitFor("the button", (event) => event.event === "clicked");
    expect(form.events.all().filter((event) => event.event === "press")).toHaveLength(1);
  });

  test.each([
    { refusal: { status: 401, message: "No." }, code: "model_unavailable", asked: 1 },
    { refusal: { without: "answer" }, code: "model_unavailable", asked: 2 },
    { refusal: { text: "There.", endsWith: "content_filter" }, code: "model_declined", asked: 1 },
  ] as const)("is not asked again for a place when the other gives no reply ($refusal)", async (given) => {
    const { refusal, code, asked } = given;
    const { result, planner, finder } = await run("claude-sonnet-4", plan, "ui-tars-7b", () => refusal);
    expect(result).toMatchObject({
      end: "model",
      error: {
        code,
        message: expect.stringContaining("ui-tars-7b"),
        remedy: expect.stringContaining("GUI_AGENT_GROUNDING_"),
      },
      steps: [{ input: { target: "the text field" }, outcome: code }],
    });
    expect(planner).toHaveLength(1);
    expect(finder).toHaveLength(asked);
  });

  test("goes on when the other answers without a word", async () => {
    const { result } = await run("claude-sonnet-4", plan, "ui-tars-7b", () => ({ text: "" }));
    expect(result.steps.map(({ outcome }) => outcome)).toEqual([
      "model_unavailable",
      "ok",
      "model_unavailable",
    ]);
    expect(result.end).toBe("done");
  });

  test("points for itself where it answers in a dialect", async () => {
    const give = { text: "Thought: No.\nAction: call_user(content='No form.')" };
    const { result, planner, finder } = await run("ui-tars-7b", [give], "qwen3-vl-plus");
    expect(result).toMatchObject({ end: "gave_up", result: "No form." });
    expect(planner[0]?.system).toContain("from 0 to 1000");
    expect(finder).toEqual([]);
  });
});

/** The planner is asked for words alone. */
function assertInWords(requests: readonly ModelRequest[]): void {
  const [request] = requests;
  expect(request?.system).toContain("Say in words");
  expect(request?.system).not.toContain("pixels");
  const click = request?.tools.find(({ name }) => name === "gui_click");
  expect(click?.schema).toMatchObject({ properties: { target: { type: "string" } }, required: ["target"] });
  expect(JSON.stringify(click?.schema)).not.toContain('"x"');
  expect(request?.tools.map(({ name }) => name)).not.toContain("gui_screenshot");
}
