import type { StoredEvent } from "./event-store.ts";

/**
 * The rest of a stream that has ended, for a client that lost its connection before it had read
 * all. The SDK's transport would keep such a stream open for ever, with nothing left to come.
 */
export function replayEnded(events: readonly StoredEvent[]): Response {
  // 204 is how a server of events tells a client to stop reconnecting.
  if (events.length === 0) return new Response(null, { status: 204 });
  const text = events.map(
    ({ id, message }) => `event: message\nid: ${id}\ndata: ${JSON.stringify(message)}\n\n`,
  );
  return new Response(text.join(""), {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" },
  });
}

/**
 * The same stream, with a comment ahead of its first event. Bun sends the end of the headers with
 * the first byte of the body, and a client cannot know before that its stream is open.
 */
export function beginAtOnce(response: Response): Response {
  if (response.body === null || response.headers.get("content-type") !== "text/event-stream") return response;
  const comment = new TransformStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(": open\n\n")),
  });
  return new Response(response.body.pipeThrough(comment), response);
}
