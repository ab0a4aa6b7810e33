import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { modelProfiles } from "../../src/coordinates/model-profiles.ts";
import { formOracle } from "../support/form-oracle.ts";
import { type GtkForm, openGtkForm } from "../support/gtk-form.ts";
import { startModelServer, type WireFormatName } from "../support/model-servers/model-server.ts";
import { openTaskDesk, type TaskDesk } from "../support/task-desk.ts";
import { openModelAt } from "../support/vision-model.ts";
import { startXServer } from "../support/x-server.ts";

const text = "你好，世界";

/** The protocol in which the models of a family are usually asked. */
function protocolOf(model: string): WireFormatName {
  if (model.startsWith("claude")) return "anthropic";
  if (model.startsWith("gpt")) return "openai-responses";
  return model.startsWith("gemini") ? "gemini" : "openai";
}

/** One name of each line of the table; that the others are of that line, coordinates-profiles.test.ts shows. */
const families = modelProfiles.map(({ names: [model = ""] }) => ({ model, protocol: protocolOf(model) }));

const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
  { width: 3840, height: 2160 },
];
const other = { width: 1024, height: 768 };

/** Where the display is that the task is about, beside which other one. */
const layouts = sizes.flatMap((size) => [
  { ...size, layout: "single", x: 0, otherX: undefined },
  { ...size, layout: "second", x: other.width, otherX: 0 },
  { ...size, layout: "left of the primary", x: 0, otherX: size.width },
]);

describe.each(layouts)("$width by $height, $layout", ({ width, height, x, otherX }) => {
  let resources: AsyncDisposableStack;
  let desk: TaskDesk;
  let form: GtkForm;
  let displayIndex: number;

  beforeAll(async () => {
    resources = new AsyncDisposableStack();
    const single = otherX === undefined;
    const monitors = single
      ? []
      : [
          { name: "OTHER", x: otherX, y: 0, ...other, primary: true },
          { name: "TASK", x, y: 0, width, height },
        ];
    const screen = { width: single ? width : width + other.width, height };
    const server = resources.use(await startXServer({ size: screen, monitors }));
    const place = { x: x + width * 0.21, y: height * 0.33, width: width * 0.6, height: height * 0.5 };
    form = resources.use(
      await openGtkForm(server, {
        x: Math.round(place.x),
        y: Math.round(place.y),
        width: Math.round(place.width),
        height: Math.round(place.height),
      }),
    );
    desk = resources.use(await openTaskDesk(server));
    const { displays } = await desk.displays.list();
    displayIndex = displays.find((display) => display.x === x && display.width === width)?.index ?? -1;
  });

  afterAll(() => resources.disposeAsync());

  test.each(families)("$model fills in a form", async ({ model, protocol }) => {
    const rectangles = await form.reset();
    await using server = await startModelServer(protocol, formOracle(model, text));
    const opened = await openModelAt(protocol, server.baseUrl, { model });
    const { end, steps, error } = await desk.run(opened, { displayIndex });

    expect({ end, error }).toEqual({ end: "done", error: undefined });
    const actions = steps.filter(({ action }) => action !== "gui_wait");
    expect(actions.map(({ action, outcome }) => [action, outcome])).toEqual([
      ["gui_click", "ok"],
      ["gui_type", "ok"],
      ["gui_click", "ok"],
    ]);
    await form.events.waitFor("the button", (event) => event.event === "clicked" && event.text === text);
    const presses = form.events.all().filter((event) => event.event === "press");
    expect(presses.map(({ widget }) => widget)).toEqual(["entry", "button"]);
    // At 3840 pixels a point in whole thousandths may be 1.9 off before anybody rounds it to a pixel; these are not.
    for (const press of presses) {
      const target = rectangles[press.widget];
      expect(Math.abs(press.x - (target.x + target.width / 2))).toBeLessThanOrEqual(2);
      expect(Math.abs(press.y - (target.y + target.height / 2))).toBeLessThanOrEqual(2);
    }
  });
});
