import type { Operator } from "../../src/tools/operator.ts";
import type { TaskResult } from "../../src/tools/tasks.ts";
import { type GtkForm, openGtkForm } from "./gtk-form.ts";
import { ManualClock } from "./manual-clock.ts";
import {
  type Model,
  type ModelServer,
  startModelServer,
  type WireFormatName,
} from "./model-servers/model-server.ts";
import type { ModelAnswer, Refusal } from "./model-servers/wire-format.ts";
import { openTaskDesk, type TaskOptions } from "./task-desk.ts";
import { openModelAt } from "./vision-model.ts";
import { startXServer, type XServer } from "./x-server.ts";

/** Small enough that models get pictures pixel by pixel. */
const size = { width: 1000, height: 700 };

/** Longer than a model may be silent, in milliseconds. */
const longSilence = 120_000;

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface StagedTask {
  readonly result: TaskResult;
  readonly requests: ModelServer["requests"];
}

/** Called once the form is as the task finds it; places are in the numbers of a model that points in pixels. */
type Script = (places: { readonly entry: Place; readonly button: Place; readonly nothing: Place }) => Model;

interface StageOptions extends TaskOptions {
  readonly protocol?: WireFormatName;
  readonly modelName?: string;
  /** Whether time passes while the model says nothing, so that it is given up. */
  readonly silenceEnds?: boolean;
  /** Whether the form stays as the task before has left it, and its events are kept. */
  readonly goesOn?: boolean;
}

export interface FormStage extends AsyncDisposable {
  readonly form: GtkForm;
  readonly server: XServer;
  /** Runs a task with a model that answers by a script. The pauses between attempts to ask it take no time. */
  run(script: Script, options?: StageOptions): Promise<StagedTask>;
}

/** A small screen with the form on it, for tasks whose models know what they want. */
export async function openFormStage(): Promise<FormStage> {
  await using resources = new AsyncDisposableStack();
  const server = resources.use(await startXServer({ size }));
  const form = resources.use(await openGtkForm(server, { x: 100, y: 100, width: 600, height: 400 }));
  const desk = resources.use(await openTaskDesk(server));
  let rectangles = await form.reset();
  const owned = resources.move();
  return {
    form,
    server,
    async run(
      script,
      {
        protocol = "anthropic",
        modelName = "some-model",
        silenceEnds = false,
        goesOn = false,
        ...options
      } = {},
    ) {
      if (!goesOn) rectangles = await form.reset();
      const { entry, button } = rectangles;
      const places = { entry: middle(entry), button: middle(button), nothing: { x: 130, y: 480 } };
      const clock = new ManualClock();
      const answerTo = script(places);
      await using models = await startModelServer(protocol, async (request, count) => {
        const answer = await answerTo(request, count);
        if (silenceEnds && isSilent(answer)) void clock.advance(longSilence);
        return answer;
      });
      const model = await openModelAt(protocol, models.baseUrl, {
        model: modelName,
        clock,
        warn: () => void clock.advance(60_000),
      });
      return { result: await desk.run(model, options), requests: models.requests };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function isSilent(answer: ModelAnswer | Refusal): boolean {
  if ("without" in answer) return answer.without === "answer";
  return "breaks" in answer && answer.breaks?.how === "hangs";
}

function middle({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Place {
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

export function call(name: string, args: Record<string, unknown> | string): ModelAnswer {
  return { text: `I call ${name}.`, calls: [{ name, arguments: args }] };
}

export const done = call("done", { result: "It is done." });

/** Answers one after the other, and then says that the task is done. */
export function inTurn(answers: readonly (ModelAnswer | Refusal)[]): Model {
  return (_request, count) => answers[count - 1] ?? done;
}

/** An operator that does something before a tool runs, or instead. */
export function beforeTool(name: string, act: () => void | Promise<void>): (operator: Operator) => Operator {
  return (operator) => ({
    call: async (tool, input, signal) => {
      if (tool === name) await act();
      return operator.call(tool, input, signal);
    },
  });
}
