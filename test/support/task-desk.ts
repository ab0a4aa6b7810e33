import { imageCodec, imageFinder } from "#runtime";
import { pointingModel } from "../../src/agent/grounding.ts";
import { runTask } from "../../src/agent/loop.ts";
import type { TaskRequest } from "../../src/agent/port.ts";
import { type Clock, systemClock } from "../../src/core/clock.ts";
import { FairLock } from "../../src/core/lock.ts";
import type { DisplayService } from "../../src/desktop/displays.ts";
import { createX11Desktop } from "../../src/desktop/x11/desktop.ts";
import type { VisionModel } from "../../src/models/port.ts";
import { AuditLog } from "../../src/safety/audit-log.ts";
import { HotkeyPolicy } from "../../src/safety/hotkeys.ts";
import { Secrets } from "../../src/safety/secrets.ts";
import { Dispatcher } from "../../src/tools/dispatch.ts";
import type { Operator } from "../../src/tools/operator.ts";
import { createServices } from "../../src/tools/services.ts";
import { SessionState } from "../../src/tools/session-state.ts";
import type { TaskResult, TaskStep } from "../../src/tools/tasks.ts";
import { silentCaller, unused } from "./recorded-dispatcher.ts";
import { silentLog } from "./silent-log.ts";
import type { XServer } from "./x-server.ts";

export interface TaskOptions extends Partial<Omit<TaskRequest, "model">> {
  readonly signal?: AbortSignal;
  readonly stepDelayMs?: number;
  readonly stuckThreshold?: number;
  readonly onStep?: (step: TaskStep) => void;
  /** What is between the task and the desktop, where a test puts something there. */
  readonly wrap?: (operator: Operator) => Operator;
  readonly clock?: Clock;
  /** Called with each warning that is logged. */
  readonly warn?: (message: string) => void;
}

/** The product from the agent loop down to an X server, for tasks of any model. */
export interface TaskDesk extends AsyncDisposable {
  readonly displays: DisplayService;
  run(model: VisionModel, options?: TaskOptions): Promise<TaskResult>;
}

/** @param selected the display that is selected */
export async function openTaskDesk(server: Pick<XServer, "display">, selected = 0): Promise<TaskDesk> {
  const clock = systemClock;
  const desktop = await createX11Desktop({ display: server.display, authority: undefined }, clock, silentLog);
  const services = createServices(desktop, {
    displayIndex: selected,
    imageFinder,
    codec: imageCodec,
    quality: 75,
    files: { writeNew: () => Promise.reject(new Error("A task saved a file.")) },
    models: { vision: unused },
    tasks: { assertPossible: unused, run: unused },
    clock,
  });
  const dispatcher = new Dispatcher({
    services,
    desktop,
    lock: new FairLock("The desktop", clock),
    hotkeys: new HotkeyPolicy({ platform: desktop.platform, refuse: [], allow: [] }),
    audit: new AuditLog(100),
    lockTimeoutMs: 10_000,
    onUnexpected: (operation, error) => console.error(operation, error),
  });
  let tasks = 0;
  return {
    displays: services.displays,
    async run(
      model,
      { signal, stepDelayMs = 200, stuckThreshold = 3, onStep = () => undefined, ...options } = {},
    ) {
      tasks += 1;
      const { name } = pointingModel({ model, groundingModel: options.groundingModel });
      const session = new SessionState(`task ${tasks}`, name, silentLog);
      const operator: Operator = {
        call: async (tool, given, until) => {
          const outcome = await dispatcher.call(session, tool, given, silentCaller(until));
          if (outcome.kind === "task") throw new Error("A task began another.");
          return outcome;
        },
      };
      const { wrap = (one) => one, clock: time = clock, warn = () => undefined, ...request } = options;
      try {
        return await runTask(
          {
            task: "Fill in the form.",
            maxSteps: 20,
            maxSeconds: 100,
            displayIndex: undefined,
            memoryModel: undefined,
            groundingModel: undefined,
            ...request,
            model,
          },
          {
            operator: wrap(operator),
            clock: time,
            settings: { stepDelayMs, stuckThreshold },
            log: { warn },
            secrets: new Secrets(),
            onStep,
          },
          signal ?? new AbortController().signal,
        );
      } finally {
        await dispatcher.endSession(session);
      }
    },
    async [Symbol.asyncDispose]() {
      await dispatcher.close();
      await desktop[Symbol.asyncDispose]();
    },
  };
}
