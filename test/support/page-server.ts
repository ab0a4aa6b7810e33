import { join } from "node:path";
import type { ServerWebSocket } from "bun";
import { z } from "zod";
import { EventLog } from "./event-log.ts";

const pageEvent = z.object({
  type: z.string(),
  /** The id of the element. */
  target: z.string(),
  /** False for events that a script made up. */
  trusted: z.boolean(),
  /** When the system made the event, in milliseconds of the page's clock. */
  timeStamp: z.number(),
  /** Root pixels, as the browser sees it. */
  screenX: z.number(),
  screenY: z.number(),
  clientX: z.number(),
  clientY: z.number(),
  /** 0 left, 1 middle, 2 right. */
  button: z.number(),
  /** The click count. */
  detail: z.number(),
  /** CSS pixels; positive is right and down. */
  deltaX: z.number(),
  deltaY: z.number(),
  key: z.string(),
  code: z.string(),
  value: z.string(),
  /** The selected text at that moment. */
  selection: z.string(),
  modifiers: z.array(z.enum(["shift", "ctrl", "alt", "meta"])),
});
export type PageEvent = z.infer<typeof pageEvent>;

const answer = z.object({ type: z.literal("answer"), id: z.number(), value: z.unknown() });

export interface PageServer extends AsyncDisposable {
  readonly url: string;
  readonly events: EventLog<PageEvent>;
  /** Whether the page has been loaded and reports. */
  connected(): boolean;
  /** Evaluates an expression in the page after its next painted frame; throws when none comes. */
  evaluate<Value>(schema: z.ZodType<Value>, expression: string): Promise<Value>;
}

/** Serves one page on the loopback interface and listens to what it reports. */
export function servePage(body: string): PageServer {
  const events = new EventLog<PageEvent>();
  const answers = new EventLog<z.infer<typeof answer>>();
  let page: ServerWebSocket<undefined> | undefined;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    routes: {
      "/": new Response(wrap(body), { headers: { "content-type": "text/html; charset=utf-8" } }),
      "/page-reporter.js": new Response(Bun.file(join(import.meta.dir, "page-reporter.js"))),
    },
    fetch(request, self) {
      if (new URL(request.url).pathname === "/events" && self.upgrade(request)) return undefined;
      return new Response(null, { status: 404 });
    },
    websocket: {
      open(socket: ServerWebSocket<undefined>) {
        page = socket;
      },
      message(_socket, message) {
        const data: unknown = JSON.parse(String(message));
        const answered = answer.safeParse(data);
        if (answered.success) answers.add(answered.data);
        else events.add(pageEvent.parse(data));
      },
    },
  });

  let lastId = 0;
  return {
    url: server.url.href,
    events,
    connected: () => page !== undefined,
    async evaluate(schema, expression) {
      lastId += 1;
      const id = lastId;
      page?.send(JSON.stringify({ id, expression }));
      const found = await answers.waitFor(
        `the page's answer to ${expression}`,
        (event) => event.id === id && event,
      );
      return schema.parse(found.value);
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

function wrap(body: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<title>page</title>
<style>html, body { margin: 0; height: 100%; font: 16px monospace }</style>
<body>${body}<script src="/page-reporter.js"></script></body>`;
}
