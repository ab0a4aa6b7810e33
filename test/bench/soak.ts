import { readdir, readFile } from "node:fs/promises";
import { type HttpGuiAgent, startGuiAgent } from "../support/gui-agent.ts";
import type { ToolClient } from "../support/tool-client.ts";
import { countXResources } from "../support/x-resources.ts";
import { startXServer } from "../support/x-server.ts";
import { openXterm } from "../support/xterm.ts";
import { slope } from "./statistics.ts";

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
}

/** One call after the other in two sessions and in others that come and go; some of the calls are meant to fail. */
export async function runSoak(calls: number, signal: AbortSignal): Promise<SoakResult> {
  await using server = await startXServer({ size: screen });
  await using _terminal = await openXterm(server);
  await using agent = await startGuiAgent({ display: server.display });
  await using other = await agent.connect();
  const sample = () => holdings(agent, server.display);
  // Whatever is made once is there afterwards.
  for (let number = 0; number < mixture.length; number += 1) await act(agent, number);

  const before = await sample();
  const samples: { readonly x: number; readonly y: number }[] = [];
  const every = Math.max(1, Math.floor(calls / 20));
  for (let number = 1; number <= calls; number += 1) {
    signal.throwIfAborted();
    if (number % 25 === 0) {
      await using passing = await agent.connect();
      await act(passing, number);
    } else await act(number % 2 === 0 ? agent : other, number);
    if (number % every === 0) samples.push({ x: number / 1000, y: await residentMemory(agent.pid) });
  }
  const settled = samples.slice(Math.floor(samples.length / 2));
  return {
    calls,
    before,
    after: await sample(),
    growth: settled.length < 2 ? 0 : Math.round(slope(settled)),
    memory: samples.map(({ y }) => y),
  };
}

type Call = (number: number) => readonly [tool: string, input: Record<string, unknown>, outcome?: "fails"];

/** Points far enough from each other that no click waits for the one before. */
const pointOf = (number: number) => ({
  x: (number * 397) % screen.width,
  y: (number * 211) % screen.height,
});

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
];

async function act(client: ToolClient, number: number): Promise<void> {
  const [tool, input, outcome] = mixture[number % mixture.length]?.(number) ?? ["gui_wait", {}];
  await (outcome === "fails" ? client.callFailing(tool, input) : client.call(tool, input));
}

async function holdings({ pid }: HttpGuiAgent, display: string): Promise<Holdings> {
  return {
    memory: await residentMemory(pid),
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
    resources: await countXResources(display, pid),
  };
}

/** Kilobytes. */
async function residentMemory(pid: number): Promise<number> {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  if (found === undefined) throw new Error(`There is no memory of process ${pid}.`);
  return Number(found);
}

/** For people. */
export function soakTable({ calls, before, after, growth }: SoakResult): string {
  const line = (name: string, values: readonly (string | number)[]) =>
    [name.padEnd(24), ...values.map((value) => String(value).padStart(12))].join("");
  return [
    "",
    line(`Soak of ${calls} calls`, ["before", "after"]),
    line("memory, MB", [megabytes(before.memory), megabytes(after.memory)]),
    line("file descriptors", [before.descriptors, after.descriptors]),
    line("X resources", [before.resources, after.resources]),
    `  memory grew by ${megabytes(growth)} MB for each 1000 calls of the second half`,
  ].join("\n");
}

function megabytes(kilobytes: number): string {
  return (kilobytes / 1024).toFixed(1);
}
