import { openGtkForm } from "../support/gtk-form.ts";
import { startModelServer } from "../support/model-servers/model-server.ts";
import { openTaskDesk } from "../support/task-desk.ts";
import { openModelAt } from "../support/vision-model.ts";
import type { XServer } from "../support/x-server.ts";
import type { Comparison } from "./comparison.ts";

/** What the loop may take for a step beside the model and the configured delay. */
const wantedMs = 100;
const steps = 12;

/**
 * A task whose model answers at once and is given no time to settle: from its answer to its next question
 * a step does all that is ours, the pictures and the action included.
 */
export async function taskComparison(server: XServer): Promise<Comparison & AsyncDisposable> {
  await using resources = new AsyncDisposableStack();
  resources.use(await openGtkForm(server, { x: 300, y: 200, width: 1200, height: 700 }));
  const desk = resources.use(await openTaskDesk(server));
  let answered = 0;
  let gaps: number[] = [];
  const models = resources.use(
    await startModelServer("anthropic", ({ messages }, count) => {
      // The first question of a task comes after no step.
      if (messages.length > 1) gaps.push(performance.now() - answered);
      answered = performance.now();
      if (gaps.length === steps) return { calls: [{ name: "done", arguments: { result: "Done." } }] };
      return { calls: [{ name: "gui_move_mouse", arguments: { x: 100 + (count % 300), y: 100 } }] };
    }),
  );
  const model = await openModelAt("anthropic", models.baseUrl, { model: "some-model" });
  const perStep = async () => {
    gaps = [];
    const { end, error } = await desk.run(model, {
      stepDelayMs: 0,
      stuckThreshold: steps + 1,
      maxSteps: steps + 1,
    });
    if (end !== "done") throw new Error(`The task ended with ${end}: ${error}`);
    return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  };
  const name = "a step of a task";
  const owned = resources.move();
  return {
    title: "Steps of a task on 1920×1080, from the model's answer to its next question",
    contestants: [{ name, sample: perStep }],
    goals: [{ contestant: name, below: wantedMs }],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
