import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import { type Clock, systemClock } from "../core/clock.ts";

/** Clients give a silent call 60 s or less; progress starts their clock again. */
const heartbeatMs = 10_000;

/**
 * Sends progress for a call as long as it runs, if its client asked for progress. The count goes
 * up with every notification, as the protocol demands. Dispose it when the call has ended.
 */
export function startHeartbeat(
  operation: string,
  extra: Pick<RequestHandlerExtra<ServerRequest, ServerNotification>, "_meta" | "sendNotification">,
  clock: Clock = systemClock,
): Disposable {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return { [Symbol.dispose]: () => undefined };
  const ended = new AbortController();
  const beat = async () => {
    for (let progress = 1; ; progress += 1) {
      await clock.sleep(heartbeatMs, ended.signal);
      const message = `${operation} is running`;
      extra
        .sendNotification({ method: "notifications/progress", params: { progressToken, progress, message } })
        // The client is gone; the transport ends the call.
        .catch(() => undefined);
    }
  };
  // Its only end is that of the sleep, when the call has ended.
  beat().catch(() => undefined);
  return { [Symbol.dispose]: () => ended.abort() };
}
