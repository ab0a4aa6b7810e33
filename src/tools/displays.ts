import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { noticeField } from "./fields.ts";

export const listDisplays = defineTool({
  name: "gui_list_displays",
  title: "List displays",
  description:
    "The displays of the desktop with position and size in logical points of the whole desktop, physical pixels and scale, how large programs draw there (`contentScale`, such as 1.5 for 150 %) where that is not in the scale, and which one is used when a call names none.",
  effect: "read",
  input: z.strictObject({}),
  output: z.object({
    displays: z.array(
      z.object({
        index: z.int(),
        label: z.string(),
        x: z.number(),
        y: z.number(),
        width: z.number(),
        height: z.number(),
        physicalWidth: z.int(),
        physicalHeight: z.int(),
        scaleFactor: z.number(),
        contentScale: z.number().optional(),
        isPrimary: z.boolean(),
      }),
    ),
    selectedIndex: z.int(),
    notice: noticeField,
  }),
  run: async ({ displays, session }) => {
    const { displays: all, ...rest } = await displays.list();
    for (const display of all) {
      session.noteDisplay(display.index, display);
      if (display.index === rest.selectedIndex) session.noteDisplay(undefined, display);
    }
    return { displays: [...all], ...rest };
  },
});
