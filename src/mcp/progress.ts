import type { ProgressToken, ServerNotification } from "@modelcontextprotocol/sdk/types.js";
import { type Clock, systemClock } from "../core/clock.ts";

/** Clients give a silent call 60 s or less; progress starts their clock again. */
const heartbeatMs = 10_000;

/** The progress of one call. Dispose it when the call has ended. */
export interface Progress extends Disposable {
  /** Tells the client at once, and again with each sign of life. */
  report(message: string): void;
}

export interface ProgressOptions {
  /** Undefined when the client asked for no progress, which it then gets none of. */
  readonly progressToken: ProgressToken | undefined;
  readonly sendNotification: (notification: ServerNotification) => Promise<void>;
  readonly clock?: Clock;
}

/**
 * Sends progress for a call as long as it runs: what is reported, and a sign of life whenever it is
 * time for one. The count goes up with every notification, as the protocol demands.
 */
export function startProgress(operation: string, options: ProgressOptions): Progress {
  const { progressToken, sendNotification, clock = systemClock } = options;
  if (progressToken === undefined) return { report: () => undefined, [Symbol.dispose]: () => undefined };
  const ended = new AbortController();
  let message = `${operation} is running`;
  let progress = 0;
  const send = () => {
    progress += 1;
    const params = { progressToken, progress, message };
    // The client is gone; the transport ends the call.
    sendNotification({ method: "notifications/progress", params }).catch(() => undefined);
  };
  const beat = async () => {
    for (;;) {
      await clock.sleep(heartbeatMs, ended.signal);
      send();
    }
  };
  // Its only end is that of the sleep, when the call has ended.
  beat().catch(() => undefined);
  return {
    report: (text) => {
      message = text;
      send();
    },
    [Symbol.dispose]: () => ended.abort(),
  };
}
