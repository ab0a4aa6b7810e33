import { join } from "node:path";
import { z } from "zod";
import type { Rect } from "../../../src/core/geometry.ts";
import { runProgram, startChild } from "../child.ts";
import { EventLog } from "../event-log.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const mouseEvent = z.object({
  event: z.enum(["down", "up", "dragged", "scroll"]),
  x: z.number(),
  y: z.number(),
  /** `NSEvent.ModifierFlags`. */
  modifiers: z.number(),
  button: z.number().optional(),
  clicks: z.number().optional(),
  /** Lines; AppKit counts up and left as positive. */
  deltaX: z.number().optional(),
  deltaY: z.number().optional(),
});
const report = z.union([
  z.object({ ready: z.object({ window: rect, text: rect, pad: rect }) }),
  z.object({ text: z.string() }),
  z.object({ clipboard: z.array(z.array(z.tuple([z.string(), z.string()]))) }),
  mouseEvent,
]);
type Report = z.infer<typeof report>;

/** A program of AppKit with a text field and a pad for the mouse, in front. */
export interface MacApp extends AsyncDisposable {
  readonly pid: number;
  readonly title: string;
  /** Points of the whole desktop. */
  readonly window: Rect;
  readonly text: Rect;
  readonly pad: Rect;
  readonly events: EventLog<Report>;
  /** What has reached the pad. */
  mouse(): readonly z.infer<typeof mouseEvent>[];
  /** Waits until the field has a text. */
  untilText(expected: string): Promise<string>;
  /** Empties the field. */
  clear(): Promise<void>;
  /** Puts two items in several forms on the clipboard; what is there then, by item and type. */
  copy(): Promise<unknown>;
  /** What is on the clipboard. */
  clipboard(): Promise<unknown>;
}

/** Compiles the program with the developer tools of the Mac, and starts it. */
export async function openMacApp(): Promise<MacApp> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const program = join(folder.path, "gui-agent-test-app");
  const source = join(import.meta.dir, "app.swift");
  await runProgram(
    ["/usr/bin/xcrun", "swiftc", "-swift-version", "5", "-parse-as-library", "-o", program, source],
    { ...process.env },
  );
  const events = new EventLog<Report>();
  const child = resources.use(
    startChild([program], {
      env: { PATH: "/usr/bin:/bin", HOME: process.env.HOME ?? folder.path },
      onLine: (line) => events.add(report.parse(JSON.parse(line))),
    }),
  );
  const places = await Promise.race([
    events.waitFor("the window to be there", (event) => "ready" in event && event.ready),
    child.untilItDies(),
  ]);
  const owned = resources.move();
  const ask = async (command: string) => {
    events.clear();
    child.write(`${command}\n`);
    return await events.waitFor(`the answer to ${command}`, (event) => "clipboard" in event && event);
  };
  return {
    pid: child.pid,
    title: "gui-agent test window",
    ...places,
    events,
    mouse: () => events.all().filter((event) => "event" in event),
    untilText: (expected) =>
      events.waitFor(`the text ${expected}`, (event) =>
        "text" in event && event.text === expected ? event.text : undefined,
      ),
    clear: async () => {
      events.clear();
      child.write("clear\n");
      await events.waitFor("the field to be empty", (event) => "text" in event && event.text === "" && true);
      events.clear();
    },
    copy: async () => (await ask("copy")).clipboard,
    clipboard: async () => (await ask("clipboard")).clipboard,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
