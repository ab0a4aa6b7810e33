import { z } from "zod";
import type { Tool } from "../tools/define-tool.ts";
import type { LoopTools } from "./loop-tools.ts";

const point = z.object({ x: z.number(), y: z.number() });
const start = z
  .object({ startX: z.number(), startY: z.number() })
  .transform(({ startX, startY }) => ({ x: startX, y: startY }));
const end = z
  .object({ endX: z.number(), endY: z.number() })
  .transform(({ endX, endY }) => ({ x: endX, y: endY }));

export interface CallRecord {
  /** What the model gave, without what it calls secret; nothing of an input that the tool did not understand. */
  readonly input: Record<string, unknown>;
  /** Where it acts, in the model's numbers. */
  readonly point: { readonly x: number; readonly y: number } | undefined;
  /** Where a drag ends, likewise. */
  readonly end: { readonly x: number; readonly y: number } | undefined;
}

/** What may be told of a call. */
export function recordOf(tool: Tool, tools: LoopTools, given: Readonly<Record<string, unknown>>): CallRecord {
  try {
    const prepared = tool.prepare(tools.inputFor(tool, given));
    const recorded = prepared.recordedInput((text) => text);
    const input = Object.entries(recorded).filter(([name]) => name in given);
    return {
      input: Object.fromEntries(input),
      point: point.safeParse(given).data ?? start.safeParse(given).data,
      end: end.safeParse(given).data,
    };
  } catch {
    return { input: {}, point: undefined, end: undefined };
  }
}
