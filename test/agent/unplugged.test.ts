import { expect, test } from "bun:test";
import { call, done } from "../support/form-stage.ts";
import { openGtkForm } from "../support/gtk-form.ts";
import { startModelServer } from "../support/model-servers/model-server.ts";
import { openTaskDesk } from "../support/task-desk.ts";
import { openModelAt } from "../support/vision-model.ts";
import { type Monitor, startXServer } from "../support/x-server.ts";

const size = { width: 1000, height: 700 };
const main: Monitor = { name: "MAIN", x: 0, y: 0, ...size, primary: true };
const second: Monitor = { name: "SECOND", x: 1000, y: 0, ...size };
const third: Monitor = { name: "THIRD", x: 2000, y: 0, ...size };

test.each([
  // The third is the second one then.
  { what: "the task was given", displayIndex: 1, next: third },
  { what: "is selected", displayIndex: undefined, next: main },
])(
  "nothing is clicked on another display when the one that $what is unplugged while the model thinks",
  async ({ displayIndex, next }) => {
    await using resources = new AsyncDisposableStack();
    const monitors = [main, second, third];
    const server = resources.use(await startXServer({ size: { width: 3000, height: 700 }, monitors }));
    const form = resources.use(
      await openGtkForm(server, { x: next.x + 100, y: 100, width: 600, height: 400 }),
    );
    const { button } = await form.reset();
    const desk = resources.use(await openTaskDesk(server, 1));
    expect((await desk.displays.list()).displays[1]?.name).toBe(second.name);
    // On the display that the model sees there is nothing.
    const place = { x: button.x - next.x + 20, y: button.y + 10 };
    const models = resources.use(
      await startModelServer("anthropic", async (_request, count) => {
        if (count > 1) return done;
        await server.removeMonitor(second.name);
        return call("gui_click", place);
      }),
    );
    const model = await openModelAt("anthropic", models.baseUrl);
    const { steps } = await desk.run(model, displayIndex === undefined ? {} : { displayIndex });
    expect(steps.map(({ outcome }) => outcome)).toEqual(["stale_screenshot"]);
    // The model was shown the other display before it went on.
    expect(models.requests[1]?.images).toHaveLength(2);
    expect(form.events.all()).toEqual([]);
  },
);
