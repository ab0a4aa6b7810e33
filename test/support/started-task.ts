import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { type CallToolResult, CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { textOf } from "./tool-client.ts";
import { waitFor } from "./wait-for.ts";

const report = z.looseObject({ success: z.boolean(), end: z.string(), steps: z.array(z.looseObject({})) });
export type TaskReport = z.infer<typeof report>;

/** A task that a client has started. */
export interface StartedTask {
  /** What the client was told meanwhile. */
  readonly messages: readonly string[];
  /** The count of each notification. */
  readonly progress: readonly number[];
  /** Waits until the client has been told something with these words in it. */
  heard(words: string): Promise<void>;
  cancel(): void;
  /** How it ended. Rejects for a call that was cancelled. */
  readonly result: Promise<CallToolResult>;
  /** What its result says. */
  report(): Promise<TaskReport>;
}

export function startTask(client: Client, task: string, input: Record<string, unknown> = {}): StartedTask {
  const messages: string[] = [];
  const progress: number[] = [];
  const cancelled = new AbortController();
  const call = client.callTool({ name: "gui_execute_task", arguments: { task, ...input } }, undefined, {
    signal: cancelled.signal,
    timeout: 120_000,
    onprogress: (heard) => {
      progress.push(heard.progress);
      messages.push(heard.message ?? "");
    },
  });
  const result = call.then((raw) => CallToolResultSchema.parse(raw));
  // Whoever is interested looks at it themselves.
  result.catch(() => undefined);
  return {
    messages,
    progress,
    result,
    heard: async (words) => {
      const explain = () => `The client heard: ${messages.join(" | ")}`;
      await waitFor(`"${words}"`, () => messages.some((each) => each.includes(words)), { explain });
    },
    cancel: () => cancelled.abort("not wanted any more"),
    report: async () => report.parse(JSON.parse(textOf(await result))),
  };
}
