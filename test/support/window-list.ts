import { z } from "zod";
import type { ToolClient } from "./tool-client.ts";
import { waitFor } from "./wait-for.ts";
import type { XServer } from "./x-server.ts";

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

/** Minimises a window, as its button would, and waits until the window manager has done it (xdotool does not). */
export async function minimize(server: XServer, id: string): Promise<void> {
  await server.run(["xdotool", "windowminimize", String(Number(id))]);
  await waitFor(`window ${id} to be minimised`, async () =>
    (await server.run(["xprop", "-id", id, "_NET_WM_STATE"])).includes("_NET_WM_STATE_HIDDEN"),
  );
}
