import { z } from "zod";
import type { ToolClient } from "./tool-client.ts";

const listedWindow = z.object({
  id: z.string(),
  title: z.string(),
  app: z.string(),
  pid: z.number().optional(),
  displayIndex: z.number().optional(),
  x: z.number().optional(),
  y: z.number().optional(),
  width: z.number(),
  height: z.number(),
  isActive: z.boolean(),
  isMinimized: z.boolean(),
  isOnOtherWorkspace: z.boolean(),
});
export type ListedWindow = z.infer<typeof listedWindow>;

/** The windows that the program lists, from front to back. */
export async function listWindows(
  agent: ToolClient,
  query: Record<string, unknown> = {},
): Promise<readonly ListedWindow[]> {
  const { windows } = await agent.call("gui_list_windows", query);
  return z.array(listedWindow).parse(windows);
}

/** Brings a window to the front and returns what the program says has the keyboard then. */
export async function focusWindow(
  agent: ToolClient,
  query: Record<string, unknown>,
): Promise<{ readonly window: ListedWindow; readonly notice?: string | undefined }> {
  const result = await agent.call("gui_focus_window", query);
  return z.object({ window: listedWindow, notice: z.string().optional() }).parse(result);
}
