import { z } from "zod";
import { toLogicalPoint } from "../coordinates/resolver.ts";
import { GuiAgentError } from "../core/errors.ts";
import type { GlobalPoint } from "../core/geometry.ts";
import type { ToolContext } from "./context.ts";
import { defineTool } from "./define-tool.ts";
import { buttonField, done, doneOutput, noticeField, timed, timedOutput } from "./fields.ts";
import {
  coordinateField,
  pointFields,
  resolveTarget,
  type Space,
  spaceFields,
  type Target,
} from "./target.ts";

export const moveMouse = defineTool({
  name: "gui_move_mouse",
  title: "Move the mouse",
  description: "Move the pointer to a point without clicking, such as to show a tooltip or a hover menu.",
  effect: "input",
  input: z.strictObject(pointFields),
  output: doneOutput,
  run: async (context, input) => {
    const target = await resolveTarget(context, input);
    await context.input.moveTo(target.point(input.x, input.y), context.signal);
    return { ...done, ...target.notice };
  },
});

const optionalPointFields = {
  x: coordinateField
    .optional()
    .describe("Distance from the left edge. Without x and y: where the pointer is."),
  y: coordinateField.optional().describe("Distance from the top edge."),
  ...spaceFields,
};

export const mouseDown = defineTool({
  name: "gui_mouse_down",
  title: "Press a mouse button",
  description:
    "Press a mouse button and keep it down, for gestures that gui_drag cannot do. Follow it with gui_move_mouse and gui_mouse_up, and with no click in between. Until gui_mouse_up the input of other sessions has to wait; after two minutes, or when this session ends, the button goes up by itself.",
  effect: "input",
  input: z.strictObject({ ...optionalPointFields, button: buttonField }),
  output: doneOutput,
  run: async (context, input) => {
    const { point, notice } = await optionalPoint(context, input);
    if (point === undefined) await assertPointerShown(context);
    await context.input.buttonDown(input.button, point, context.session.id, context.signal);
    return { ...done, ...notice };
  },
});

export const mouseUp = defineTool({
  name: "gui_mouse_up",
  title: "Release a mouse button",
  description: "Release a mouse button that gui_mouse_down pressed, at a point if one is given.",
  effect: "release",
  input: z.strictObject({ ...optionalPointFields, button: buttonField }),
  output: doneOutput,
  run: async (context, input) => {
    const { point, notice } = await optionalPoint(context, input);
    await context.input.buttonUp(input.button, point, context.signal);
    return { ...done, ...notice };
  },
});

export const drag = defineTool({
  name: "gui_drag",
  title: "Drag",
  description:
    "Press a mouse button at one point, move to another in steps, and release: to drag and drop, to select text, to move a slider or a window.",
  effect: "input",
  input: z.strictObject({
    startX: coordinateField.describe("Where the button goes down, from the left edge."),
    startY: coordinateField.describe("Where the button goes down, from the top edge."),
    endX: coordinateField.describe("Where the button goes up, from the left edge."),
    endY: coordinateField.describe("Where the button goes up, from the top edge."),
    ...spaceFields,
    button: buttonField,
    steps: z.int().min(1).max(60).default(12).describe("Number of moves on the way."),
  }),
  output: timedOutput,
  run: async (context, input) => {
    const target = await resolveTarget(context, input);
    const start = target.point(input.startX, input.startY);
    const end = target.point(input.endX, input.endY);
    const result = await timed(context.clock, () => context.input.drag(start, end, input, context.signal));
    return { ...result, ...target.notice };
  },
});

const notches = z.int().min(-100).max(100);

export const scroll = defineTool({
  name: "gui_scroll",
  title: "Scroll",
  description:
    "Turn the mouse wheel over a point. One notch is three to six lines of text (about 120 pixels in a browser): look again after a few.",
  effect: "input",
  input: z.strictObject({
    ...pointFields,
    deltaY: notches.default(0).describe("Wheel notches: positive scrolls down, negative up."),
    deltaX: notches.default(0).describe("Wheel notches: positive scrolls right, negative left."),
  }),
  output: doneOutput,
  run: async (context, input) => {
    if (input.deltaX === 0 && input.deltaY === 0) {
      throw new GuiAgentError("invalid_input", "Both deltaX and deltaY are 0: that scrolls nothing.", {
        remedy: "Give one of them a number of wheel notches, such as deltaY 3.",
      });
    }
    const target = await resolveTarget(context, input);
    const point = target.point(input.x, input.y);
    await context.input.scroll(point, input.deltaX, input.deltaY, context.signal);
    return { ...done, ...target.notice };
  },
});

export const cursorPosition = defineTool({
  name: "gui_cursor_position",
  title: "Cursor position",
  description:
    "Where the pointer is: the display, and the position in logical points of that display and of the whole desktop. Where no display shows it, that of the desktop alone.",
  effect: "read",
  input: z.strictObject({}),
  output: z.object({
    x: z.number().optional(),
    y: z.number().optional(),
    displayIndex: z.int().optional(),
    globalX: z.number(),
    globalY: z.number(),
    notice: noticeField,
  }),
  run: async ({ desktop, displays }) => {
    const point = await desktop.pointer.position();
    const place = { globalX: point.x, globalY: point.y };
    const display = await displays.at(point);
    if (display === undefined) return { ...place, notice: "The pointer is where no display shows it." };
    const { x, y } = toLogicalPoint(point, display);
    return { x, y, displayIndex: display.index, ...place };
  },
});

/** A press where nobody can see what is there would be blind. */
async function assertPointerShown({ desktop, displays }: ToolContext): Promise<void> {
  const point = await desktop.pointer.position();
  if ((await displays.at(point)) !== undefined) return;
  throw new GuiAgentError(
    "out_of_range",
    `The pointer is at (${point.x}, ${point.y}) of the desktop, which no display shows.`,
    { remedy: "Give x and y, or move the pointer onto a display first. Nothing was pressed." },
  );
}

/** The point, if one is given. Half a point is a mistake, not a default. */
async function optionalPoint(
  context: ToolContext,
  input: Space & { readonly x?: number | undefined; readonly y?: number | undefined },
): Promise<{ readonly point: GlobalPoint | undefined; readonly notice: Target["notice"] }> {
  if (input.x === undefined && input.y === undefined) return { point: undefined, notice: {} };
  if (input.x === undefined || input.y === undefined) {
    throw new GuiAgentError("invalid_input", "x and y belong together; one of them is missing.", {
      remedy: "Give both, or neither to act where the pointer is.",
    });
  }
  const target = await resolveTarget(context, input);
  return { point: target.point(input.x, input.y), notice: target.notice };
}
