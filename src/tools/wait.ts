import { z } from "zod";
import { waitUntilStill } from "../desktop/stillness.ts";
import type { ToolContext } from "./context.ts";
import { defineTool } from "./define-tool.ts";
import { longestWaitMs, timed, timedOutput } from "./fields.ts";
import { displayIndexField, resolveTarget } from "./target.ts";

const usualWaitMs = 1000;
const usualWatchMs = 10_000;

export const wait = defineTool({
  name: "gui_wait",
  title: "Wait",
  description:
    "Let time pass, or (untilStable) wait until the screen is still, such as after a click that opens something: until nothing on one display has moved for a fifth of a second, or for half a second if nothing moves from the start. Blinking text cursors and clocks do not count. What starts later or goes on in slower steps, such as a page that waits for its server, can look still in between: look at the screen before you rely on it. Many clients give up on a call after 60 seconds: wait longer in several calls.",
  effect: "wait",
  input: z.strictObject({
    ms: z
      .int()
      .min(0)
      .max(longestWaitMs)
      .optional()
      .describe(
        `Milliseconds to wait, ${usualWaitMs} by default. With untilStable the most to wait, ${usualWatchMs} by default; if the screen still moves then, the call fails with timed_out and says where.`,
      ),
    untilStable: z.boolean().default(false).describe("Return as soon as the screen is still."),
    displayIndex: displayIndexField.describe(
      "With untilStable: which display to watch, as numbered by gui_list_displays. Default: the selected display. Otherwise it must exist, and changes nothing.",
    ),
  }),
  output: timedOutput,
  run: async (context, { ms, untilStable, displayIndex }) => {
    const { displays, clock, signal } = context;
    if (untilStable) return await untilStill(context, displayIndex, ms ?? usualWatchMs);
    // A wrong number tells that the caller is wrong about the displays, which the next call would suffer from.
    if (displayIndex !== undefined) await displays.resolve(displayIndex);
    return await timed(clock, () => clock.sleep(ms ?? usualWaitMs, signal));
  },
});

async function untilStill(context: ToolContext, displayIndex: number | undefined, longestMs: number) {
  const { desktop, displays, clock, signal } = context;
  const { display, notice } = await resolveTarget(context, { displayIndex });
  const result = await timed(clock, () =>
    waitUntilStill({ desktop, displays, display, clock, longestMs, signal }),
  );
  return { ...result, ...notice };
}
