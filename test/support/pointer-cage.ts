import { join } from "node:path";
import { z } from "zod";
import type { Rect } from "../../src/core/geometry.ts";
import { startChild } from "./child.ts";
import { EventLog } from "./event-log.ts";
import { gtkEnvironment } from "./gtk-app.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { XServer } from "./x-server.ts";

const buttonEvents = z.array(
  z.object({
    phase: z.enum(["press", "release", "scroll"]),
    /** Root pixels. */ x: z.number(),
    y: z.number(),
  }),
);

/** A program that confines the pointer to a part of the screen. It alone then receives the buttons. */
export interface PointerCage extends AsyncDisposable {
  /** The button events that it has received since it was last asked; those that are out already are in it. */
  received(): Promise<z.infer<typeof buttonEvents>>;
}

/** @param area root pixels */
export async function openPointerCage(server: XServer, area: Rect): Promise<PointerCage> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const lines = new EventLog<string>();
  const place = [area.x, area.y, area.width, area.height].map(String);
  const program = resources.use(
    startChild(["/usr/bin/python3", join(import.meta.dir, "pointer-cage.py"), ...place], {
      env: { ...gtkEnvironment(folder.path, server.display), GDK_CORE_DEVICE_EVENTS: "1" },
      onLine: (line) => lines.add(line),
    }),
  );
  const nextLine = () =>
    Promise.race([lines.waitFor("a line of the cage", (line) => line), program.untilItDies()]);
  await nextLine();
  const owned = resources.move();
  return {
    async received() {
      lines.clear();
      program.write("\n");
      return buttonEvents.parse(JSON.parse(await nextLine()));
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
