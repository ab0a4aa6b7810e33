import type { CoreFoundation } from "./api/core-foundation.ts";
import type { Objects } from "./core-foundation.ts";

/** `kCFRunLoopDefaultMode`, CFRunLoop.h. */
const defaultMode = "kCFRunLoopDefaultMode";
/** `kCFRunLoopRunHandledSource`, CFRunLoop.h. */
const handledSource = 4;
/** What comes in without end must not keep us. */
const mostTurns = 100;

/** Lets macOS call us: the main thread's run loop, which the runtime does not turn. */
export interface RunLoop {
  /** Handles what has come in and returns. */
  turn(): void;
}

/** The run loop of the main thread, which is the one that runs JavaScript. */
export function mainRunLoop(cf: CoreFoundation, objects: Objects): RunLoop {
  return {
    turn: () => {
      using _pool = objects.pool();
      using mode = objects.string(defaultMode);
      for (let turn = 0; turn < mostTurns; turn += 1) {
        if (cf.CFRunLoopRunInMode(mode.reference, 0, true) !== handledSource) return;
      }
    },
  };
}
