import { expect, test } from "bun:test";
import type { RunTask } from "../../src/agent/port.ts";
import { ModelChoice } from "../../src/model-choice.ts";
import { Secrets } from "../../src/safety/secrets.ts";
import { Tasks } from "../../src/tasks.ts";
import { SessionState } from "../../src/tools/session-state.ts";
import type { TaskStep } from "../../src/tools/tasks.ts";
import { ManualClock, settled } from "../support/manual-clock.ts";
import { silentLog } from "../support/silent-log.ts";

// Not through the front door: the loop ends when it is told to, and this test is there in case it does not.
const step: TaskStep = {
  number: 1,
  action: "gui_click",
  input: {},
  outcome: "ok",
  said: "I click.",
  elapsedMs: 5,
};

const settings = {
  provider: "openai",
  model: "some-model",
  baseUrl: "http://127.0.0.1:9",
  apiKey: undefined,
  apiProtocol: undefined,
  coordinateMode: undefined,
  memoryModel: undefined,
  memoryProvider: undefined,
  groundingModel: undefined,
  groundingProvider: undefined,
  groundingBaseUrl: undefined,
  groundingApiKey: undefined,
} as const;

/** Starts a task of a loop that is given; resolves once that has begun. */
async function start(runTask: RunTask) {
  const clock = new ManualClock();
  const models = new ModelChoice({ settings, environment: {}, clock, log: silentLog });
  const limits = { maxSteps: 50, maxSeconds: 3600, stepDelayMs: 0, stuckThreshold: 3 };
  const begun = Promise.withResolvers<void>();
  const tasks = new Tasks({
    runTask: (...given) => {
      begun.resolve();
      return runTask(...given);
    },
    models,
    settings: limits,
    clock,
    log: silentLog,
  });
  const cancel = new AbortController();
  const reports: string[] = [];
  const order = { task: "Click.", maxSteps: 7, maxSeconds: 60, model: undefined, displayIndex: undefined };
  const running = tasks.run(order, {
    session: new SessionState("one", "auto", silentLog),
    signal: cancel.signal,
    sampler: undefined,
    secrets: new Secrets(),
    report: (message) => reports.push(message),
    operatorFor: () => ({ call: async () => Promise.reject(new Error("This task calls no tool.")) }),
  });
  await begun.promise;
  return { clock, tasks, running, reports, cancel: () => cancel.abort() };
}

test("a task that does not end when it is cancelled is left, with what it had done", async () => {
  const { clock, tasks, running, reports, cancel } = await start(async (_request, { onStep }) => {
    onStep(step);
    return await new Promise(() => undefined);
  });
  expect(tasks.running).toMatchObject({ session: "one", task: "Click.", maxSteps: 7 });
  cancel();
  await clock.advance(1000);
  expect(await running).toMatchObject({ end: "cancelled", steps: [step] });
  expect(reports).toEqual(["The task has begun, with 7 steps at most", "Step 1: gui_click. I click."]);
  expect(tasks.running).toBeUndefined();
});

test("a task that ends when it is cancelled leaves no timer that keeps the program from ending", async () => {
  const { clock, running, cancel } = await start(async (_request, _tools, signal) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    await settled();
    return { end: "cancelled", result: undefined, error: undefined, steps: [], screenshot: undefined };
  });
  cancel();
  expect(await running).toMatchObject({ end: "cancelled" });
  await settled();
  expect(clock.sleeping).toBe(0);
});
