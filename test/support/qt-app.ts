import { join } from "node:path";
import { z } from "zod";
import { startChild } from "./child.ts";
import { EventLog } from "./event-log.ts";
import { programEnvironment } from "./program-environment.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { waitFor } from "./wait-for.ts";
import type { XServer } from "./x-server.ts";

const qtEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("F8") }),
  z.object({ event: z.literal("answer"), id: z.number(), focused: z.boolean(), text: z.string() }),
]);

export interface QtApp extends AsyncDisposable {
  /** Empties the field and forgets what was received. */
  clear(): Promise<void>;
  /** The text once the program has received F8, and with it every key before that. */
  textAfterF8(): Promise<string>;
}

/** A Qt program that has the keyboard, in its text field. */
export async function openQtApp(server: XServer): Promise<QtApp> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const events = new EventLog<z.infer<typeof qtEvent>>();
  const program = resources.use(
    startChild(["/usr/bin/python3", join(import.meta.dir, "qt-app.py")], {
      env: { ...programEnvironment(folder.path, server.display), QT_QPA_PLATFORM: "xcb" },
      onLine: (line) => events.add(qtEvent.parse(JSON.parse(line))),
    }),
  );
  let lastId = 0;
  const command = async (details: { readonly clear: boolean }) => {
    lastId += 1;
    const id = lastId;
    program.write(`${JSON.stringify({ id, ...details })}\n`);
    const answer = events.waitFor(
      "an answer from the Qt program",
      (event) => event.event === "answer" && event.id === id && event,
    );
    return await Promise.race([answer, program.untilItDies()]);
  };
  await waitFor("the Qt window to be active", async () => (await command({ clear: false })).focused);
  const owned = resources.move();
  return {
    async clear() {
      await command({ clear: true });
      events.clear();
    },
    async textAfterF8() {
      await events.waitFor("F8 in the Qt program", (event) => event.event === "F8");
      return (await command({ clear: false })).text;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
