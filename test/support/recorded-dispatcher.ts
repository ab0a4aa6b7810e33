import { FairLock } from "../../src/core/lock.ts";
import { AuditLog } from "../../src/safety/audit-log.ts";
import { HotkeyPolicy } from "../../src/safety/hotkeys.ts";
import type { Caller } from "../../src/tools/caller.ts";
import { Dispatcher } from "../../src/tools/dispatch.ts";
import { createServices } from "../../src/tools/services.ts";
import type { TaskRunner } from "../../src/tools/tasks.ts";
import type { ManualClock } from "./manual-clock.ts";
import type { RecordingDesktop } from "./recording-desktop.ts";

export const unused = async () => {
  throw new Error("No call of these tests needs this.");
};

/** The product from the tools down to a desktop that only writes down what it is told. */
export function dispatcherOver(
  desktop: RecordingDesktop,
  clock: ManualClock,
  runTask: TaskRunner["run"] = unused,
): Dispatcher {
  const services = createServices(desktop, {
    displayIndex: 0,
    imageFinder: { find: unused, [Symbol.asyncDispose]: unused },
    codec: { encode: unused },
    quality: 75,
    files: { writeNew: unused },
    models: { vision: unused },
    tasks: { assertPossible: async () => undefined, run: runTask },
    clock,
  });
  return new Dispatcher({
    services,
    desktop,
    lock: new FairLock("The desktop", clock),
    hotkeys: new HotkeyPolicy({ platform: desktop.platform, refuse: [], allow: [] }),
    audit: new AuditLog(100),
    // No turn of these tests comes too late.
    lockTimeoutMs: Number.MAX_SAFE_INTEGER,
    onUnexpected: (_operation, error) => {
      throw error;
    },
  });
}

/** A caller that listens to nothing and has no model. */
export function silentCaller(signal: AbortSignal): Caller {
  return { signal, report: () => undefined, sampler: undefined };
}
