import { join } from "node:path";
import { z } from "zod";
import { startChild } from "./child.ts";
import { EventLog } from "./event-log.ts";
import { gtkEnvironment } from "./gtk-app.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { XServer } from "./x-server.ts";

export type Selection = "CLIPBOARD" | "PRIMARY";

/** What is offered under one target. */
export interface ClipboardItem {
  readonly target: string;
  /** The X type of the data; default the target. */
  readonly type?: string;
  /** Bits of an item of the data; default 8. */
  readonly format?: 8 | 16 | 32;
  readonly data: string | Uint8Array;
}

const ownerEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("answer"), id: z.number(), success: z.boolean() }),
  z.object({ event: z.literal("lost"), selection: z.string() }),
]);

export interface ClipboardOwner extends AsyncDisposable {
  /** What has happened to its selections, oldest first. */
  readonly events: EventLog<z.infer<typeof ownerEvent>>;
  /** Copies: offers items under their targets. Without items, nothing is on the clipboard afterwards. */
  own(items: readonly ClipboardItem[], selection?: Selection): Promise<void>;
  /** Stops it from answering until `resume`. */
  pause(): void;
  resume(): void;
}

/** A program without a window that copies what it is told to. What it has copied goes with it. */
export async function openClipboardOwner(server: XServer): Promise<ClipboardOwner> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const events = new EventLog<z.infer<typeof ownerEvent>>();
  const program = resources.use(
    startChild(["/usr/bin/python3", join(import.meta.dir, "clipboard-owner.py")], {
      env: gtkEnvironment(folder.path, server.display),
      onLine: (line) => events.add(ownerEvent.parse(JSON.parse(line))),
    }),
  );
  let lastId = 0;
  const owned = resources.move();
  return {
    events,
    async own(items, selection = "CLIPBOARD") {
      lastId += 1;
      const id = lastId;
      const encoded = items.map(({ target, type = target, format = 8, data }) => ({
        target,
        type,
        format,
        data: Buffer.from(data).toString("base64"),
      }));
      program.write(`${JSON.stringify({ id, selection, items: encoded })}\n`);
      const answer = events.waitFor(
        "the clipboard's owner",
        (event) => event.event === "answer" && event.id === id && event,
      );
      const { success } = await Promise.race([answer, program.untilItDies()]);
      if (!success) throw new Error(`The ${selection} selection could not be taken.`);
    },
    pause: () => void process.kill(program.pid, "SIGSTOP"),
    resume: () => void process.kill(program.pid, "SIGCONT"),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
