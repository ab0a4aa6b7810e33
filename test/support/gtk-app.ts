import { join } from "node:path";
import { z } from "zod";
import { startChild } from "./child.ts";
import { EventLog } from "./event-log.ts";
import { programEnvironment } from "./program-environment.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { waitFor } from "./wait-for.ts";
import type { XServer } from "./x-server.ts";

const widget = z.enum(["button", "entry", "text", "area"]);
export type GtkWidget = z.infer<typeof widget>;

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const modifiers = z.array(z.enum(["shift", "ctrl", "alt", "meta"]));

const state = z.object({
  active: z.boolean(),
  focus: widget.nullable(),
  entry: z.string(),
  text: z.string(),
  /** The selected text of the widget that has the focus. */
  selection: z.string(),
  /** The text on the clipboard, where a command has asked for it. */
  clipboard: z.string().nullable(),
  /** Pixels. */
  scrollX: z.number(),
  scrollY: z.number(),
  /** Root pixels. */
  rectangles: z.record(widget, rectangle),
});
export type GtkState = z.infer<typeof state>;

const gtkEvent = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("button"),
    widget,
    phase: z.enum(["press", "double", "triple", "release"]),
    button: z.number(),
    /** Root pixels. */
    x: z.number(),
    y: z.number(),
    modifiers,
  }),
  z.object({ event: z.literal("clicked"), widget }),
  z.object({
    event: z.literal("scroll"),
    widget,
    /** Notches; positive is right and down. */
    deltaX: z.number(),
    deltaY: z.number(),
    x: z.number(),
    y: z.number(),
  }),
  z.object({
    event: z.literal("key"),
    phase: z.enum(["press", "release"]),
    /** The name of the keysym. */
    key: z.string(),
    text: z.string(),
    modifiers,
  }),
  z.object({ event: z.literal("answer"), id: z.number(), state }),
]);
export type GtkEvent = z.infer<typeof gtkEvent>;

export interface GtkCommand {
  readonly focus?: GtkWidget;
  /** New contents. */
  readonly entry?: string;
  readonly text?: string;
  /** Whether the button can be pressed. */
  readonly sensitive?: boolean;
  /** The shape that the pointer has over the window, as a name of GDK's. */
  readonly pointer?: "BLANK_CURSOR" | "GUMBY";
  /** Where the window's top left corner goes, in root pixels. */
  readonly move?: readonly [number, number];
  /** Also reads the clipboard, as a paste would. */
  readonly readClipboard?: boolean;
  /** From now on it is busy for so long before it asks for what it is to paste. */
  readonly pasteDelayMs?: number;
}

export interface GtkApp extends AsyncDisposable {
  /** What the program has received, oldest first. */
  readonly events: EventLog<GtkEvent>;
  /** Changes the program from within, where that is not what is being tested, and reads its state. */
  command(command?: GtkCommand): Promise<GtkState>;
  /** Reads the state until it fits. */
  waitForState(
    what: string,
    fits: (state: GtkState) => boolean,
    question?: Pick<GtkCommand, "readClipboard">,
  ): Promise<GtkState>;
  /** Reads the state once the program has received F8, and with it every key before that. */
  stateAfterF8(): Promise<GtkState>;
  /** Stops it from reacting until `resume`, as a program does that hangs. */
  pause(): void;
  resume(): void;
}

/**
 * A GTK program that has the keyboard, in its entry.
 * @param env what else is in its environment
 */
export async function openGtkApp(
  server: Pick<XServer, "display">,
  env: Readonly<Record<string, string>> = {},
): Promise<GtkApp> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const events = new EventLog<GtkEvent>();
  const program = resources.use(
    startChild(["/usr/bin/python3", join(import.meta.dir, "gtk-app.py")], {
      env: { ...gtkEnvironment(folder.path, server.display), ...env },
      onLine: (line) => events.add(gtkEvent.parse(JSON.parse(line))),
    }),
  );

  let lastId = 0;
  const command = async (details: GtkCommand = {}): Promise<GtkState> => {
    lastId += 1;
    const id = lastId;
    program.write(`${JSON.stringify({ id, ...details })}\n`);
    const answer = events.waitFor(
      "an answer from the GTK program",
      (event) => event.event === "answer" && event.id === id && event,
    );
    return (await Promise.race([answer, program.untilItDies()])).state;
  };
  const waitForState: GtkApp["waitForState"] = (what, fits, question = {}) => {
    let last: GtkState | undefined;
    const read = async () => {
      last = await command(question);
      return fits(last) && last;
    };
    return waitFor(what, read, { explain: () => `The state is ${JSON.stringify(last)}.` });
  };
  await waitForState("the GTK window to be active", ({ active, focus }) => active && focus === "entry");
  const stateAfterF8 = async () => {
    await events.waitFor(
      "F8",
      (event) => event.event === "key" && event.key === "F8" && event.phase === "release",
    );
    return await command();
  };
  const owned = resources.move();
  return {
    events,
    command,
    waitForState,
    stateAfterF8,
    pause: () => void process.kill(program.pid, "SIGSTOP"),
    resume: () => void process.kill(program.pid, "SIGCONT"),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The whole environment of a GTK 3 program. */
export function gtkEnvironment(home: string, display: string): Record<string, string> {
  return {
    ...programEnvironment(home, display),
    GDK_BACKEND: "x11",
    // No accessibility bus and no settings service: there is no session bus in the tests.
    NO_AT_BRIDGE: "1",
    GSETTINGS_BACKEND: "memory",
  };
}
