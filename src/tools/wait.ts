import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { timed, timedOutput } from "./fields.ts";

const longestWaitMs = 600_000;

export const wait = defineTool({
  name: "gui_wait",
  title: "Wait",
  description:
    "Let time pass, such as for a program to start or an animation to end. Many clients give up on a call after 60 seconds: wait longer in several calls.",
  effect: "wait",
  input: z.strictObject({
    ms: z.int().min(0).max(longestWaitMs).default(1000).describe("Milliseconds to wait."),
  }),
  output: timedOutput,
  run: ({ clock, signal }, { ms }) => timed(clock, () => clock.sleep(ms, signal)),
});
