import { readdir, readFile } from "node:fs/promises";
import { openClipboardReader } from "../support/clipboard-reader.ts";
import { type HttpGuiAgent, startGuiAgent } from "../support/gui-agent.ts";
import { type HeldInput, readHeldInput } from "../support/held-input.ts";
import type { ToolClient } from "../support/tool-client.ts";
import { hangWallpaper } from "../support/wallpaper.ts";
import { countXResources } from "../support/x-resources.ts";
import { startXServer, type XServer } from "../support/x-server.ts";
import { openXterm } from "../support/xterm.ts";
import { slope } from "./statistics.ts";

/** Every so many calls, one is made in a session of its own. More than there are kinds of calls. */
const sessionEvery = 25;

const screen = { width: 1920, height: 1080 };

/** What the program holds at one moment. */
interface Holdings {
  /** Kilobytes. */
  readonly memory: number;
  readonly descriptors: number;
  /** In the X server. */
  readonly resources: number;
}

export interface SoakResult {
  readonly calls: number;
  readonly before: Holdings;
  readonly after: Holdings;
  /**
   * Kilobytes for each 1000 calls, over the second half: in the first, caches and the heap find their
   * size. Below some 10 000 calls this is mostly the rise and fall of the heap.
   */
  readonly growth: number;
  /** Kilobytes of memory, after each twentieth of the calls. */
  readonly memory: readonly number[];
  /** The keys and buttons that are down when all is over. */
  readonly held: HeldInput;
  /** Whether another program finds on the clipboard what was written there, in spite of all texts that were pasted. */
  readonly isClipboardKept: boolean;
}

/** One call after the other in two sessions and in others that come and go; some of the calls are meant to fail. */
export async function runSoak(calls: number, signal: AbortSignal): Promise<SoakResult> {
  await using server = await startXServer({ size: screen });
  await using _below = await openXterm(server, { title: "below" });
  await using _above = await openXterm(server, { title: "above" });
  await using clipboard = await openClipboardReader(server);
  await using agent = await startGuiAgent({ display: server.display });
  await using other = await agent.connect();
  const template = await cutTemplate(agent, server);
  const sample = () => holdings(agent, server.display);
  const step = async (number: number): Promise<void> => {
    signal.throwIfAborted();
    if (number % sessionEvery !== 0) return await act(number % 2 === 0 ? agent : other, number, template);
    await using passing = await agent.connect();
    await act(passing, number, template);
  };
  // Whatever is made once is there afterwards.
  for (let number = 0; number < sessionEvery; number += 1) await step(number);

  const before = await sample();
  const samples: { readonly x: number; readonly y: number }[] = [];
  const every = Math.max(1, Math.floor(calls / 20));
  for (let number = 1; number <= calls; number += 1) {
    await step(number);
    if (number % every === 0) samples.push({ x: number / 1000, y: await residentMemory(agent.pid) });
  }
  const settled = samples.slice(Math.floor(samples.length / 2));
  return {
    calls,
    before,
    after: await sample(),
    growth: settled.length < 2 ? 0 : Math.round(slope(settled)),
    memory: samples.map(({ y }) => y),
    held: readHeldInput(server),
    isClipboardKept: (await clipboard.read()).targets.UTF8_STRING?.sha256 === sha256(copied),
  };
}

type Call = (
  number: number,
  template: string,
) => readonly [tool: string, input: Record<string, unknown>, outcome?: "fails"];

/** What is on the clipboard, but for the moments in which a text is pasted. */
const copied = "kept: käse, 奶酪, 🧀";

/**
 * Points in the terminals, which a click on the bare screen would take the keyboard from; far enough from
 * each other that no click waits for the one before.
 */
const pointOf = (number: number) => ({ x: 20 + ((number * 97) % 400), y: 50 + ((number * 61) % 250) });

/** An odd number that shares no divisor with `sessionEvery`, so that every session comes to make each call. */
const mixture: readonly Call[] = [
  () => ["gui_screenshot", {}],
  (number) => ["gui_click", pointOf(number)],
  (number) => ["gui_type", { text: `call ${number}\n` }],
  () => ["gui_screenshot", { region: { x: 100, y: 100, width: 640, height: 400 }, format: "png" }],
  (number) => [
    "gui_move_mouse",
    { x: number % 1000, y: (number * 7) % 1000, coordinateMode: "normalized-1000" },
  ],
  (number) => ["gui_scroll", { ...pointOf(number), deltaY: (number % 5) - 7 }],
  () => ["gui_press_key", { key: "enter" }],
  () => ["gui_list_displays", {}],
  () => ["gui_hotkey", { keys: ["alt", "f4"] }, "fails"],
  () => ["gui_cursor_position", {}],
  (number) => ["gui_type", { text: `Füße, 你好 ${number}\n` }],
  () => ["gui_click", { x: 99_999, y: 0 }, "fails"],
  () => ["gui_wait", { ms: 0 }],
  () => ["gui_clipboard_write", { text: copied }],
  () => ["gui_focus_window", { title: "below" }],
  (number) => ["gui_type", { text: `${number} is pasted, since it is longer than fifty characters.\n` }],
  () => ["gui_clipboard_read", {}],
  () => ["gui_screenshot", { cursor: true }],
  () => ["gui_list_windows", {}],
  () => ["gui_focus_window", { title: "above" }],
  () => ["gui_wait", { untilStable: true }],
  (_number, templateImage) => ["gui_find_image", { templateImage, all: true }],
  (_number, templateImage) => ["gui_wait_for_image", { templateImage }],
];

async function act(client: ToolClient, number: number, template: string): Promise<void> {
  const [tool, input, outcome] = mixture[number % mixture.length]?.(number, template) ?? ["gui_wait", {}];
  await (outcome === "fails" ? client.callFailing(tool, input) : client.call(tool, input));
}

/** A piece of the screen, base64 of a PNG, that stays where it is. */
async function cutTemplate(client: ToolClient, server: XServer): Promise<string> {
  await hangWallpaper(server);
  const region = { x: 1200, y: 500, width: 64, height: 48 };
  const { content } = await client.callRaw("gui_screenshot", { region, format: "png" });
  const picture = content.find((block) => block.type === "image");
  if (picture?.type !== "image") throw new Error("The screenshot has no picture.");
  return picture.data;
}

async function holdings({ pid }: HttpGuiAgent, display: string): Promise<Holdings> {
  return {
    memory: await residentMemory(pid),
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
    resources: await countXResources(display, pid),
  };
}

function sha256(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

/** Kilobytes. */
async function residentMemory(pid: number): Promise<number> {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  if (found === undefined) throw new Error(`There is no memory of process ${pid}.`);
  return Number(found);
}

/** For people. */
export function soakTable({ calls, before, after, growth, held, isClipboardKept }: SoakResult): string {
  const line = (name: string, values: readonly (string | number)[]) =>
    [name.padEnd(24), ...values.map((value) => String(value).padStart(12))].join("");
  return [
    "",
    line(`Soak of ${calls} calls`, ["before", "after"]),
    line("memory, MB", [megabytes(before.memory), megabytes(after.memory)]),
    line("file descriptors", [before.descriptors, after.descriptors]),
    line("X resources", [before.resources, after.resources]),
    `  keys down at the end: ${held.keycodes.length}, buttons: ${held.buttons.length}; the clipboard ${isClipboardKept ? "is as it was" : "HAS CHANGED"}`,
    `  memory grew by ${megabytes(growth)} MB for each 1000 calls of the second half`,
  ].join("\n");
}

function megabytes(kilobytes: number): string {
  return (kilobytes / 1024).toFixed(1);
}
