import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";

/** Clients give a silent call 60 s or less; progress starts their clock again. */
const heartbeatMs = 10_000;

/**
 * Sends progress for a call as long as it runs, if its client asked for progress. The count goes
 * up with every notification, as the protocol demands. Dispose it when the call has ended.
 */
export function startHeartbeat(
  operation: string,
  extra: RequestHandlerExtra<ServerRequest, ServerNotification>,
): Disposable {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return { [Symbol.dispose]: () => undefined };
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const message = `${operation} is running`;
    extra
      .sendNotification({ method: "notifications/progress", params: { progressToken, progress, message } })
      // The client is gone; the transport ends the call.
      .catch(() => undefined);
  }, heartbeatMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
