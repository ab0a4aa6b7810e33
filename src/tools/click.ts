import { z } from "zod";
import type { ClickOptions } from "../desktop/input.ts";
import type { ToolContext } from "./context.ts";
import { defineTool } from "./define-tool.ts";
import { buttonField, modifiersField, timed, timedOutput } from "./fields.ts";
import { pointFields, resolveTarget, type Space } from "./target.ts";

export const click = defineTool({
  name: "gui_click",
  title: "Click",
  description:
    "Click at a point: left, right or middle button, once, twice or three times, with modifier keys held if wanted. Returns once the input is sent; look at the screen to see what came of it (most programs need 100 to 300 ms to show it).",
  effect: "input",
  input: z.strictObject({
    ...pointFields,
    button: buttonField,
    count: z.int().min(1).max(3).default(1).describe("1 is a click, 2 a double click, 3 a triple click."),
    modifiers: modifiersField,
  }),
  output: timedOutput,
  chord: ({ modifiers }) => modifiers,
  run: (context, input) => clickAt(context, input, input),
});

export const doubleClick = defineTool({
  name: "gui_double_click",
  title: "Double click",
  description: "Double click at a point, such as to open a file or to select a word.",
  effect: "input",
  input: z.strictObject({ ...pointFields, button: buttonField }),
  output: timedOutput,
  run: (context, input) => clickAt(context, input, { button: input.button, count: 2, modifiers: [] }),
});

async function clickAt(
  context: ToolContext,
  where: Space & { readonly x: number; readonly y: number },
  options: ClickOptions,
) {
  const target = await resolveTarget(context, where);
  const point = target.point(where.x, where.y);
  const result = await timed(context.clock, () => context.input.click(point, options, context.signal));
  return { ...result, ...target.notice };
}
