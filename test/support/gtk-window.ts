import { join } from "node:path";
import { z } from "zod";
import { startChild } from "./child.ts";
import { EventLog } from "./event-log.ts";
import { gtkEnvironment } from "./gtk-app.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { XServer } from "./x-server.ts";

export interface GtkWindowOptions {
  readonly title: string;
  /** Where the frame's top left corner goes, in root pixels. */
  readonly x?: number;
  readonly y?: number;
  /** Without the frame. */
  readonly width?: number;
  readonly height?: number;
  /** As EWMH knows it. */
  readonly kind?: "normal" | "dock" | "desktop" | "notification" | "splashscreen" | "utility";
  /** False for a window that never takes the keyboard. */
  readonly acceptFocus?: boolean;
  readonly keepAbove?: boolean;
  /** How many empty windows to show before it, titled `more 0` and so on. */
  readonly more?: number;
  /** The title of a dialog that belongs to it. */
  readonly dialog?: string;
  /** Whether the dialog keeps input from the window; true unless told otherwise. */
  readonly modal?: boolean;
}

const name = z.enum(["main", "dialog"]);
const gtkWindowEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("shown"), window: name, id: z.number() }),
  z.object({ event: z.literal("text"), window: name, text: z.string() }),
  z.object({ event: z.literal("focus"), window: name, focused: z.boolean() }),
  z.object({ event: z.literal("click"), window: name }),
]);
type GtkWindowEvent = z.infer<typeof gtkWindowEvent>;

export interface GtkWindow extends AsyncDisposable {
  /** The window's number, and its id as the tools write it. */
  readonly number: number;
  readonly id: string;
  readonly pid: number;
  readonly events: EventLog<GtkWindowEvent>;
  /** Waits until a text is in the entry of the window, or of its dialog. */
  untilTyped(text: string, window?: "main" | "dialog"): Promise<void>;
}

/** A program with one window, and perhaps a dialog, that is on the screen. */
export async function openGtkWindow(server: XServer, options: GtkWindowOptions): Promise<GtkWindow> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const events = new EventLog<GtkWindowEvent>();
  const program = resources.use(
    startChild(["/usr/bin/python3", join(import.meta.dir, "gtk-window.py"), JSON.stringify(options)], {
      env: gtkEnvironment(folder.path, server.display),
      onLine: (line) => events.add(gtkWindowEvent.parse(JSON.parse(line))),
    }),
  );
  const last = options.dialog === undefined ? "main" : "dialog";
  const shown = (window: "main" | "dialog") =>
    events.waitFor(
      `${window} to be shown`,
      (event) => event.event === "shown" && event.window === window && event,
    );
  await Promise.race([shown(last), program.untilItDies()]);
  const { id: number } = await shown("main");
  const owned = resources.move();
  return {
    number,
    id: `0x${number.toString(16)}`,
    pid: program.pid,
    events,
    async untilTyped(text, window = "main") {
      await events.waitFor(
        `"${text}" in ${window}`,
        (event) => event.event === "text" && event.window === window && event.text === text,
      );
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
