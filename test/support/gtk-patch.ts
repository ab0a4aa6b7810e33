import { join } from "node:path";
import { z } from "zod";
import { startChild } from "./child.ts";
import { EventLog } from "./event-log.ts";
import { gtkEnvironment } from "./gtk-app.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { XServer } from "./x-server.ts";

const gtkPatchEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("shown") }),
  /** Root pixels. */
  z.object({ event: z.literal("press"), x: z.number(), y: z.number() }),
]);
type GtkPatchEvent = z.infer<typeof gtkPatchEvent>;

export interface GtkPatch extends AsyncDisposable {
  readonly events: EventLog<GtkPatchEvent>;
  /** Puts a patch of this size and colour in the middle of the window, and waits until it is there. */
  show(width: number, height: number, color: string): Promise<void>;
  /** Where the window has been pressed so far. */
  presses(): readonly { readonly x: number; readonly y: number }[];
}

/** A dark window at this place, in root pixels, which changes when it is told to. */
export async function openGtkPatch(
  server: Pick<XServer, "display">,
  place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<GtkPatch> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const events = new EventLog<GtkPatchEvent>();
  const numbers = [place.x, place.y, place.width, place.height].map(String);
  const program = resources.use(
    startChild(["/usr/bin/python3", join(import.meta.dir, "gtk-patch.py"), ...numbers], {
      env: gtkEnvironment(folder.path, server.display),
      onLine: (line) => events.add(gtkPatchEvent.parse(JSON.parse(line))),
    }),
  );
  let shown = 0;
  const untilShown = async () => {
    shown += 1;
    const count = () => events.all().filter(({ event }) => event === "shown").length;
    await events.waitFor("the patch", () => count() >= shown);
  };
  await Promise.race([untilShown(), program.untilItDies()]);
  const owned = resources.move();
  return {
    events,
    async show(width, height, color) {
      program.write(`${width} ${height} ${color}\n`);
      await untilShown();
    },
    presses: () =>
      events.all().flatMap((event) => (event.event === "press" ? [{ x: event.x, y: event.y }] : [])),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
