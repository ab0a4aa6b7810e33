import { join } from "node:path";
import { z } from "zod";
import { startChild } from "./child.ts";
import { EventLog } from "./event-log.ts";
import { gtkEnvironment } from "./gtk-app.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { XServer } from "./x-server.ts";

/** The colours in which the form shows its state; each is to be seen in no other. */
export const formColors = {
  /** The field, before it has the focus. */
  idle: "#00c853",
  /** The field with the focus, still empty. */
  focused: "#2962ff",
  filled: "#ff9100",
  button: "#d500f9",
  /** The button, once it has been pressed. */
  pressed: "#ff1744",
} as const;

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const formEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("ready"), rectangles: z.object({ entry: rectangle, button: rectangle }) }),
  /** Root pixels. */
  z.object({ event: z.literal("press"), widget: z.enum(["entry", "button"]), x: z.number(), y: z.number() }),
  z.object({ event: z.literal("key"), key: z.string() }),
  z.object({ event: z.literal("text"), text: z.string() }),
  /** With the text that the field had then. */
  z.object({ event: z.literal("clicked"), text: z.string() }),
]);
export type FormEvent = z.infer<typeof formEvent>;

export interface GtkForm extends AsyncDisposable {
  readonly events: EventLog<FormEvent>;
  /** Puts the form back as it was, and forgets what it has received. Returns where its parts are, in root pixels. */
  reset(): Promise<Extract<FormEvent, { event: "ready" }>["rectangles"]>;
}

/** A GTK program whose window has this place, in root pixels, and the keyboard. */
export async function openGtkForm(
  server: Pick<XServer, "display">,
  place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<GtkForm> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const events = new EventLog<FormEvent>();
  const numbers = [place.x, place.y, place.width, place.height].map(String);
  const program = resources.use(
    startChild(["/usr/bin/python3", join(import.meta.dir, "gtk-form.py"), ...numbers], {
      env: gtkEnvironment(folder.path, server.display),
      onLine: (line) => events.add(formEvent.parse(JSON.parse(line))),
    }),
  );
  const ready = () => events.waitFor("the form", (event) => event.event === "ready" && event);
  await Promise.race([ready(), program.untilItDies()]);
  const owned = resources.move();
  return {
    events,
    async reset() {
      events.clear();
      program.write("reset\n");
      const { rectangles } = await ready();
      events.clear();
      return rectangles;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
